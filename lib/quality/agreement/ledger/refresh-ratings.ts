/** Keeps the ledger of ratings up to date with the project's revealed tasks. */
import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { Prisma } from '@/generated/prisma/client'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Stage } from '@/lib/protocols/protocol'
import { type DerivedTask, deriveTask } from './derive-task'
import type { FrozenTask } from './frozen-task'
import { rateTasksJob } from './jobs'
import { numberAnnotators } from './number-annotators'
import { numberVoters } from './number-voters'
import { readFrozen } from './read-frozen'
import { COUNTED, FIGURES_VERSION, LEDGER_VERSION, NOT_COUNTED } from './version'

/** So many tasks at once take half a second on a machine with nothing else to do. */
export const PORTION = 500
/** Tasks that are read, derived and written one behind the other, so that the database works while the one before is derived. */
const PIECE = 125

export interface LedgerState {
  /** The data that figures are made from: another version, other figures. */
  version: string
  /** Revealed tasks that wait to be put through the measures, by the id of their stage. */
  awaited: Record<string, number>
  /** Tasks that are counted, and the independent annotations of them. */
  counted: number
  annotations: number
  /** Another number where a task has left since: figures made before may hold what nobody may know any more. */
  departures: number
  /** Tasks that are in the ledger still, and not revealed any more. */
  gone: number
}

/** Does nothing wait to be put through the measures, or to be taken out? */
export const isSettled = ({ awaited, gone }: LedgerState): boolean => gone === 0 && countAllAwaited({ awaited }) === 0

/** Tasks of all stages. */
export const countAllAwaited = ({ awaited }: Pick<LedgerState, 'awaited'>): number =>
  Object.values(awaited).reduce((sum, count) => sum + count, 0)

type Ledgered = { id: string; protocolId: string }

/**
 * Puts up to `most` revealed tasks through their measures that have not been, or have changed since; a job does the rest.
 * Everything that reads the ledger calls this first, in its own transaction.
 */
export async function refreshRatings(
  tx: Tx,
  project: Ledgered,
  { most = PORTION }: { most?: number } = {},
): Promise<LedgerState> {
  const before = await readLedger(tx, project.id)
  if (isSettled(before)) return before
  const { isLast } = await ratePortion(tx, project, { most })
  if (!isLast) await enqueue(tx, rateTasksJob, { projectId: project.id }, { jobKey: `rate tasks of ${project.id}` })
  return readLedger(tx, project.id)
}

/** What came of a portion: how many tasks were rated, and whether none waits behind it. */
export interface RatedPortion {
  rated: number
  isLast: boolean
  /** Tasks that somebody else held, which are left for the next time. */
  skipped: number
}

/** Keeps everybody else from writing the project's ledger until the transaction ends. */
export async function holdLedger(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('rate tasks of ' || ${projectId}, 0))`
}

/**
 * Puts these tasks through their measures where they wait for it and somebody gave independent answers; the rest of the project is left as it
 * is. For what shows one item, and no figures of the whole. False where one of them is not rated, because somebody else holds it.
 */
export async function rateWaiting(tx: Tx, project: Ledgered, taskIds: readonly string[]): Promise<boolean> {
  const waiting = await tx.$queryRaw<{ id: string }[]>`
    select t.id from tasks t left join rated_tasks r on r.task_id = t.id
    where t.id = any(${[...taskIds]}::uuid[]) and ${AWAITED} and exists (
      select 1 from annotations n where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.independent)`
  const only = waiting.map(({ id }) => id)
  if (only.length === 0) return true
  const { skipped } = await ratePortion(tx, project, { most: only.length, only })
  return skipped === 0
}

/** Waits until nobody holds one of these tasks; by itself, so that it holds nothing that somebody waits for meanwhile. */
export const untilFree = (taskIds: readonly string[]): Promise<number> =>
  transaction(
    (tx) => tx.$executeRaw`select id from tasks where id = any(${[...taskIds]}::uuid[]) order by id for update`,
  )

/**
 * Up to `most` of the tasks that wait, in the order of stages and items, once what is counted no more has left the ledger. Looks at all tasks of the
 * project, which would be most of the time if each portion of many did it.
 */
export async function findWaiting(tx: Tx, project: Ledgered, most: number): Promise<string[]> {
  await holdLedger(tx, project.id)
  await removeGone(tx, project.id)
  return (await selectWaiting(tx, project, { most })).map(({ id }) => id)
}

const selectWaiting = (tx: Tx, project: Ledgered, { most, only }: { most: number; only?: readonly string[] }) =>
  tx.$queryRaw<{ id: string; stage: string }[]>`
    select t.id, s.key stage
    from tasks t join stages s on s.id = t.stage_id left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${project.id}::uuid and ${AWAITED}
      ${only ? Prisma.sql`and t.id = any(${[...only]}::uuid[])` : Prisma.empty}
    order by s.position, t.position limit ${most}`

/** Rates up to `most` tasks of those that wait, in the order of stages and items; `only`: of these, whatever else has changed. */
export async function ratePortion(
  tx: Tx,
  project: Ledgered,
  { most, only, piece = PIECE }: { most: number; only?: readonly string[]; piece?: number | undefined },
): Promise<RatedPortion> {
  await holdLedger(tx, project.id)
  await numberAnnotators(tx, project.id)
  if (!only) await removeGone(tx, project.id)
  const found = await selectWaiting(tx, project, { most: most + 1, ...(only ? { only } : {}) })
  // Under the lock: the project may have moved to another version of its protocol since it was loaded.
  const { protocolId } = await tx.project.findUniqueOrThrow({ where: { id: project.id }, select: { protocolId: true } })
  const protocol = protocolById(protocolId)
  const portion = found.slice(0, most)
  let rated = 0
  let heldCount = 0
  for (const key of new Set(portion.map(({ stage }) => stage))) {
    const stage = stageByKey(protocol, key)
    const ids = await holdStill(
      tx,
      portion.filter((row) => row.stage === key).map(({ id }) => id),
    )
    heldCount += ids.length
    if (stage.consolidation === 'votes') await numberVoters(tx, project.id, ids)
    rated += await rateFree(tx, { projectId: project.id, stage }, ids, piece)
  }
  return { rated, isLast: found.length <= most, skipped: portion.length - heldCount }
}

/**
 * Of these tasks those that nobody is changing, held until the transaction ends: whoever adds a suggestion refers to the
 * task, and so waits, or is not waited for. None comes in between what is read here and what is written. The others are
 * left for the next time.
 */
async function holdStill(tx: Tx, taskIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tasks where id = any(${taskIds}::uuid[]) order by id for update skip locked`
  return rows.map(({ id }) => id)
}

/** Rates tasks that are held. A piece is read, and the one before it written, while another is derived. Returns how many were rated. */
async function rateFree(
  tx: Tx,
  { projectId, stage }: { projectId: string; stage: Stage },
  taskIds: readonly string[],
  piece: number,
): Promise<number> {
  const readPiece = (start: number) => readFrozen(tx, stage, projectId, taskIds.slice(start, start + piece))
  let rated = 0
  let reading = readPiece(0)
  let writing = Promise.resolve(0)
  try {
    for (let start = 0; start < taskIds.length; start += piece) {
      const tasks = await reading
      reading = start + piece < taskIds.length ? readPiece(start + piece) : Promise.resolve([])
      // What goes wrong with it is thrown where it is awaited.
      reading.catch(() => undefined)
      const [derivations, written] = await Promise.all([deriveAll(stage, tasks), writing])
      rated += written
      writing = writeRatings(tx, projectId, derivations)
      writing.catch(() => undefined)
    }
    return rated + (await writing)
  } finally {
    // The transaction ends once nothing is under way in it any more.
    await Promise.allSettled([reading, writing])
  }
}

/** Aligning lists is long work on one thread; others' requests come in between. */
async function deriveAll(stage: Stage, tasks: readonly FrozenTask[]): Promise<Derivation[]> {
  const derivations: Derivation[] = []
  for (const task of tasks) {
    derivations.push({ task, derived: deriveTask(stage, task) })
    await setImmediate()
  }
  return derivations
}

/** What was sent back or discarded leaves the ledger, whoever reads it next. */
async function removeGone(tx: Tx, projectId: string): Promise<void> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select r.task_id id from rated_tasks r join tasks t on t.id = r.task_id
    where r.project_id = ${projectId}::uuid and ${NOT_COUNTED} order by r.task_id`
  if (rows.length > 0)
    await clearRatings(
      tx,
      projectId,
      rows.map(({ id }) => id),
    )
}

/** Was the row `r` of the ledger derived of the task `t` as it is? Neither yes nor no where there is none. */
const DERIVED = Prisma.sql`(r.version = ${LEDGER_VERSION} and r.revision = t.revision)`
const AWAITED = Prisma.sql`(${COUNTED} and ${DERIVED} is not true)`

/** Of the project's counted tasks to which somebody gave answers, those that are not derived yet. */
export async function countAwaited(tx: Tx, projectId: string, userId: string): Promise<number> {
  const rows = await tx.$queryRaw<{ awaited: number }[]>`
    select count(*)::int awaited from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid and ${AWAITED}
      and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid)`
  return rows[0]?.awaited ?? 0
}

interface StageState {
  stageId: string
  awaited: number
  counted: number
  annotations: number
  serials: string
  last: string
  gone: number
}

/**
 * A task enters with a serial of its own and leaves with it, so their number, sum and maximum tell what is counted. Slices by
 * domain, source and tag follow what managers say of items, so their number of changes tells which slices there were. Only reads: what else
 * is read in the same snapshot is of exactly this version.
 */
export async function readLedger(tx: Tx, projectId: string): Promise<LedgerState> {
  const { factsVersion } = await tx.project.findUniqueOrThrow({
    where: { id: projectId },
    select: { factsVersion: true },
  })
  const left = await tx.ledgerDepartures.findUnique({ where: { projectId }, select: { times: true } })
  const rows = await tx.$queryRaw<StageState[]>`
    select x.stage_id "stageId", (count(x.serial) filter (where x.counted))::int counted,
           coalesce(sum(x.serial) filter (where x.counted), 0)::text serials,
           coalesce(max(x.serial) filter (where x.counted), 0)::text last,
           coalesce(sum(x.annotations) filter (where x.counted), 0)::int annotations,
           (count(*) filter (where x.counted and x.derived is not true))::int awaited,
           (count(x.serial) filter (where not x.counted))::int gone
    from (
      -- Whether a task is counted is asked once of each, and not of each figure.
      select t.stage_id, r.serial, r.annotations, ${DERIVED} derived, t.state in (${Prisma.raw(REVEALED_SQL)}) and d.id is null counted
      from tasks t left join rated_tasks r on r.task_id = t.id left join items d on d.id = t.item_id and d.discarded_at is not null
      where t.project_id = ${projectId}::uuid) x
    group by x.stage_id order by x.stage_id`
  const parts = rows
    .filter(({ counted }) => counted > 0)
    .map(({ stageId, counted, serials, last }) => `${stageId}:${counted}:${serials}:${last}`)
  const facts = factsVersion > 0 ? [`facts:${factsVersion}`] : []
  const sum = (count: (row: StageState) => number) => rows.reduce((total, row) => total + count(row), 0)
  return {
    version: [PROGRAM, ...parts, ...facts].join('/'),
    awaited: Object.fromEntries(rows.map(({ stageId, awaited }) => [stageId, awaited])),
    counted: sum(({ counted }) => counted),
    annotations: sum(({ annotations }) => annotations),
    departures: left?.times ?? 0,
    gone: sum(({ gone }) => gone),
  }
}

const PROGRAM = `${LEDGER_VERSION}.${FIGURES_VERSION}`

/** Were figures of this version made as this program makes them, though maybe of other tasks? */
export const isSameProgram = (version: string): boolean => version.split('/')[0] === PROGRAM

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
  const storedPrints = await readKept(tx, ids)
  const isKept = ({ task, derived }: Derivation) => storedPrints.get(task.taskId) === printOf(bookOf(task), derived)
  const changed = writable.filter((each) => !isKept(each))
  const replaced = changed.flatMap(({ task }) => (storedPrints.has(task.taskId) ? [task.taskId] : []))
  if (replaced.length > 0) await clear(tx, replaced)
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
  const ratedTasks = await tx.$queryRaw<
    { id: string }[]
  >`select task_id id from rated_tasks where task_id = any(${ids}::uuid[])`
  const mine = new Set(rated.map(({ id }) => id))
  const others = new Set(ratedTasks.map(({ id }) => id).filter((id) => !mine.has(id)))
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
async function clearRatings(tx: Tx, projectId: string, taskIds: readonly string[]): Promise<void> {
  await noteDeparture(tx, projectId)
  await clear(tx, taskIds)
  await tx.$executeRaw`delete from rated_tasks where task_id = any(${[...taskIds]}::uuid[])`
}

/** Takes all tasks of a project out of the ledger. */
export async function clearProject(tx: Tx, projectId: string): Promise<void> {
  await noteDeparture(tx, projectId)
  await clearRows(tx, Prisma.sql`task_id in (select task_id from rated_tasks where project_id = ${projectId}::uuid)`)
  await tx.ratedTask.deleteMany({ where: { projectId } })
}

/** Whoever takes tasks out holds the ledger. */
async function noteDeparture(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    insert into ledger_departures (project_id, times) values (${projectId}::uuid, 1)
    on conflict (project_id) do update set times = ledger_departures.times + 1`
}

const clear = (tx: Tx, taskIds: readonly string[]): Promise<void> =>
  clearRows(tx, Prisma.sql`task_id = any(${[...taskIds]}::uuid[])`)

async function clearRows(tx: Tx, where: Prisma.Sql): Promise<void> {
  for (const table of ['rated_units', 'further_ratings', 'compared_units'])
    await tx.$executeRaw`delete from ${Prisma.raw(table)} where ${where}`
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
