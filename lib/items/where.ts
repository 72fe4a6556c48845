import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/policy/can'
import { AppError } from '@/lib/server/errors'
import type { ItemsQuery } from './contract'
import { containsPattern } from './rules'

/** Filters that tell what annotators answered; for those only who may read answers. */
export const asksForAnswers = (query: ItemsQuery) =>
  query.a !== undefined || query.b !== undefined || query.annotators !== undefined

/** A task whose annotators have all submitted. Nothing about answers may be asked of any other. */
const REVEALED = Prisma.raw(`t.state in (${REVEALED_SQL})`)

/** The condition on `items i` that a query states, within one project. */
export function itemsWhere(projectId: string, query: ItemsQuery): Prisma.Sql {
  const conditions = [
    Prisma.sql`i.project_id = ${projectId}::uuid`,
    query.q ? matchesText(containsPattern(query.q)) : null,
    query.domain === undefined ? null : Prisma.sql`i.domain = ${query.domain}`,
    query.source === undefined ? null : Prisma.sql`i.source = ${query.source}`,
    query.ids ? Prisma.sql`i.position = any(${query.ids.split(',').map(Number)}::int[])` : null,
    query.state || query.stage ? hasTask(query) : null,
    query.units ? hasUnit(query.units.split(',')) : null,
    ...answerConditions(query),
  ]
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
}

function matchesText(pattern: string): Prisma.Sql {
  return Prisma.sql`(i.title ilike ${pattern} or i.external_id ilike ${pattern} or exists (
    select 1 from jsonb_each(case jsonb_typeof(i.content) when 'object' then i.content else '{}' end) part
    where jsonb_typeof(part.value) = 'string' and part.value #>> '{}' ilike ${pattern}))`
}

function hasTask({ state, stage }: ItemsQuery): Prisma.Sql {
  const inState = state ? Prisma.sql`and t.state = ${state}::"TaskState"` : Prisma.empty
  const inStage = stage ? Prisma.sql`and s.key = ${stage}` : Prisma.empty
  return Prisma.sql`exists (
    select 1 from tasks t join stages s on s.id = t.stage_id where t.item_id = i.id ${inState} ${inStage})`
}

function hasUnit(unitIds: string[]): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from tasks t join units u on u.task_id = t.id where t.item_id = i.id and u.id = any(${unitIds}::uuid[]))`
}

function answerConditions(query: ItemsQuery): Prisma.Sql[] {
  const people = query.annotators?.split(',') ?? []
  if (people.length > 2) throw new AppError('invalid_request', 'Name one annotator or two.')
  if (query.a !== undefined || query.b !== undefined) return [gaveValues(query, people)]
  const conditions = people.map((userId) => annotatedBy(userId))
  return query.question ? [...conditions, disagreedOn(query.question)] : conditions
}

function disagreedOn(question: string): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from tasks t join disagreements d on d.task_id = t.id
    where t.item_id = i.id and ${REVEALED} and d.question = ${question})`
}

function annotatedBy(userId: string): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from tasks t join annotations n on n.task_id = t.id
    where t.item_id = i.id and ${REVEALED} and n.user_id = ${userId}::uuid and n.state = 'submitted')`
}

/** One annotator gave `a` and another gave `b` to the same unit, independently; without `b`, anybody gave `a`. */
function gaveValues({ question, a, b }: ItemsQuery, people: string[]): Prisma.Sql {
  if (question === undefined) throw new AppError('invalid_request', 'Values need a question they answer.')
  const [first, second] = people
  const side = (annotation: string, label: string, value: string | undefined, userId: string | undefined) => {
    const n = Prisma.raw(annotation)
    const l = Prisma.raw(label)
    const given = value === undefined ? Prisma.empty : Prisma.sql`and ${l}.value #>> '{}' = ${value}`
    const by = userId === undefined ? Prisma.empty : Prisma.sql`and ${n}.user_id = ${userId}::uuid`
    return Prisma.sql`${n}.state = 'submitted' and ${n}.round = 1 and ${l}.question = ${question} ${given} ${by}`
  }
  const other =
    b === undefined && second === undefined
      ? Prisma.empty
      : Prisma.sql`and exists (
          select 1 from labels l2 join annotations n2 on n2.id = l2.annotation_id
          where l2.unit_id = l1.unit_id and n2.user_id <> n1.user_id and ${side('n2', 'l2', b, second)})`
  return Prisma.sql`exists (
    select 1 from tasks t join annotations n1 on n1.task_id = t.id join labels l1 on l1.annotation_id = n1.id
    where t.item_id = i.id and ${REVEALED} and ${side('n1', 'l1', a, first)} ${other})`
}
