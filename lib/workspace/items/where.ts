import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'
import type { ItemsQuery } from './contract'
import { containsPattern } from './rules'

/** Filters that tell what annotators answered; for those only who may read answers. */
export const asksForAnswers = ({ measure, a, b, raters, by, slice }: ItemsQuery) =>
  [measure, a, b, raters, by, slice].some((given) => given !== undefined)

/** A task whose annotators have all submitted. Nothing about answers may be asked of any other. */
const REVEALED = Prisma.raw(`t.state in (${REVEALED_SQL})`)

/** The condition on `items i` that a query states, within one project. `positions`: the items behind its figure. */
export function itemsWhere(projectId: string, query: ItemsQuery, positions: readonly number[] | null): Prisma.Sql {
  const conditions = [
    Prisma.sql`i.project_id = ${projectId}::uuid`,
    query.q ? matchesText(projectId, containsPattern(query.q)) : null,
    query.domain === undefined ? null : Prisma.sql`i.domain = ${query.domain}`,
    query.source === undefined ? null : Prisma.sql`i.source = ${query.source}`,
    query.ids ? Prisma.sql`i.position = any(${query.ids.split(',').map(Number)}::int[])` : null,
    query.state || query.stage || query.stale ? hasTask(query) : null,
    query.question === undefined || query.cause ? null : disagreedOn(query.question),
    query.cause ? disagreedBecause(query.cause, query) : null,
    positions === null ? null : Prisma.sql`i.position = any(${[...positions]}::int[])`,
  ]
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
}

/** Read off the narrow rows that hold nothing but texts, in lower case. */
function matchesText(projectId: string, pattern: string): Prisma.Sql {
  return Prisma.sql`i.position in (
    select x.position from item_texts x where x.project_id = ${projectId}::uuid and x.text like lower(${pattern}))`
}

function hasTask({ state, stage, stale }: ItemsQuery): Prisma.Sql {
  const inState = state ? Prisma.sql`and t.state = ${state}::"TaskState"` : Prisma.empty
  const inStage = stage ? Prisma.sql`and s.key = ${stage}` : Prisma.empty
  const isStale = stale ? Prisma.sql`and t.stale and t.state <> 'discarded'` : Prisma.empty
  return Prisma.sql`exists (
    select 1 from tasks t join stages s on s.id = t.stage_id where t.item_id = i.id ${inState} ${inStage} ${isStale})`
}

function disagreedOn(question: string): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from tasks t join disagreements d on d.task_id = t.id
    where t.item_id = i.id and ${REVEALED} and d.question = ${question})`
}

/** The disagreements that the page on causes counts. */
function disagreedBecause(cause: NonNullable<ItemsQuery['cause']>, { stage, question, kind }: ItemsQuery): Prisma.Sql {
  const conditions = [
    REVEALED,
    Prisma.sql`t.item_id = i.id and i.discarded_at is null`,
    cause === 'none' ? Prisma.sql`d.cause is null` : null,
    cause === 'none' || cause === 'any' ? null : Prisma.sql`d.cause = ${cause}::"DisagreementCause"`,
    stage === undefined ? null : Prisma.sql`s.key = ${stage}`,
    question === undefined ? null : Prisma.sql`d.question = ${question}`,
    kind === undefined ? null : Prisma.sql`u.kind = ${kind}`,
  ]
  const all = Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
  return Prisma.sql`exists (
    select 1 from tasks t join stages s on s.id = t.stage_id join disagreements d on d.task_id = t.id
    join units u on u.id = d.unit_id where ${all})`
}
