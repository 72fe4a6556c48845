/** Where a person stands in practice, stage by stage: by their last attempt at each item. */
import 'server-only'
import { z } from 'zod'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import type { PracticeSettings, PracticeStage } from './contract'
import { itemHash, listTasks, type ProjectPracticeTask, readSettings } from './items'
import { expectedCounts, judgePractice, type PracticeCells } from './judge'
import { isBar, NO_BAR, questionKey, stateOf } from './rules'

export interface AttemptRow {
  userId: string
  stage: string
  itemKey: string
  attempts: number
  itemHash: string | null
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
  const { bars } = await readSettings(tx, project.id)
  const tasks = await listTasks(tx, project)
  const attempts = await readAttempts(tx, project.id, [userId])
  const begun = await readBegun(tx, project.id, userId)
  return protocolById(project.protocolId).stages.map((stage) => {
    const stageTasks = tasks.filter((task) => task.stage === stage.key)
    const { latest, judged, state } = stageFrame(stage, bars, stageTasks).standingOf(attempts)
    return {
      stage: stage.key,
      title: stage.title,
      items: stageTasks.map((task) => {
        const { key, title, taskId } = task
        const row = latest.get(key)
        return {
          key,
          title,
          own: taskId !== null,
          attempts: row?.attempts ?? 0,
          latest: row ? presentLatest(task, row) : null,
        }
      }),
      state,
      bars: judged,
      begun: begun.has(stage.key),
    }
  })
}

const presentLatest = (task: ProjectPracticeTask, { asExpected, judged, at, ...row }: AttemptRow) => ({
  asExpected,
  judged,
  at: at.toISOString(),
  readable: row.itemHash === itemHash(task),
})

/** A stage with what there is to practise in it, and where somebody stands there by their attempts at its items. */
export function stageFrame(stage: Stage, bars: PracticeSettings['bars'], items: readonly ProjectPracticeTask[]) {
  const hasBars = stage.measures.some(({ key }) =>
    isBar(bars[questionKey({ stage: stage.key, measure: key })] ?? NO_BAR),
  )
  const expected = hasBars ? expectedCounts(stage, items) : new Map()
  return {
    stage,
    items,
    hasBars,
    /** `attempts`: of one person, at items of whatever stage. */
    standingOf(attempts: readonly AttemptRow[]) {
      const latest = new Map(attempts.flatMap((each) => (each.stage === stage.key ? [[each.itemKey, each]] : [])))
      const tried = items.flatMap(({ key }) => latest.get(key) ?? [])
      const judged = judgePractice(stage, bars, {
        expected,
        items: items.length,
        attempts: tried.map(({ cells }) => cellsSchema.catch({}).parse(cells)),
      })
      return { latest, tried, judged, state: stateOf({ items: items.length, tried: tried.length, judged }) }
    },
  }
}

/** The last attempts at each item, of these people. */
export function readAttempts(tx: Tx, projectId: string, userIds: readonly string[]): Promise<AttemptRow[]> {
  return tx.$queryRaw<AttemptRow[]>`
    select a.user_id "userId", a.stage, a.item_key "itemKey", a.as_expected "asExpected", a.judged, a.cells, a.at, a.attempts,
      a.item_hash "itemHash"
    from practice_attempts a where a.project_id = ${projectId}::uuid and a.user_id = any(${userIds}::uuid[])`
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

/** Of these projects those in which the person has begun a task, of whatever kind. */
export async function listBegunProjects(
  db: Pick<Tx, '$queryRaw'>,
  projectIds: readonly string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  if (projectIds.length === 0) return new Set()
  const rows = await db.$queryRaw<{ id: string }[]>`
    select distinct coalesce(k.project_id, s.project_id) "id" from stages s left join calibrations k on k.shadow_id = s.project_id
    where (s.project_id = any(${projectIds}::uuid[]) or k.project_id = any(${projectIds}::uuid[])) and exists (
      select 1 from annotations n join tasks t on t.id = n.task_id
      where t.stage_id = s.id and n.user_id = ${userId}::uuid and n.origin = 'person')`
  return new Set(rows.map(({ id }) => id))
}
