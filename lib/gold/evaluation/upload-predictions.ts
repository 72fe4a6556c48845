import 'server-only'
import type { Evaluation } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { notifyProject } from '@/lib/platform/server/live'
import { dropChunks, ENDED, storeChunks } from './chunks'
import type { EvaluationView, LogChoice } from './contract'
import { checkPredictionsJob } from './jobs'
import { loadChangeable, taskOf } from './load-evaluation'
import { presentEvaluation } from './present'

interface Upload {
  task: string
  name: string
  body: ReadableStream<Uint8Array> | null
  byteSize?: number
  /** How it is read, where it is a log of Inspect. */
  log?: LogChoice
  /** Takes the place of predictions of the same systems. */
  replace?: boolean
}

/**
 * Takes a file of predictions in, as a stream, and has it checked. For managers. Errors: `too_large` beyond the stated
 * limit, `invalid_request` without a body. What arrived of a broken upload is thrown away.
 */
export async function uploadPredictions(
  actor: Actor,
  projectId: string,
  { task, name, body, byteSize = 0, log = {}, replace = false }: Upload,
): Promise<EvaluationView> {
  if (!body) throw new AppError('invalid_request', 'Send the file as the body of the request.')
  refuseLarge(byteSize)
  const { id } = await transaction(async (tx) => {
    const project = await loadChangeable(tx, actor, projectId)
    await taskOf(project, task)
    return tx.evaluation.create({ data: { projectId, task, name, log: { ...log }, createdById: actor.userId } })
  })
  try {
    const stored = await storeChunks(id, body, refuseLarge)
    return presentEvaluation(await finishUpload(actor, id, { ...stored, replace }))
  } catch (error) {
    await prisma().evaluation.updateMany({
      where: { id, state: 'uploading' },
      data: { state: 'failed', error: BROKEN, finishedAt: new Date() },
    })
    await dropChunks(id)
    throw error
  }
}

const BROKEN = 'The upload did not arrive whole. Upload the file again.'

function refuseLarge(bytes: number): void {
  const most = env().ASSAY_MAX_UPLOAD
  if (bytes <= most) return
  const limit = Math.floor(most / 1_000_000)
  throw new AppError(
    'too_large',
    `The file is larger than ${limit} MB, the limit of this server. Split it into several, by system.`,
  )
}

function finishUpload(
  actor: Actor,
  evaluationId: string,
  { replace, ...stored }: { byteSize: number; sha256: string; replace: boolean },
): Promise<Evaluation> {
  return transaction(async (tx) => {
    const { count } = await tx.evaluation.updateMany({
      where: { id: evaluationId, state: 'uploading' },
      data: { state: 'working', ...stored },
    })
    if (count === 0) throw new AppError('conflict', ENDED)
    const row = await tx.evaluation.findUniqueOrThrow({ where: { id: evaluationId } })
    const { projectId, task, name } = row
    await record(tx, 'evaluation.uploaded', { actorId: actor.userId, projectId }, { evaluationId, task, name })
    await enqueue(tx, checkPredictionsJob, { evaluationId, replace })
    notifyProject(projectId)
    return row
  })
}
