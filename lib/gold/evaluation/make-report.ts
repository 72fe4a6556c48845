/** Makes a report that was asked for, in the worker: predictions are read one by one, as they rest in their files. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { calculation } from '@/lib/platform/foreign/calculate'
import { isFinal } from '@/lib/platform/jobs/interruptions'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { notifyProject } from '@/lib/platform/server/live'
import { log } from '@/lib/platform/server/log'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import { StepFailure } from '@/lib/protocols/prefill'
import { rateTasks } from '@/lib/quality/agreement/queries'
import { tellProgress } from './ask-report'
import { type Asked, makeReportJob } from './jobs'
import { likeness } from './likeness'
import { KEPT_ERRORS } from './report/contract'
import { addGold, addPredictions, listSources } from './score-systems'
import type { Evaluation } from './scoring/evaluation'
import type { EvaluationReport } from './scoring/report-schema'
import { namedReplicates, type Replicator } from './scoring/resampling'
import { LIKENESS } from './scoring/similarity'
import { startEvaluation } from './scoring/start-evaluation'

const FAILED =
  'The report could not be made. Try again in a moment; the administrator of the server finds the reason in its log.'
const TELL_EVERY_MS = 1000
/** Often enough that nobody orders a report anew that is still being made (ask-report.ts). */
const ALIVE_EVERY_MS = 60_000
const ROWS_AT_ONCE = 1000
const MINUTES = 10

/** The worker's handler; safe to run twice. */
export const makeReportHandler = handleJob(
  makeReportJob,
  async ({ reportId, version, asked }, run) => {
    const alive = setInterval(() => void tellProgress(reportId, 0).catch(() => false), ALIVE_EVERY_MS)
    try {
      await makeReport(reportId, version, asked, run.signal)
    } catch (error) {
      if (error instanceof Unwanted) return
      // A ceiling, a key, a model that there is not: another try would end in the same way, and people read what to do.
      if (error instanceof StepFailure && !error.passing && error.code !== 'cancelled') {
        await fail(reportId, {}, error.message)
        return
      }
      if (isFinal(run, error)) await fail(reportId)
      throw error
    } finally {
      clearInterval(alive)
    }
  },
  ({ reportId, version }) => fail(reportId, { version, body: { equals: Prisma.DbNull } }),
)

/** Thrown when the report was dropped meanwhile, because newer data was asked about. */
class Unwanted extends Error {}

/** Makes the report of that row, unless it is there or nobody wants it any more. */
export async function makeReport(
  reportId: string,
  version: string,
  reportRequest: Asked,
  signal: AbortSignal,
): Promise<void> {
  const row = await prisma().evaluationReport.findFirst({
    where: { id: reportId, version },
    select: { projectId: true, body: true, project: { select: { protocolId: true } } },
  })
  const task = row && (await evaluationTasks(row.project.protocolId)).find(({ key }) => key === reportRequest.task)
  if (!row || !task || row.body !== null) return
  const started = Date.now()
  const evaluation = startEvaluation(task, task.parameters.parse(reportRequest.parameters))
  // How far annotators agreed is read from the ledger, which may not have what became gold last.
  if (task.measure !== undefined) await rateTasks(row.projectId, { signal })
  await addGold(evaluation, { projectId: row.projectId, protocolId: row.project.protocolId, task }, signal)
  await addSources(evaluation, task, { reportId, projectId: row.projectId, asked: reportRequest, signal })
  const similarity = reportRequest.likeness ? await likeness(row.projectId, signal) : undefined
  const report = await evaluation.report({
    signal,
    replicate: replicatorOf(row.project.protocolId, reportRequest, similarity?.title ?? null),
    ...(similarity ? { similarity } : {}),
    ...(reportRequest.pair ? { pairs: [reportRequest.pair] } : {}),
    mcnemar: reportRequest.mcnemar,
    method: reportRequest.method,
    classes: reportRequest.classes,
  })
  await transaction((tx) => write(tx, reportId, evaluation, report), MINUTES)
  notifyProject(row.projectId)
  log.info('evaluation report made', { reportId, predictions: report.predictions, ms: Date.now() - started })
}

/** Rows are drawn in every resample, and added up for every table; for every pair they are exchanged. */
const replicatesApart = calculation(
  'evaluation-replicates',
  namedReplicates,
  ({ tables, pairs, rows, resamples }) => resamples * rows * (1 + tables.length + pairs.length),
)

/** Only scorings that compare texts have a likeness; the others are as the task made them. */
const replicatorOf =
  (protocolId: string, { task, parameters }: Asked, title: string | null): Replicator =>
  (resampled, { key, figures }, signal) => {
    const likeness = figures.some((figure) => figure.key === LIKENESS) ? title : null
    return replicatesApart({ ...resampled, protocolId, task, parameters, scoring: key, likeness }, signal)
  }

interface Work {
  reportId: string
  projectId: string
  asked: Asked
  signal: AbortSignal
}

async function addSources(evaluation: Evaluation, task: EvaluationTask, work: Work): Promise<void> {
  const { reportId, projectId, asked, signal } = work
  const systems = asked.systems ? new Set(asked.systems) : null
  const sources = await listSources(projectId, task.key)
  const all = Math.max(
    1,
    sources.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  let read = 0
  let notifiedAt = Date.now()
  const onRead = async (bytes: number) => {
    signal.throwIfAborted()
    read += bytes
    if (Date.now() - notifiedAt < TELL_EVERY_MS) return
    notifiedAt = Date.now()
    // The rest is for the resamples.
    if (!(await tellProgress(reportId, (read / all) * 800))) throw new Unwanted()
    notifyProject(projectId)
  }
  await addPredictions(evaluation, task, sources, { systems, onRead })
  if (!(await tellProgress(reportId, 800))) throw new Unwanted()
}

async function write(tx: Tx, reportId: string, evaluation: Evaluation, report: EvaluationReport): Promise<void> {
  const { count } = await tx.evaluationReport.updateMany({
    where: { id: reportId },
    data: { body: report as Prisma.InputJsonObject, error: null, progress: 1000 },
  })
  if (count === 0) throw new Unwanted()
  // A try before this one may have come this far.
  await tx.evaluationError.deleteMany({ where: { reportId } })
  for (const scoring of report.scorings.filter(({ errors }) => errors))
    for (const { system, baseline } of scoring.standings)
      if (!baseline) await writeErrors(tx, { reportId, scoring: scoring.key, system }, evaluation)
}

interface Whose {
  reportId: string
  scoring: string
  system: string
}

async function writeErrors(tx: Tx, { reportId, scoring, system }: Whose, evaluation: Evaluation): Promise<void> {
  let rows: string[] = []
  let number = 0
  const flush = async () => {
    if (rows.length === 0) return
    await tx.$executeRaw`
      insert into evaluation_errors (report_id, scoring, system, number, position, external_id, unit, gold, value)
      select ${reportId}::uuid, ${scoring}, ${system}, e.number, e.position, e."externalId", e.unit,
        coalesce(e.gold, 'null'), coalesce(e.value, 'null')
      from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb)
        e(number int, position int, "externalId" text, unit text, gold jsonb, value jsonb)`
    rows = []
  }
  for (const error of evaluation.errors(system, scoring)) {
    if (number >= KEPT_ERRORS) break
    rows.push(JSON.stringify({ number: ++number, ...error }))
    if (rows.length >= ROWS_AT_ONCE) await flush()
  }
  await flush()
}

/** Where it still is as described. */
async function fail(reportId: string, as: Prisma.EvaluationReportWhereInput = {}, why = FAILED): Promise<void> {
  await prisma().evaluationReport.updateMany({
    where: { ...as, id: reportId },
    data: { error: why, askedAt: new Date() },
  })
}
