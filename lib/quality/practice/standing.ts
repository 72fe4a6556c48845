/** Where a person stands in practice, stage by stage: by their last attempt at each item. */
import 'server-only'
import { z } from 'zod'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import type { PracticeSettings, PracticeStage } from './contract'
import { listTasks, type ProjectPracticeTask, readSettings } from './items'
import { expectedCounts, judgePractice, type PracticeCells } from './judge'
import { isBar, NO_BAR, questionKey, stateOf } from './rules'

interface AttemptRow {
  stage: string
  itemKey: string
  attempts: number
  asExpected: number
  judged: number
  cells: unknown
  at: Date
}

const cellsSchema: z.ZodType<PracticeCells> = z.record(z.string(), z.array(z.number()))

/** Every stage of the project as the person stands in it. */
export async function readStages(
  tx: Tx,
  project: { id: string; protocolId: string },
  userId: string,
): Promise<PracticeStage[]> {
  const settings = await readSettings(tx, project.id)
  const tasks = await listTasks(tx, project)
  const attempts = await readAttempts(tx, project.id, userId)
  const begun = await readBegun(tx, project.id, userId)
  return protocolById(project.protocolId).stages.map((stage) => {
    const of = (rows: readonly { stage: string }[]) => rows.filter((row) => row.stage === stage.key)
    return {
      ...presentStage(stage, settings, {
        tasks: of(tasks) as ProjectPracticeTask[],
        attempts: of(attempts) as AttemptRow[],
      }),
      begun: begun.has(stage.key),
    }
  })
}

interface StageParts {
  tasks: readonly ProjectPracticeTask[]
  attempts: readonly AttemptRow[]
}

function presentStage(
  stage: Stage,
  { bars }: PracticeSettings,
  { tasks, attempts }: StageParts,
): Omit<PracticeStage, 'begun'> {
  const latest = new Map(attempts.map((attempt) => [attempt.itemKey, attempt]))
  const tried = tasks.flatMap(({ key }) => latest.get(key) ?? [])
  const hasBar = stage.measures.some(({ key }) =>
    isBar(bars[questionKey({ stage: stage.key, measure: key })] ?? NO_BAR),
  )
  const judged = judgePractice(stage, bars, {
    expected: hasBar ? expectedCounts(stage, tasks) : new Map(),
    items: tasks.length,
    attempts: tried.map(({ cells }) => cellsSchema.catch({}).parse(cells)),
  })
  return {
    stage: stage.key,
    title: stage.title,
    items: tasks.map(({ key, title, taskId }) => {
      const row = latest.get(key)
      const last = row && { asExpected: row.asExpected, judged: row.judged, at: row.at.toISOString() }
      return { key, title, own: taskId !== null, attempts: row?.attempts ?? 0, latest: last ?? null }
    }),
    state: stateOf({ items: tasks.length, tried: tried.length, judged }),
    bars: judged,
  }
}

function readAttempts(tx: Tx, projectId: string, userId: string): Promise<AttemptRow[]> {
  return tx.$queryRaw<AttemptRow[]>`
    select distinct on (a.stage, a.item_key) a.stage, a.item_key "itemKey", a.as_expected "asExpected", a.judged, a.cells, a.at,
      (count(*) over (partition by a.stage, a.item_key))::int "attempts"
    from practice_attempts a where a.project_id = ${projectId}::uuid and a.user_id = ${userId}::uuid
    order by a.stage, a.item_key, a.at desc, a.id desc`
}

/** The stages in which the person has begun a task, of whatever kind: a copy that is served blind looks like any other. */
async function readBegun(tx: Tx, projectId: string, userId: string): Promise<ReadonlySet<string>> {
  // Stage by stage, so that it is read no further than to the first task.
  const rows = await tx.$queryRaw<{ key: string }[]>`
    select distinct s.key from stages s left join calibrations k on k.shadow_id = s.project_id
    where (s.project_id = ${projectId}::uuid or k.project_id = ${projectId}::uuid) and exists (
      select 1 from annotations n join tasks t on t.id = n.task_id
      where t.stage_id = s.id and n.user_id = ${userId}::uuid and n.origin = 'person')`
  return new Set(rows.map(({ key }) => key))
}
