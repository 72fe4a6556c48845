/** The receipt of a kept report: gold and predictions are read once more, and nothing is resampled. */
import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import pLimit from 'p-limit'
import { WholeFile } from '@/lib/platform/foreign/records/whole-file'
import { AppError } from '@/lib/platform/server/errors'
import { SCRIPT_HEAD } from '@/lib/platform/server/streams/script-head'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { rateTasks } from '@/lib/quality/agreement/queries'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { askedOf, versionOf } from './ask-report'
import type { ReportQuery } from './report/contract'
import { addGold, addPredictions, listSources } from './score-systems'
import type { Evaluation } from './scoring/evaluation'
import type { EvaluationReport } from './scoring/report-schema'
import { startEvaluation } from './scoring/start-evaluation'

/** What is sent at once. */
const PART_BYTES = 256_000

interface KeptReport {
  project: LoadedProject
  task: EvaluationTask
  query: ReportQuery
  report: EvaluationReport
  /** Of the gold and the predictions that it was made from. */
  version: string
}

/** Gold and predictions are in memory while a receipt is written, so that others wait. */
const oneAtATime = pLimit(1)

/**
 * As JSON, or as a program that computes it again. It is written as a whole before any of it is sent, so that it is sent as slowly as its reader
 * takes it without holding gold and predictions. Errors: `conflict` where gold or predictions have changed since; the signal's reason where that ends it.
 */
export async function streamReceipt(
  storedReport: KeptReport,
  { asProgram, signal }: { asProgram: boolean; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const file = await oneAtATime(async () => {
    signal.throwIfAborted()
    return WholeFile.of(partsOf(await readAgain(storedReport, signal), storedReport.report, { asProgram, signal }))
  })
  // Nobody reads, or cancels, the body of a request that has ended meanwhile.
  if (signal.aborted) await file.close()
  signal.throwIfAborted()
  return streamFile(file, signal)
}

async function readAgain({ project, task, query, version }: KeptReport, signal: AbortSignal): Promise<Evaluation> {
  const { parameters, systems } = askedOf(task, query)
  const evaluation = startEvaluation(task, task.parameters.parse(parameters))
  // As before a report: a project that has moved to another version and back has the report's gold, but no ratings yet.
  if (task.measure !== undefined) await rateTasks(project.id, { signal })
  await addGold(evaluation, { projectId: project.id, protocolId: project.protocolId, task }, signal)
  await addPredictions(evaluation, task, await listSources(project.id, task.key), {
    systems: systems && new Set(systems),
    onRead: async () => signal.throwIfAborted(),
  })
  if ((await versionOf(project, task)) !== version)
    throw new AppError('conflict', 'The gold or the predictions have changed meanwhile. Try again in a moment.')
  return evaluation
}

async function* partsOf(
  evaluation: Evaluation,
  report: EvaluationReport,
  { asProgram, signal }: { asProgram: boolean; signal: AbortSignal },
): AsyncGenerator<Buffer> {
  if (asProgram) yield Buffer.from(SCRIPT_HEAD)
  for (const piece of evaluation.receipt(report)) {
    // Others are answered between two pieces.
    await turn()
    signal.throwIfAborted()
    yield Buffer.from(piece)
  }
  if (asProgram) yield readFile(path.join(process.cwd(), 'public/receipts/recompute-evaluation.mjs'))
}

/** Reads on as the stream is read; the file is closed at its end, where it cannot be read, and where the reader leaves. */
function streamFile(file: WholeFile, signal: AbortSignal): ReadableStream<Uint8Array> {
  let sent = 0
  const close = () => file.close()
  // Whoever leaves before the first part is asked for cancels nothing.
  const leave = () => void close().catch(() => undefined)
  signal.addEventListener('abort', leave, { once: true })
  const end = () => {
    signal.removeEventListener('abort', leave)
    return close()
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const part = new Uint8Array(await file.slice(sent, sent + PART_BYTES))
        sent += part.byteLength
        controller.enqueue(part)
      } catch (error) {
        await end()
        throw error
      }
      if (sent < file.byteLength) return
      await end()
      controller.close()
    },
    cancel: end,
  })
}
