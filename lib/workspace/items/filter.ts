/** Which items a filter of the list means, in SQL, and what whoever uses it is told by it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { isRevealed, REVEALED_SQL, type TaskSubject } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { lockAnswerReads, recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { recordGoldReads } from '@/lib/workspace/tasks/record-gold-reads'
import { hasUnreadRevealed, recordRevealedReads } from '@/lib/workspace/tasks/record-revealed-reads'
import type { ItemsFilter } from './contract'
import { figureItemsSource } from './figure-items-source'
import { containsPattern } from './rules'

/** What the items under a filter tell of answers: nothing, what was answered, or what became gold. */
type Told = 'answers' | 'gold' | null

export interface ReadFilter {
  /** The condition on `items i`. */
  where: Prisma.Sql
  told: Told
}

/**
 * Reads a filter for a person. Errors: `forbidden` where it asks for answers that they may not read. Call `rememberTold` with what
 * comes back, in the same transaction.
 */
export async function readFilter(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  query: ItemsFilter,
): Promise<ReadFilter> {
  authorizeFilter(project, query)
  const byAnswers = asksForAnswers(query)
  // What is behind a figure of agreement is looked up in the ledger, which comes after reads wherever both are held.
  if (byAnswers && (await hasUnreadRevealed(tx, actor, project.id))) await lockAnswerReads(tx, actor.userId)
  const behind = await findBehind(tx, project, query)
  const revealedKind = byAnswers ? 'answers' : behind !== null || query.gold ? 'gold' : null
  const stages = query.state || query.stage || query.stale ? await findStages(tx, project.id, query.stage) : []
  return { where: itemsWhere(project.id, query, { behind, stages }), told: revealedKind }
}

/** The ids of a project's stages, or of the one that is named. */
async function findStages(tx: Tx, projectId: string, key?: string): Promise<readonly string[]> {
  const stages = await tx.stage.findMany({ where: { projectId, key }, select: { id: true } })
  return stages.map(({ id }) => id)
}

/** Errors: `forbidden` where a viewer asks for answers. */
export function authorizeFilter({ subject }: LoadedProject, query: ItemsFilter): void {
  if ((asksForAnswers(query) || query.cause) && subject.role === 'viewer')
    throw new AppError('forbidden', 'Who answered what is for managers and reviewers.')
}

/** Writes down what the person has read of the items' tasks by a filter on answers or gold. Take it before any lock on tasks. */
export async function rememberTold(
  tx: Tx,
  actor: Actor,
  { id: projectId }: LoadedProject,
  { told, tasks }: { told: Told; tasks: readonly { id: string; state: TaskSubject['state'] }[] },
): Promise<void> {
  if (told === null) return
  const byAnswers = told === 'answers'
  const read = tasks.filter(({ state }) => (byAnswers ? isRevealed(state) : state === 'gold'))
  await recordAnswerReads(
    tx,
    actor,
    read.map(({ id }) => id),
    byAnswers ? 'consolidation' : 'gold',
  )
  // A list tells by what is not in it too, as the page does that leads here.
  await (byAnswers ? recordRevealedReads : recordGoldReads)(tx, actor, projectId)
}

/** The items behind the figure that the query names; null where it names none. */
async function findBehind(tx: Tx, project: LoadedProject, query: ItemsFilter): Promise<readonly number[] | null> {
  const { panel, row, column, rule } = query
  if (panel !== undefined && row !== undefined && column !== undefined)
    return figureItemsSource.get().ofDataset(tx, project, { panel, row, column, rule })
  return asksForAnswers(query) ? findRated(tx, project, query) : null
}

function findRated(tx: Tx, project: LoadedProject, query: ItemsFilter): Promise<readonly number[]> {
  const { stage, measure, a, b, raters, by, slice } = query
  if (stage === undefined || measure === undefined)
    throw new AppError('invalid_request', 'Ratings need the stage and the measure they are of.')
  if ((by === undefined) !== (slice === undefined))
    throw new AppError('invalid_request', 'A slice needs both what it is by and its value, which may be empty.')
  return figureItemsSource.get().ofAgreement(tx, project, {
    stage,
    measure,
    a,
    b,
    raters: raters?.split(','),
    slice: by === undefined ? undefined : { by, value: slice || null },
  })
}

/** Filters that tell what annotators answered; for those only who may read answers. */
const asksForAnswers = ({ measure, a, b, raters, by, slice }: ItemsFilter) =>
  [measure, a, b, raters, by, slice].some((condition) => condition !== undefined)

/** A task whose annotators have all submitted. Nothing about answers may be asked of any other. */
const REVEALED = Prisma.raw(`t.state in (${REVEALED_SQL})`)

interface Found {
  /** Positions of the items behind the figure that the query names; null where it names none. */
  behind: readonly number[] | null
  /** The stages whose tasks the query is about, by id. */
  stages: readonly string[]
}

/** The condition on `items i` that a query states, within one project. */
function itemsWhere(projectId: string, query: ItemsFilter, { behind, stages }: Found): Prisma.Sql {
  const conditions = [
    Prisma.sql`i.project_id = ${projectId}::uuid`,
    query.q ? matchesText(projectId, containsPattern(query.q)) : null,
    query.gold ? saysInGold(projectId, containsPattern(query.gold)) : null,
    query.domain === undefined ? null : Prisma.sql`i.shown_domain = ${query.domain}`,
    query.source === undefined ? null : Prisma.sql`i.shown_source = ${query.source}`,
    query.tag === undefined ? null : hasTag(projectId, query.tag),
    query.ids ? Prisma.sql`i.position = any(${query.ids.split(',').map(Number)}::int[])` : null,
    query.state || query.stage || query.stale ? hasTask(projectId, query, stages) : null,
    query.question === undefined || query.cause ? null : disagreedOn(query.question),
    query.cause ? disagreedBecause(query.cause, query) : null,
    behind === null ? null : Prisma.sql`i.position = any(${[...behind]}::int[])`,
  ]
  return Prisma.join(
    conditions.filter((condition) => condition !== null),
    ' and ',
  )
}

/** Items by tag, as an index holds them: no item is looked at for it. */
function hasTag(projectId: string, tag: string): Prisma.Sql {
  return Prisma.sql`i.position in (select x.position from item_tags x where x.project_id = ${projectId}::uuid and x.tag = ${tag})`
}

/** Read off the narrow rows that hold nothing but texts, in lower case. */
function matchesText(projectId: string, pattern: string): Prisma.Sql {
  return Prisma.sql`i.position in (
    select x.position from item_texts x where x.project_id = ${projectId}::uuid and x.text like lower(${pattern}))`
}

/** In any text of the gold that stands; what annotators wrote is not looked through. */
function saysInGold(projectId: string, pattern: string): Prisma.Sql {
  return Prisma.sql`i.position in (
    select t.position from tasks t join golds g on g.task_id = t.id and g.superseded_at is null
    where t.project_id = ${projectId}::uuid and t.state = 'gold' and exists (
      select 1 from jsonb_path_query(g.answers, 'strict $.** ? (@.type() == "string")') w(text)
      where lower(w.text #>> '{}') like lower(${pattern})))`
}

/** Tasks by stage, state and position, as an index holds them: no task is looked at for it. */
function hasTask(projectId: string, { state, stale }: ItemsFilter, stages: readonly string[]): Prisma.Sql {
  if (stages.length === 0) return Prisma.sql`false`
  const inState = state ? Prisma.sql`and t.state = ${state}::"TaskState"` : Prisma.empty
  const isStale = stale
    ? Prisma.sql`and t.project_id = ${projectId}::uuid and t.stale and t.state <> 'discarded'`
    : Prisma.empty
  const ids = Prisma.join(stages.map((id) => Prisma.sql`${id}::uuid`))
  return Prisma.sql`exists (
    select 1 from tasks t where t.position = i.position ${inState} ${isStale} and t.stage_id in (${ids}))`
}

function disagreedOn(question: string): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from tasks t join disagreements d on d.task_id = t.id
    where t.item_id = i.id and ${REVEALED} and d.question = ${question})`
}

/** The disagreements that the page on causes counts. */
function disagreedBecause(
  cause: NonNullable<ItemsFilter['cause']>,
  { stage, question, kind }: ItemsFilter,
): Prisma.Sql {
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
