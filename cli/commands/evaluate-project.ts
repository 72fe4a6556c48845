import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { CliError, EXIT } from '@/cli/exit-codes'
import { readablePath } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import {
  getEvaluationEndpoint,
  listEvaluationsEndpoint,
  uploadPredictionsEndpoint,
} from '@/lib/gold/evaluation/contract'
import { getReportEndpoint } from '@/lib/gold/evaluation/report/contract'
import { isUnderWay } from '@/lib/gold/evaluation/rules'
import type { EvaluationReport } from '@/lib/gold/evaluation/scoring/report-schema'
import { protocols } from '@/lib/protocols'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'

const POLL_MS = 300

/** What is asked of a project of the server. */
export interface ProjectEvaluation {
  project: string
  predictions: readonly string[]
  /** The settings. */
  parameters(): Record<string, unknown>
}

/** The tasks of the project's protocol, found here by what the server says of them. */
export async function projectTasks(session: Session, given: string): Promise<EvaluationTask[]> {
  const { id: projectId } = await session.project(given)
  const { tasks } = await session.call(listEvaluationsEndpoint, { params: { projectId } })
  const own = protocols
    .map(({ id }) => evaluationTasks(id))
    .find(
      (known) =>
        tasks.length > 0 &&
        tasks.every(({ key, title }) => known.some((each) => each.key === key && each.title === title)),
    )
  return [...(own ?? [])]
}

/** Uploads predictions to a project and waits for the report of all its systems. @throws CliError */
export async function evaluateProject(
  session: Session,
  task: EvaluationTask,
  { project, predictions, parameters }: ProjectEvaluation,
): Promise<EvaluationReport> {
  const { id: projectId } = await session.project(project)
  const settings = JSON.stringify(parameters())
  for (const file of predictions) await upload(session, projectId, task.key, file)
  for (;;) {
    const query = { task: task.key, parameters: settings }
    const { state, report, error, progress } = await session.call(getReportEndpoint, { params: { projectId }, query })
    if (state === 'ready' && report) {
      session.output.endProgress()
      return report
    }
    if (state === 'failed') throw new CliError(EXIT.failed, error ?? 'The report could not be made.')
    session.output.progress(`Scoring ${Math.round(progress * 100)} %`)
    await pause(POLL_MS)
  }
}

async function upload(session: Session, projectId: string, task: string, file: string): Promise<void> {
  const full = await readablePath(file)
  const bytes = Readable.toWeb(createReadStream(full)) as ReadableStream<Uint8Array>
  const query = { task, fileName: path.basename(full) }
  const { id } = await session.call(uploadPredictionsEndpoint, { params: { projectId }, query, body: bytes })
  for (;;) {
    const current = await session.call(getEvaluationEndpoint, { params: { evaluationId: id }, query: {} })
    if (!isUnderWay(current.state)) {
      session.output.endProgress()
      if (current.state === 'done') return
      for (const { line, message, fix } of current.problems.slice(0, 20)) {
        session.output.note(`${file}, line ${line}: ${message} ${fix}`)
      }
      const said = current.error ?? `${current.problemCount} problem(s) in ${file}. Nothing was added.`
      throw new CliError(current.state === 'refused' ? EXIT.refused : EXIT.failed, said)
    }
    session.output.progress(`Checking ${Math.round(current.progress * 100)} %`)
    await pause(POLL_MS)
  }
}
