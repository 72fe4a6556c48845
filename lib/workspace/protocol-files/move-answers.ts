/** Puts stored answers into the words of another version of a protocol file, and takes them back: the rows as they were are kept with the move. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/answers'
import { type MovePlan, movedValue, type QuestionMove } from '@/lib/protocols/language/migrate'

interface AnswerTable {
  name: string
  /** What names a row beside the question, by type. */
  key: Readonly<Record<string, 'uuid' | 'int'>>
  value: string
  columns: string
  /** Are answers that no longer count taken out? A disagreement stays, because its comments are people's words. */
  drops: boolean
}

/** Where answers stand, but for gold, which is superseded. */
const TABLES: readonly AnswerTable[] = [
  {
    name: 'labels',
    key: { annotation_id: 'uuid', unit_id: 'uuid' },
    value: 'value',
    columns: 'annotation_id, unit_id, task_id, question, value, revision, origin, suggestion_id, updated_at',
    drops: true,
  },
  {
    name: 'resolutions',
    key: { task_id: 'uuid', round: 'int', unit_id: 'uuid' },
    value: 'value',
    columns: 'task_id, round, unit_id, question, value, how, annotation_id, resolved_by_id, reason, resolved_at',
    drops: true,
  },
  {
    name: 'acceptances',
    key: { task_id: 'uuid', round: 'int', unit_id: 'uuid', user_id: 'uuid' },
    value: 'value',
    columns: 'task_id, round, unit_id, question, user_id, value, created_at',
    drops: true,
  },
  {
    name: 'suggestions',
    key: { id: 'uuid' },
    value: 'value',
    columns: 'id, task_id, unit_id, question, value, source, model, prompt_hash, score, rationale, run_id, created_at',
    drops: true,
  },
  { name: 'disagreements', key: { id: 'uuid' }, value: 'proposal', columns: '', drops: false },
]

/** One answer to one question under both versions. */
interface AnswerChange {
  stage: string
  kind: string
  question: string
  /** Left out: any answer. */
  value?: Json
  isAny: boolean
  /** null: it no longer counts. */
  to: string | null
  /** Left out: as it was. */
  now?: Json
  isSame: boolean
}

export interface MovedCounts {
  renamed: number
  dropped: number
}

/** Runs in the transaction that has written the move, which lets frozen answers be changed. Returns how many answers of people changed. */
export async function moveAnswers(tx: Tx, projectId: string, moveId: string, plan: MovePlan): Promise<MovedCounts> {
  const changes: AnswerChange[] = []
  for (const move of plan.questions) changes.push(...(await changesOf(tx, projectId, move)))
  if (changes.length === 0) return { renamed: 0, dropped: 0 }
  await keepViews(tx, projectId, moveId, changes)
  const counts: MovedCounts = { renamed: 0, dropped: 0 }
  for (const table of TABLES) {
    const moved = await moveTable(tx, projectId, moveId, { table, changes })
    if (table.name !== 'labels' && table.name !== 'resolutions') continue
    counts.renamed += moved.renamed
    counts.dropped += moved.dropped
  }
  await renameElsewhere(tx, projectId, plan.questions)
  return counts
}

async function changesOf(tx: Tx, projectId: string, move: QuestionMove): Promise<AnswerChange[]> {
  const moveTarget = { stage: move.stage, kind: move.on, question: move.question, to: move.to }
  if (move.to === null || (move.values.length === 0 && !move.toSet))
    return [{ ...moveTarget, isAny: true, isSame: true }]
  const rows = await tx.$queryRaw<{ value: Json }[]>`
    select distinct a.value from stages s join tasks t on t.stage_id = s.id join units u on u.task_id = t.id
    cross join lateral (
      select l.value from labels l where l.task_id = t.id and l.unit_id = u.id and l.question = ${move.question}
      union all select r.value from resolutions r where r.task_id = t.id and r.unit_id = u.id and r.question = ${move.question}
      union all select c.value from acceptances c where c.task_id = t.id and c.unit_id = u.id and c.question = ${move.question}
      union all select p.value from suggestions p where p.task_id = t.id and p.unit_id = u.id and p.question = ${move.question}
      union all select d.proposal from disagreements d where d.task_id = t.id and d.unit_id = u.id and d.question = ${move.question}) a
    where s.project_id = ${projectId}::uuid and s.key = ${move.stage} and u.kind = ${move.on}`
  return rows.flatMap(({ value }): AnswerChange[] => {
    const now = movedValue(move, value)
    if (value !== null && now === null) return [{ ...moveTarget, value, isAny: false, to: null, isSame: true }]
    const isSame = JSON.stringify(now) === JSON.stringify(value)
    return isSame && move.to === move.question ? [] : [{ ...moveTarget, value, isAny: false, now, isSame }]
  })
}

/** The rows of a table that a change is about, as `x`, each with its change `c`. */
function touchedRows(projectId: string, { name, value }: AnswerTable, changes: readonly AnswerChange[]): Prisma.Sql {
  return Prisma.sql`
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      c(stage text, kind text, question text, value jsonb, "isAny" boolean, "to" text, now jsonb, "isSame" boolean)
    join stages s on s.project_id = ${projectId}::uuid and s.key = c.stage
    join tasks t on t.stage_id = s.id
    join units u on u.task_id = t.id and u.kind = c.kind
    join ${Prisma.raw(name)} x on x.task_id = t.id and x.unit_id = u.id and x.question = c.question
      and (c."isAny" or coalesce(x.${Prisma.raw(value)}, 'null') = coalesce(c.value, 'null'))`
}

async function moveTable(
  tx: Tx,
  projectId: string,
  moveId: string,
  { table, changes }: { table: AnswerTable; changes: readonly AnswerChange[] },
): Promise<MovedCounts> {
  const keys = Object.keys(table.key)
  const movedChanges = table.drops ? changes : changes.filter(({ to }) => to !== null)
  if (movedChanges.length === 0) return { renamed: 0, dropped: 0 }
  const name = Prisma.raw(table.name)
  const isHit = Prisma.raw([...keys, 'question'].map((key) => `x.${key} = h.${key}`).join(' and '))
  const [counts] = await tx.$queryRaw<MovedCounts[]>`
    with hit as materialized (
      select ${Prisma.raw(keys.map((key) => `x.${key}`).join(', '))}, x.question, t.id "taskId", to_jsonb(x) "row", c."to",
        case when c."isSame" then x.${Prisma.raw(table.value)} else coalesce(c.now, 'null') end "now"
      ${touchedRows(projectId, table, movedChanges)}),
    kept as (
      insert into moved_rows (move_id, task_id, place, dropped, row, now)
      select ${moveId}::uuid, h."taskId", ${table.name}, h."to" is null, h.row,
        case when h."to" is not null then jsonb_build_object('question', h."to") end from hit h),
    gone as (delete from ${name} x using hit h where h."to" is null and ${isHit} returning 1),
    told as (
      update ${name} x set question = h."to", ${Prisma.raw(table.value)} = h.now
      from hit h where h."to" is not null and ${isHit} returning 1)
    select (select count(*)::int from told) renamed, (select count(*)::int from gone) dropped`
  return counts ?? { renamed: 0, dropped: 0 }
}

/** Who saw a suggestion that is taken out: it goes with the suggestion. */
async function keepViews(tx: Tx, projectId: string, moveId: string, changes: readonly AnswerChange[]): Promise<void> {
  const droppedChanges = changes.filter(({ to }) => to === null)
  const suggestions = TABLES.find(({ name }) => name === 'suggestions')
  if (droppedChanges.length === 0 || !suggestions) return
  await tx.$executeRaw`
    insert into moved_rows (move_id, task_id, place, dropped, row)
    select ${moveId}::uuid, t.id, 'suggestion_views', true, to_jsonb(v)
    ${touchedRows(projectId, suggestions, droppedChanges)} join suggestion_views v on v.suggestion_id = x.id`
}

/** What names a question beside its answers: which arm somebody was in, and what is shown of its suggestions. */
async function renameElsewhere(tx: Tx, projectId: string, moves: readonly QuestionMove[]): Promise<void> {
  for (const { stage, on, question, to } of moves) {
    if (to === null || to === question) continue
    await renameQuestion(tx, projectId, { stage, on, from: question, to })
  }
}

/** The same in either direction. */
async function renameQuestion(
  tx: Tx,
  projectId: string,
  { stage, on, from, to }: { stage: string; on: string; from: string; to: string },
): Promise<void> {
  await tx.$executeRaw`
    update arm_draws d set question = ${to} from annotations n join tasks t on t.id = n.task_id join stages s on s.id = t.stage_id
    where n.id = d.annotation_id and s.project_id = ${projectId}::uuid and s.key = ${stage} and d.unit_kind = ${on}
      and d.question = ${from}`
  await tx.$executeRaw`
    update suggestion_policies set question = ${to}
    where project_id = ${projectId}::uuid and stage_key = ${stage} and unit_kind = ${on} and question = ${from}`
}

/** Puts everything back as it was before the move. The caller has made sure that nothing was stored since. */
export async function takeAnswersBack(tx: Tx, projectId: string, moveId: string, plan: MovePlan): Promise<void> {
  for (const table of TABLES) {
    const name = Prisma.raw(table.name)
    const isRow = Prisma.raw(
      Object.entries(table.key)
        .map(([key, type]) => `x.${key} = (r.row ->> '${key}')::${type}`)
        .join(' and '),
    )
    const value = Prisma.raw(`r.row -> '${table.value}'`)
    const before =
      table.value === 'value' && table.name !== 'acceptances' ? value : Prisma.sql`nullif(${value}, 'null')`
    await tx.$executeRaw`
      update ${name} x set question = r.row ->> 'question', ${Prisma.raw(table.value)} = ${before}
      from moved_rows r
      where r.move_id = ${moveId}::uuid and r.place = ${table.name} and not r.dropped and ${isRow}
        and x.question = r.now ->> 'question'`
    if (table.drops) await putBack(tx, moveId, table.name, table.columns)
  }
  await putBack(tx, moveId, 'suggestion_views', 'annotation_id, suggestion_id, answered, seen_at')
  for (const { stage, on, question, to } of plan.questions)
    if (to !== null && to !== question) await renameQuestion(tx, projectId, { stage, on, from: to, to: question })
}

/** Rows that were taken out. A JSON null is none of the database. */
async function putBack(tx: Tx, moveId: string, table: string, columns: string): Promise<void> {
  const values = columns
    .split(', ')
    .map((column) => (column === 'value' && table !== 'acceptances' ? `coalesce(p.value, 'null')` : `p.${column}`))
    .join(', ')
  await tx.$executeRaw`
    insert into ${Prisma.raw(table)} (${Prisma.raw(columns)})
    select ${Prisma.raw(values)}
    from moved_rows r cross join lateral jsonb_populate_record(null::${Prisma.raw(table)}, r.row) p
    where r.move_id = ${moveId}::uuid and r.place = ${table} and r.dropped`
}
