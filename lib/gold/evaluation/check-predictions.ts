/** Reads an uploaded file of predictions from beginning to end, and takes all of it or nothing. */
import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import { recordMany } from '@/lib/platform/events/record'
import { readRecordsApart } from '@/lib/platform/foreign/apart'
import { turnGiver } from '@/lib/platform/foreign/turns'
import { isFinal } from '@/lib/platform/jobs/interruptions'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { pool, prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { log } from '@/lib/platform/server/log'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { dropChunks, readChunks } from './chunks'
import { KEPT_MISSED } from './contract'
import { type Brought, FileCheck } from './file-check'
import { checkPredictionsJob } from './jobs'
import { systemsOf, verdictsOf } from './present'
import { nameOfFile } from './rules'
import { addGold } from './score-systems'
import { startEvaluation } from './scoring/start-evaluation'

const FAILED =
  'The check could not be finished. Upload the file again; the administrator of the server finds the reason in its log.'
const TELL_EVERY_MS = 1000

/** The worker's handler; safe to run twice. */
export const checkPredictionsHandler = handleJob(
  checkPredictionsJob,
  async ({ evaluationId, replace }, run) => {
    try {
      await checkPredictions(evaluationId, run.signal, replace)
    } catch (error) {
      if (error instanceof Removed) return
      if (isFinal(run, error)) await conclude(evaluationId, { state: 'failed', error: FAILED })
      throw error
    }
  },
  async ({ evaluationId }, why) => {
    try {
      await conclude(evaluationId, { state: 'failed', error: why === 'died' ? DIED : FAILED })
    } catch (error) {
      if (!(error instanceof Removed)) throw error
    }
  },
)

const DIED =
  'The process that checked this file ended again and again while it did, so it is not tried again. Split the file and upload the parts; the administrator of the server finds more in its log.'

/** Thrown when the file was removed meanwhile: nothing is to be kept, and nothing is wrong. */
class Removed extends Error {}

/** Checks a file in state `working`; any other is left alone. */
export async function checkPredictions(evaluationId: string, signal: AbortSignal, replace = false): Promise<void> {
  const row = await prisma().evaluation.findFirst({
    where: { id: evaluationId, state: 'working', runId: null },
    select: { projectId: true, task: true, name: true, log: true, project: { select: { protocolId: true } } },
  })
  const task = row && (await evaluationTasks(row.project.protocolId)).find(({ key }) => key === row.task)
  if (!row || !task) return
  const started = Date.now()
  const evaluation = startEvaluation(task, task.parameters.parse({}))
  await addGold(evaluation, { projectId: row.projectId, protocolId: row.project.protocolId, task }, signal)
  const taken = await takenSystems(prisma(), row.projectId, row.task)
  const check = new FileCheck(task, nameOfFile(row.name), taken, replace)
  const progress = new Progress(evaluationId, row.projectId, signal)
  const open = () => readChunks(evaluationId, progress.reached)
  const giveTurn = turnGiver(signal)
  for await (const entry of readRecordsApart(open, { signal }, verdictsOf(row))) {
    for (const prediction of check.take(entry)) evaluation.add(prediction, entry.line)
    await giveTurn()
    await progress.tell()
  }
  check.finish()
  if (check.problemCount > 0) await refuse(evaluationId, check)
  else await accept(evaluationId, check, await evaluation.report({ resamples: 0, pairs: [], signal }), replace)
  log.info('predictions checked', {
    evaluationId,
    predictions: check.predictions,
    problems: check.problemCount,
    ms: Date.now() - started,
  })
}

/** Systems that are there, with what brought them. */
export async function takenSystems(tx: Tx, projectId: string, task: string): Promise<Map<string, Brought>> {
  const rows = await tx.evaluation.findMany({
    where: { projectId, task, state: 'done' },
    select: { id: true, name: true, systems: true },
  })
  const brought = rows.map((row) => ({
    id: row.id,
    name: row.name,
    systems: systemsOf(row).map(({ system }) => system),
  }))
  return new Map(brought.flatMap((each) => each.systems.map((system) => [system, each] as const)))
}

async function refuse(evaluationId: string, { problems, problemCount, predictions, systems }: FileCheck) {
  await conclude(evaluationId, { state: 'refused', problems, problemCount, records: predictions, systems })
  await dropChunks(evaluationId)
}

async function accept(
  evaluationId: string,
  { predictions, systems }: FileCheck,
  { missed, systems: scored }: Awaited<ReturnType<ReturnType<typeof startEvaluation>['report']>>,
  replace: boolean,
): Promise<void> {
  const systemNames = new Set(systems.map(({ system }) => system))
  // What gold itself carries was not in the file.
  const unmatched = scored.filter(({ system }) => systemNames.has(system)).reduce((sum, each) => sum + each.missed, 0)
  const isTaken = await transaction(async (tx) => {
    const { projectId, task, createdById } = await tx.evaluation.findUniqueOrThrow({ where: { id: evaluationId } })
    // Two files that bring the same system at once: the second one is refused.
    await tx.$queryRaw`select 1 from projects where id = ${projectId}::uuid for no key update`
    const taken = await takenSystems(tx, projectId, task)
    const replaced = [...new Set(systems.flatMap(({ system }) => taken.get(system) ?? []))]
    const mayReplace = replace && replaced.every((each) => each.systems.every((system) => systemNames.has(system)))
    if (replaced.length > 0 && !mayReplace) return true
    await tx.evaluation.deleteMany({ where: { id: { in: replaced.map(({ id }) => id) } } })
    await recordMany(
      tx,
      'evaluation.removed',
      replaced.map(({ id, name }) => ({
        scope: { actorId: createdById, projectId },
        data: { evaluationId: id, task, name },
      })),
    )
    await conclude(
      evaluationId,
      {
        state: 'done',
        records: predictions,
        systems,
        unmatched,
        matched: predictions - unmatched,
        missed: missed.listed.filter(({ system }) => systemNames.has(system)).slice(0, KEPT_MISSED),
      },
      tx,
    )
    return false
  })
  if (isTaken) throw new Error('another file brought the same system meanwhile; this one is checked again')
}

async function conclude(id: string, data: Prisma.EvaluationUpdateManyMutationInput, tx: Tx = prisma()): Promise<void> {
  const { count } = await tx.evaluation.updateMany({
    where: { id, state: 'working' },
    data: { ...data, finishedAt: new Date() },
  })
  if (count === 0) throw new Removed()
  const row = await tx.evaluation.findUnique({ where: { id }, select: { projectId: true } })
  if (row) notifyProject(row.projectId)
}

/** Tells people how far the check has come, and notices there that the file was removed. */
class Progress {
  private bytes = 0
  private told = Date.now()

  constructor(
    private readonly evaluationId: string,
    private readonly projectId: string,
    private readonly signal: AbortSignal,
  ) {}

  readonly reached = (bytes: number): void => {
    this.bytes += bytes
  }

  async tell(): Promise<void> {
    this.signal.throwIfAborted()
    if (Date.now() - this.told < TELL_EVERY_MS) return
    this.told = Date.now()
    const { rowCount } = await pool().query(
      `update evaluations set progress = $2 where id = $1 and state = 'working'::"EvaluationState"`,
      [this.evaluationId, this.bytes],
    )
    if (rowCount === 0) throw new Removed()
    notifyProject(this.projectId)
  }
}
