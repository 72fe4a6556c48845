/**
 * The agreement of a project: read in one transaction, counted by the pure functions beside this file. Only frozen,
 * independent answers of revealed tasks are ever read.
 */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import type { Actor } from '@/lib/policy/actor'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/projects/queries'
import { protocolById } from '@/lib/protocols'
import type { Protocol, Stage } from '@/lib/protocols/protocol'
import { type Tx, transaction } from '@/lib/server/db'
import { rememberRead } from '@/lib/tasks/remember-read'
import { type Annotator, listAnnotators } from './annotators'
import { type Agreement, type getAgreementEndpoint, type StageAgreement, THRESHOLDS } from './contract'
import { measureFigures } from './figures'
import type { FigureOptions } from './pairs'
import { ratedUnits } from './rated-units'
import { listUnread, readProgress, readStage, type StageProgress, type StageRows } from './read-tasks'
import { RULES } from './rules'

// For exports, which give the same ratings of the same people.
export { listAnnotators } from './annotators'
export { countTask } from './counted-task'
export { positionsBehind } from './positions-behind'
export { ratingOf } from './rated-units'

type Query = z.output<NonNullable<typeof getAgreementEndpoint.query>>

/** Up to so many revealed tasks, intervals take a fraction of a second. */
const QUICK_TASKS = 500
/** Reads are remembered in portions, so that no statement grows without limit. */
const REMEMBER_AT_ONCE = 1000

interface StageData extends StageRows {
  stage: Stage
  progress: StageProgress | undefined
}

interface Data {
  project: LoadedProject
  protocol: Protocol
  stages: StageData[]
  annotators: Annotator[]
}

/**
 * Agreement for managers, reviewers and viewers. Managers and reviewers also learn which items are behind
 * each figure, and are remembered as having read the answers. Names are for managers, once all that is counted is gold:
 * before that they would tell who holds which lane of a task still to be settled.
 */
export async function getAgreement(actor: Actor, projectId: string, query: Query): Promise<Agreement> {
  const data = await transaction((tx) => readData(tx, actor, projectId))
  const { project, protocol, stages } = data
  const isManager = project.subject.role === 'manager'
  const showsItems = project.subject.role !== 'viewer'
  const counted = stages.reduce((sum, { tasks }) => sum + tasks.length, 0)
  const intervals = query.intervals === 'always' || counted <= QUICK_TASKS
  const raters = presentRaters(data, isManager && stages.every(({ settled }) => settled))
  const options = { raterKeys: raters.map(({ key }) => key), intervals, showsItems }
  const presented: StageAgreement[] = []
  for (const stage of stages) presented.push(await presentStage(data, stage, options, isManager))
  const present = new Set(stages.flatMap(({ tasks }) => tasks.flatMap(({ annotations }) => annotations)).map(userOf))
  return {
    project: { id: project.id, name: project.name, protocol: protocol.title },
    rules: RULES,
    thresholds: [...THRESHOLDS],
    intervals: intervals ? 'complete' : 'pending',
    showsItems,
    raters: raters.filter((_, index) => present.has(data.annotators[index]?.userId ?? '')),
    stages: presented,
  }
}

const userOf = ({ userId }: { userId: string }) => userId

async function readData(tx: Tx, actor: Actor, projectId: string): Promise<Data> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.agreement', project, 'Agreement is for managers, reviewers and viewers of a project.')
  const protocol = protocolById(project.protocolId)
  const rows = await tx.stage.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: { id: true, key: true },
  })
  const progress = await readProgress(tx, projectId)
  const stages: StageData[] = []
  for (const { id, key } of rows) {
    const stage = protocol.stages.find((candidate) => candidate.key === key)
    if (!stage) throw new Error(`protocol ${protocol.id} has no stage ${key}`)
    stages.push({
      stage,
      progress: progress.find(({ stageId }) => stageId === id),
      ...(await readStage(tx, id, stage)),
    })
  }
  if (project.subject.role !== 'viewer') await rememberAll(tx, actor, stages)
  return { project, protocol, stages, annotators: await listAnnotators(tx, projectId) }
}

/** The items behind a cell tell who answered what, so a reader of the cells has read the answers. */
async function rememberAll(tx: Tx, actor: Actor, stages: readonly StageData[]): Promise<void> {
  const taskIds = stages.flatMap(({ tasks }) => tasks.map(({ taskId }) => taskId))
  const unread = await listUnread(tx, actor.userId, taskIds)
  for (let start = 0; start < unread.length; start += REMEMBER_AT_ONCE)
    await rememberRead(tx, actor, unread.slice(start, start + REMEMBER_AT_ONCE), 'agreement')
}

function presentRaters({ annotators }: Data, named: boolean): Agreement['raters'] {
  return annotators.map((annotator, index) => ({
    key: `a${index + 1}`,
    name: named ? annotator.named : annotator.alias,
    userId: named ? annotator.userId : null,
  }))
}

async function presentStage(
  { protocol, annotators }: Data,
  { stage, tasks, progress, notIndependent }: StageData,
  options: FigureOptions,
  isManager: boolean,
): Promise<StageAgreement> {
  const measures: StageAgreement['measures'] = []
  for (const measure of stage.measures) {
    // Resampling is long work on one thread; others' requests come in between.
    await setImmediate()
    const units = ratedUnits(measure, tasks, annotators.map(userOf))
    const { key, title, unitOfAnalysis, level, categories } = measure
    measures.push({
      ...{ key, title, unitOfAnalysis, level, categories: [...categories] },
      ...measureFigures(measure, units, protocol.domains, options),
    })
  }
  return {
    key: stage.key,
    title: stage.title,
    tasks: {
      counted: tasks.filter(({ annotations }) => annotations.length > 0).length,
      singleRated: tasks.filter(({ annotations }) => annotations.length === 1).length,
      withoutAnnotation: tasks.filter(({ annotations }) => annotations.length === 0).length,
      discarded: progress?.discarded ?? 0,
      inProgress: isManager ? (progress?.inProgress ?? 0) : null,
    },
    notIndependent,
    measures,
  }
}
