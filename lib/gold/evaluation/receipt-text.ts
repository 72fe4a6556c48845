/** The receipt of a kept report: gold and predictions are read once more, and nothing is resampled. */
import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '@/lib/platform/server/errors'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { rateTasks } from '@/lib/quality/agreement/queries'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { askedOf, versionOf } from './ask-report'
import type { ReportQuery } from './report/contract'
import { addGold, addPredictions, listSources } from './score-systems'
import type { EvaluationReport } from './scoring/report-schema'
import { startEvaluation } from './scoring/start-evaluation'

interface KeptReport {
  project: LoadedProject
  task: EvaluationTask
  query: ReportQuery
  report: EvaluationReport
  /** Of the gold and the predictions that it was made from. */
  version: string
}

/** As JSON, or as a program that computes it again. Errors: `conflict` where gold or predictions have changed since. */
export async function receiptText(
  { project, task, query, report, version }: KeptReport,
  { asProgram }: { asProgram: boolean },
): Promise<string> {
  const { parameters, systems } = askedOf(task, query)
  const evaluation = startEvaluation(task, task.parameters.parse(parameters))
  const { signal } = new AbortController()
  // As before a report: a project that has moved to another version and back has the report's gold, but no ratings yet.
  if (task.measure !== undefined) await rateTasks(project.id)
  await addGold(evaluation, { projectId: project.id, protocolId: project.protocolId, task }, signal)
  await addPredictions(evaluation, task, await listSources(project.id, task.key), {
    systems: systems && new Set(systems),
    onRead: async () => undefined,
  })
  const { seed } = report.bootstrap
  await evaluation.report({ resamples: 0, pairs: [], seed })
  if ((await versionOf(project, task)) !== version)
    throw new AppError('conflict', 'The gold or the predictions have changed meanwhile. Try again in a moment.')
  const receipt = `${JSON.stringify(evaluation.receipt(report))}\n`
  if (!asProgram) return receipt
  const program = await readFile(path.join(process.cwd(), 'public/receipts/recompute-evaluation.mjs'), 'utf8')
  return `// A receipt of Assay and the program that computes it again: node <this file>\nglobalThis.receipt =\n${receipt}${program}`
}
