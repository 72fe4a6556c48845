/** Reports are made by a worker, and kept for as long as neither gold nor predictions change. */
import 'server-only'
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { z } from 'zod'
import type { EvaluationReport } from '@/generated/prisma/client'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { pool, prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { readStored } from '@/lib/platform/server/read-stored'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { INTERVAL_METHOD } from '@/lib/stats/interval-limits'
import { authorizeProject, type LoadedProject } from '@/lib/workspace/projects/queries'
import { type Asked, makeReportJob } from './jobs'
import { likenessModel } from './likeness'
import { goldState } from './read-gold'
import { KEPT_REPORTS, type ReportQuery } from './report/contract'
import { doneEvaluations } from './score-systems'
import { evaluationReportSchema } from './scoring/report-schema'

/** Raised whenever the same gold and predictions would give another report. */
const SCORING_VERSION = 6
/** A report that nobody has made for so long is asked for once more, as is one that failed that long ago. */
const AGAIN_AFTER_MS = 10 * 60 * 1000
const FAILED_AGAIN_AFTER_MS = 2 * 1000

/** A report as it is kept: made, being made, or failed with the reason. */
export type KeptReport = Pick<EvaluationReport, 'id' | 'version' | 'progress' | 'body' | 'error'>

/** The report that is asked for, of today's gold and predictions; has it made where it is not there. */
export async function askReport(project: LoadedProject, task: EvaluationTask, query: ReportQuery): Promise<KeptReport> {
  const reportRequest = askedOf(task, query)
  const version = await versionOf(project, task)
  const reportKey = { projectId: project.id, task: task.key, asked: hashOf(reportRequest) }
  const existingReport = await prisma().evaluationReport.findUnique({ where: { projectId_task_asked: reportKey } })
  if (existingReport?.version === version && !isStuck(existingReport)) return existingReport
  if (reportRequest.likeness) await refuseLikeness(project)
  return transaction((tx) => orderReport(tx, reportKey, version, reportRequest))
}

/** Of everything that a report of the task is made from: another whenever it would be another report. */
export async function versionOf(project: Pick<LoadedProject, 'id' | 'protocolVersion'>, task: EvaluationTask) {
  const gold = task.stage === null ? null : await goldState(project.id, task.stage)
  const sources = await doneEvaluations(project.id, task.key)
  return hashOf([SCORING_VERSION, project.protocolVersion, gold?.version ?? '', sources.map(({ id }) => id)])
}

/** What is asked for, with defaults. */
export function askedOf(
  task: EvaluationTask,
  { parameters = {}, systems, pair, likeness, ...query }: ReportQuery,
): Asked {
  const parsed = task.parameters.safeParse(parameters)
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ['query', 'parameters', ...path].join('.'),
      message,
    }))
    throw new AppError('invalid_request', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), {
      issues,
    })
  }
  return {
    task: task.key,
    parameters: z.record(z.string(), z.json()).parse(parsed.data),
    systems: systems ? [...new Set(systems)].sort() : null,
    pair: pair ?? null,
    likeness: likeness === 'yes',
    mcnemar: query.mcnemar === 'yes',
    method: query.method ?? INTERVAL_METHOD,
    classes: query.classes ?? 'fixed',
  }
}

/** Embeddings cost: once they are made everybody reads them, but only managers have them made. */
async function refuseLikeness(project: LoadedProject): Promise<void> {
  authorizeProject('project.manage', project, 'Only managers have texts compared by meaning, since that costs.')
  if ((await likenessModel()) === null)
    throw new AppError(
      'rule',
      'This server has no model of embeddings (ASSAY_EMBEDDING_MODEL), so meanings cannot be compared.',
    )
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')

/** Nobody makes it any more, or it was kept in a form that is not read here: it is to be made anew. */
function isStuck({ id, body, error, askedAt }: EvaluationReport): boolean {
  if (body !== null) return readStored(evaluationReportSchema, body, `report of id ${id}`) === null
  return Date.now() - askedAt.getTime() > (error === null ? AGAIN_AFTER_MS : FAILED_AGAIN_AFTER_MS)
}

async function orderReport(
  tx: Tx,
  reportKey: { projectId: string; task: string; asked: string },
  version: string,
  reportRequest: Asked,
): Promise<KeptReport> {
  await tx.$queryRaw`select 1 from projects where id = ${reportKey.projectId}::uuid for no key update`
  const existingReport = await tx.evaluationReport.findUnique({ where: { projectId_task_asked: reportKey } })
  // Somebody else has asked for the same meanwhile.
  if (existingReport?.version === version && !isStuck(existingReport)) return existingReport
  if (existingReport) await tx.evaluationReport.delete({ where: { id: existingReport.id } })
  const row = await tx.evaluationReport.create({ data: { ...reportKey, version } })
  await enqueue(
    tx,
    makeReportJob,
    { reportId: row.id, version, asked: reportRequest },
    { jobKey: `evaluation_report/${row.id}` },
  )
  const outdatedReports = await tx.evaluationReport.findMany({
    where: { projectId: reportKey.projectId },
    orderBy: { askedAt: 'desc' },
    skip: KEPT_REPORTS,
    select: { id: true },
  })
  if (outdatedReports.length > 0)
    await tx.evaluationReport.deleteMany({ where: { id: { in: outdatedReports.map(({ id }) => id) } } })
  return row
}

/** Tells how far a report has come, which is a sign of life as well; false where nobody waits for it any more. */
export async function tellProgress(reportId: string, permille: number): Promise<boolean> {
  const { rowCount } = await pool().query(
    'update evaluation_reports set progress = greatest(progress, $2), asked_at = now() where id = $1',
    [reportId, Math.min(1000, Math.max(0, Math.round(permille)))],
  )
  return rowCount === 1
}
