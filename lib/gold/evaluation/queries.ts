import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { prisma } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { protocolById } from '@/lib/protocols'
import type { EvaluationTask } from '@/lib/protocols/evaluation'
import { evaluationTasks } from '@/lib/protocols/evaluations'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { recordGoldReadsInPortions } from '@/lib/workspace/tasks/record-gold-reads'
import { askReport, type KeptReport } from './ask-report'
import { DETAIL_PAGE, type EvaluationDetail, type Evaluations, type TaskView } from './contract'
import { likenessModel } from './likeness'
import { loadEvaluation, loadReadable, readsUnits, taskOf } from './load-evaluation'
import { missedOf, presentEvaluation, problemsOf } from './present'
import { goldState } from './read-gold'
import type { ReportAnswer, ReportQuery } from './report/contract'
import { evaluationReportSchema } from './scoring/report-schema'

export { listErrors } from './list-errors'

/** What a project's gold can score and the systems that are there, for managers, reviewers and viewers. */
export async function listEvaluations(actor: Actor, projectId: string): Promise<Evaluations> {
  const project = await loadReadable(prisma(), actor, projectId)
  const tasks = await evaluationTasks(project.protocolId)
  const rows = await prisma().evaluation.findMany({
    where: { projectId, task: { in: tasks.map(({ key }) => key) } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const canChange = canProject('project.manage', project.subject) && !project.subject.archived
  return {
    tasks: await presentTasks(project, tasks),
    evaluations: rows.map(presentEvaluation),
    runs: canChange ? await listRuns(projectId, tasks, rows) : [],
    canChange,
    hasReceipts: readsUnits(project),
    maxBytes: env().ASSAY_MAX_UPLOAD,
    likenessModel: canChange ? await likenessModel() : null,
  }
}

async function presentTasks({ id, protocolId }: LoadedProject, tasks: readonly EvaluationTask[]): Promise<TaskView[]> {
  const { stages } = protocolById(protocolId)
  const gold = new Map<string, number>()
  for (const stage of new Set(tasks.flatMap((task) => (task.stage === null ? [] : [task.stage]))))
    gold.set(stage, (await goldState(id, stage)).items)
  return tasks.map((task) => ({
    key: task.key,
    title: task.title,
    summary: task.summary,
    source: task.source,
    takesRuns: task.fromProposals !== undefined,
    comparesMeanings: task.scorings(task.parameters.parse({})).some(({ similar }) => similar !== undefined),
    fields: task.fields.map(({ name, required, text, mayAbstain }) => ({
      name,
      required,
      text: mayAbstain ? `${text} null where the system abstained.` : text,
    })),
    example: [...task.example],
    strata: task.strata.map((each) => ({ ...each })),
    stage: stages.find((each) => each.key === task.stage)?.title ?? null,
    stageKey: task.stage,
    gold: task.stage === null ? 0 : (gold.get(task.stage) ?? 0),
    // As it is filled in: what has a default may be left out.
    parameters: z.json().parse(z.toJSONSchema(task.parameters, { io: 'input' })),
  }))
}

/** Ended runs on the stages of tasks that score runs, which are no systems yet. */
async function listRuns(
  projectId: string,
  tasks: readonly EvaluationTask[],
  added: readonly { task: string; runId: string | null }[],
): Promise<Evaluations['runs']> {
  const scoring = tasks.filter(({ fromProposals, stage }) => fromProposals && stage !== null)
  if (scoring.length === 0) return []
  const runs = await prisma().run.findMany({
    where: {
      projectId,
      state: { in: ['done', 'cancelled'] },
      OR: [{ suggestions: { some: {} } }, { kind: 'evaluation', items: { some: { suggestions: { gt: 0 } } } }],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: { id: true, name: true, stageKey: true },
  })
  return scoring.flatMap(({ key, stage }) =>
    runs
      .filter(
        ({ id, stageKey }) => stageKey === stage && !added.some(({ task, runId }) => task === key && runId === id),
      )
      .map(({ id, name }) => ({ task: key, id, name })),
  )
}

/** Uploaded predictions with their problems, and with what stood for nothing in the gold when they came. */
export async function getEvaluation(actor: Actor, evaluationId: string, page: number): Promise<EvaluationDetail> {
  const row = await loadEvaluation(prisma(), actor, evaluationId)
  await loadReadable(prisma(), actor, row.projectId)
  const problems = problemsOf(row)
  const missed = missedOf(row)
  // What finds no target tells a little of what gold holds.
  await recordGoldReadsInPortions(actor, row.projectId)
  const slicePage = <T>(all: readonly T[]) => all.slice((page - 1) * DETAIL_PAGE, page * DETAIL_PAGE)
  return {
    ...presentEvaluation(row),
    problems: slicePage(problems),
    missed: slicePage(missed),
    pages: Math.max(1, Math.ceil(Math.max(problems.length, missed.length) / DETAIL_PAGE)),
  }
}

/** The report of a task, made of today's gold and predictions; whoever reads it is remembered as knowing the gold. */
export async function getReport(actor: Actor, projectId: string, query: ReportQuery): Promise<ReportAnswer> {
  const project = await loadReadable(prisma(), actor, projectId)
  const storedReport = await askReport(project, await taskOf(project, query.task), query)
  const answer = presentReport(storedReport)
  if (answer.report) await recordGoldReadsInPortions(actor, projectId)
  return answer
}

export function presentReport({ version, progress, body, error }: KeptReport): ReportAnswer {
  const read = body === null ? null : evaluationReportSchema.parse(body)
  const state = read ? 'ready' : error === null ? 'pending' : 'failed'
  return { state, version, progress: progress / 1000, error, report: read }
}
