import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { DerivedTask } from './derive-task'
import type { FrozenTask } from './frozen-task'
import { LEDGER_VERSION } from './version'

/** A task with the rows that were derived of it. */
export interface Derivation {
  task: FrozenTask
  derived: DerivedTask
}

/**
 * Puts derivations in the place of earlier ones. A task that somebody is changing at this moment is left for the next
 * time, so that nobody waits for anybody. What is derived as it stood keeps its serial: figures made of it stay true.
 * Returns how many tasks were written.
 */
export async function writeRatings(tx: Tx, projectId: string, derivations: readonly Derivation[]): Promise<number> {
  const free = await lockFree(
    tx,
    derivations.map(({ task }) => task.taskId),
  )
  const writable = derivations.filter(({ task }) => free.has(task.taskId))
  const ids = writable.map(({ task }) => task.taskId)
  if (ids.length === 0) return 0
  const kept = await readKept(tx, ids)
  const isKept = ({ task, derived }: Derivation) => kept.get(task.taskId) === printOf(bookOf(task), derived)
  const changed = writable.filter((each) => !isKept(each))
  await clear(
    tx,
    changed.map(({ task }) => task.taskId),
  )
  await insertRows(tx, changed)
  await insertTasks(tx, projectId, writable, new Set(changed))
  return writable.length
}

/** Of these tasks, those that nobody is changing now; they stay as they are until the transaction ends. */
async function lockFree(tx: Tx, taskIds: readonly string[]): Promise<Set<string>> {
  const ids = [...taskIds]
  const free = await tx.$queryRaw<{ id: string }[]>`
    select id from tasks where id = any(${ids}::uuid[]) order by id for key share skip locked`
  const rated = await tx.$queryRaw<{ id: string }[]>`
    select task_id id from rated_tasks where task_id = any(${ids}::uuid[]) order by task_id for update skip locked`
  const known = await tx.$queryRaw<
    { id: string }[]
  >`select task_id id from rated_tasks where task_id = any(${ids}::uuid[])`
  const mine = new Set(rated.map(({ id }) => id))
  const others = new Set(known.map(({ id }) => id).filter((id) => !mine.has(id)))
  return new Set(free.map(({ id }) => id).filter((id) => !others.has(id)))
}

type Book = [week: string | null, guideline: number | null, annotations: number, notIndependent: number]

const bookOf = ({ week, guideline, annotations, notIndependent }: FrozenTask): Book => [
  week,
  guideline,
  annotations.length,
  notIndependent,
]

/** Everything that is written of a task, as text that is the same for the same. */
function printOf(book: Book, { units, further, compared }: DerivedTask): string {
  const rows = [
    ...units.map(({ measure, unitKey, raters, codes, arms }) => ['u', measure, unitKey, raters, codes, arms]),
    ...further.map(({ measure, unitKey, rater, code }) => ['f', measure, unitKey, rater, code]),
    ...compared.map(({ comparison, unitKey, first, second, sums }) => ['c', comparison, unitKey, first, second, sums]),
  ]
  return [JSON.stringify(book), ...rows.map((row) => JSON.stringify(row)).sort()].join('\n')
}

interface KeptRow extends DerivedTask {
  taskId: string
  book: Book
}

async function readKept(tx: Tx, taskIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<KeptRow[]>`
    select r.task_id "taskId",
      json_build_array(to_char(r.week, 'YYYY-MM-DD'), r.guideline, r.annotations, r.not_independent) book,
      coalesce((select json_agg(json_build_object('measure', u.measure, 'unitKey', u.unit_key,
        'raters', u.raters, 'codes', u.codes, 'arms', u.arms)) from rated_units u where u.task_id = r.task_id), '[]') units,
      coalesce((select json_agg(json_build_object('measure', f.measure, 'unitKey', f.unit_key,
        'rater', f.rater, 'code', f.code)) from further_ratings f where f.task_id = r.task_id), '[]') further,
      coalesce((select json_agg(json_build_object('comparison', c.comparison, 'unitKey', c.unit_key, 'first', c.first,
        'second', c.second, 'sums', c.sums)) from compared_units c where c.task_id = r.task_id), '[]') compared
    from rated_tasks r where r.task_id = any(${[...taskIds]}::uuid[])`
  return new Map(rows.map(({ taskId, book, ...rated }) => [taskId, printOf(book, rated)]))
}

/** Takes tasks out of the ledger. */
export async function clearRatings(tx: Tx, taskIds: readonly string[]): Promise<void> {
  await clear(tx, taskIds)
  await tx.$executeRaw`delete from rated_tasks where task_id = any(${[...taskIds]}::uuid[])`
}

async function clear(tx: Tx, taskIds: readonly string[]): Promise<void> {
  for (const table of ['rated_units', 'further_ratings', 'compared_units'])
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where task_id = any(${[...taskIds]}::uuid[])`
}

async function insertRows(tx: Tx, changed: readonly Derivation[]): Promise<void> {
  const rows = (of: 'units' | 'further' | 'compared') =>
    JSON.stringify(
      changed.flatMap(({ task: { taskId, stageId }, derived }) =>
        derived[of].map((row) => ({ taskId, stageId, ...row })),
      ),
    )
  await tx.$executeRaw`
    insert into rated_units (task_id, stage_id, measure, unit_key, raters, codes, arms)
    select "taskId", "stageId", measure, "unitKey", raters, codes, arms from json_to_recordset(${rows('units')}::json)
      r("taskId" uuid, "stageId" uuid, measure text, "unitKey" text, raters smallint[], codes smallint[], arms smallint[])`
  await tx.$executeRaw`
    insert into further_ratings (task_id, stage_id, measure, unit_key, rater, code)
    select "taskId", "stageId", measure, "unitKey", rater, code from json_to_recordset(${rows('further')}::json)
      r("taskId" uuid, "stageId" uuid, measure text, "unitKey" text, rater text, code smallint)`
  await tx.$executeRaw`
    insert into compared_units (task_id, stage_id, comparison, unit_key, first, second, sums)
    select "taskId", "stageId", comparison, "unitKey", first, second, sums from json_to_recordset(${rows('compared')}::json)
      r("taskId" uuid, "stageId" uuid, comparison text, "unitKey" text, first smallint, second smallint, sums float8[])`
}

async function insertTasks(
  tx: Tx,
  projectId: string,
  writable: readonly Derivation[],
  changed: ReadonlySet<Derivation>,
): Promise<void> {
  const rows = writable.map((each) => {
    const { taskId, stageId, revision, week, guideline, annotations, notIndependent } = each.task
    const counts = { annotations: annotations.length, notIndependent }
    return { taskId, stageId, revision, week, guideline, ...counts, isNew: changed.has(each) }
  })
  await tx.$executeRaw`
    insert into rated_tasks (task_id, project_id, stage_id, revision, version, week, guideline, annotations, not_independent)
    select "taskId", ${projectId}::uuid, "stageId", revision, ${LEDGER_VERSION}, week, guideline, annotations, "notIndependent"
    from json_to_recordset(${JSON.stringify(rows.filter(({ isNew }) => isNew))}::json)
      r("taskId" uuid, "stageId" uuid, revision int, week date, guideline int, annotations smallint, "notIndependent" smallint)
    on conflict (task_id) do update set revision = excluded.revision, version = excluded.version, serial = excluded.serial,
      week = excluded.week, guideline = excluded.guideline, annotations = excluded.annotations,
      not_independent = excluded.not_independent`
  await tx.$executeRaw`
    update rated_tasks k set revision = r.revision, version = ${LEDGER_VERSION}
    from json_to_recordset(${JSON.stringify(rows.filter(({ isNew }) => !isNew))}::json) r("taskId" uuid, revision int)
    where k.task_id = r."taskId"`
}
