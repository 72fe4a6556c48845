/** Where annotators disagree, why, and what discussion makes of it; for those who may see the agreement of a project. */
import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { atOneMoment, prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { MIN_UNITS, RESAMPLES } from '@/lib/quality/agreement/contract'
import { keptOfOneMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { readLedger } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { type OpenFigures, type OpenStage, openFigures, presentAnnotator } from '@/lib/quality/agreement/open-figures'
import { scaleOf } from '@/lib/quality/agreement/samples'
import {
  BANDS,
  type CauseCount,
  type CauseKey,
  type Causes,
  causeKeys,
  type Difficulty,
  type DifficultyQuery,
  type Discussion,
  discussionSchema,
} from './contract'
import { movesOf, type SettledRow } from './moves'
import { type Ranking, rankingSchema, readRanking } from './read-ranking'
import { DISCUSSION_RULES, shareOf } from './rules'
import { type TurnRow, turnsOf } from './turn'

export interface OpenedStage {
  figures: OpenFigures
  at: OpenStage
  /** What every page of this room says first. */
  head: {
    project: { id: string; name: string }
    stages: { key: string; title: string }[]
    stage: { key: string; title: string }
    version: string
    showsItems: boolean
  }
}

/** The figures of one stage for managers, reviewers and viewers; `not_found` where the project has no such stage. */
export async function openStage(tx: Tx, actor: Actor, projectId: string, key: string): Promise<OpenedStage> {
  const figures = await openFigures(tx, actor, projectId)
  const selectedStage = found(
    figures.stages.find((each) => each.key === key),
    'There is no such stage.',
  )
  const titled = ({ key: of, stage }: OpenStage) => ({ key: of, title: stage.title })
  const { project, showsItems } = figures
  return {
    figures,
    at: selectedStage,
    head: {
      project: { id: project.id, name: project.name },
      stages: figures.stages.map(titled),
      stage: titled(selectedStage),
      version: figures.ledger.version,
      showsItems,
    },
  }
}

interface CauseRow extends CauseCount {
  /** null: of all. */
  unitKind: string | null
  question: string | null
  cause: CauseKey | null
}

/** Why annotators disagreed, by question; every disagreement of a revealed task counts, in whichever round. */
export function getCauses(actor: Actor, projectId: string, stage: string): Promise<Causes> {
  return transaction(async (tx) => {
    const { head, at } = await openStage(tx, actor, projectId, stage)
    const rows = await readCounts(tx, at.id)
    const cell = (of: { unit: string; key: string } | null, cause: CauseKey | null): CauseCount => {
      const [kind, question] = [of?.unit ?? null, of?.key ?? null]
      const row = rows.find((each) => each.unitKind === kind && each.question === question && each.cause === cause)
      return { count: row?.count ?? 0, inItems: row?.inItems ?? 0 }
    }
    const total = cell(null, null)
    const { questions, unitKinds } = at.stage
    return {
      ...head,
      total,
      named: total.count - cell(null, 'none').count,
      causes: causeKeys.map((cause) => ({ cause, all: cell(null, cause) })),
      questions: questions
        .filter((question) => cell(question, null).count > 0)
        .map(({ key, title, unit }) => ({
          key,
          title,
          unitKind: unit,
          unitText: unitKinds.find(({ kind }) => kind === unit)?.text ?? unit,
          all: cell({ key, unit }, null),
          cells: causeKeys.map((cause) => ({ cause, cell: cell({ key, unit }, cause) })),
        })),
    }
  })
}

const readCounts = (tx: Tx, stageId: string) => tx.$queryRaw<CauseRow[]>`
  with disputed as (
    select u.kind, d.question, coalesce(d.cause::text, 'none') cause, t.item_id
    from disagreements d join units u on u.id = d.unit_id join tasks t on t.id = d.task_id join items i on i.id = t.item_id
    where t.stage_id = ${stageId}::uuid and ${COUNTED}
  )
  select kind "unitKind", question, cause, count(*)::int "count", count(distinct item_id)::int "inItems"
  from disputed group by grouping sets ((kind, question, cause), (kind, question), (cause), ())`

/** The items of a stage, the hardest first; viewers learn how many there are of each band only. */
export async function getDifficulty(
  actor: Actor,
  projectId: string,
  stage: string,
  query: DifficultyQuery,
): Promise<Difficulty> {
  const { head, at } = await transaction(async (tx) => {
    const opened = await openStage(tx, actor, projectId, stage)
    if (query.measure !== undefined && !opened.at.stage.measures.some(({ key }) => key === query.measure))
      throw new AppError('invalid_request', 'There is no such measure.')
    if ((query.domain !== undefined || query.tag !== undefined) && !opened.head.showsItems)
      throw new AppError('forbidden', 'Which items were answered how is for managers and reviewers.')
    return opened
  })
  const { version, body } = await rankingOf({ projectId, version: head.version }, at, query)
  const { bands, page: ranked } = body
  const counts = BANDS.map((_, index) => bands.find(({ band }) => band === index)?.items ?? 0)
  const sum = (of: 'pairs' | 'differing') => bands.reduce((total, each) => total + each[of], 0)
  const { measure = null, order, band = null, domain = null, tag = null, page } = query
  return {
    ...head,
    version,
    measures: at.stage.measures.map(({ key, title, unitOfAnalysis }) => ({ key, title, unitOfAnalysis })),
    query: { measure, order, band, domain, tag, page },
    bands: counts,
    pairs: sum('pairs'),
    differing: sum('differing'),
    total: band === null ? counts.reduce((total, count) => total + count, 0) : (counts[band] ?? 0),
    items: head.showsItems ? await presentRanked(ranked) : null,
  }
}

/** The first page is kept for as long as the ratings stay, unless it depends on what is said of items, which may change without them. */
async function rankingOf(
  { projectId, version }: { projectId: string; version: string },
  { id, key }: OpenStage,
  query: DifficultyQuery,
): Promise<{ version: string; body: Ranking }> {
  const { measure = null, order, band = null, domain, tag, page } = query
  const keptKey = { projectId, key: `difficulty ${JSON.stringify([key, measure, order, band])}`, version }
  const read = async (tx: Tx) => ({
    version: (await readLedger(tx, projectId)).version,
    rows: await readRanking(tx, id, query),
  })
  if (domain !== undefined || tag !== undefined || page > 1) {
    const now = await atOneMoment(read)
    return { version: now.version, body: now.rows }
  }
  return keptOfOneMoment(keptKey, rankingSchema, read, async (ranking) => ranking)
}

async function presentRanked(ranked: Ranking['page']): Promise<Difficulty['items']> {
  const where = { id: { in: ranked.map(({ itemId }) => itemId) } }
  const items = await prisma().item.findMany({ where, select: { id: true, title: true, shownDomain: true } })
  const itemOf = new Map(items.map((item) => [item.id, item]))
  return ranked.flatMap((row) => {
    const item = itemOf.get(row.itemId)
    if (!item) return []
    const share = row.units < MIN_UNITS ? null : row.differing / row.pairs
    return [{ ...row, title: item.title, domain: item.shownDomain, share }]
  })
}

/** Two coefficients of both sides, several statistics each, in every resample. */
const turnsApart = calculation('discussion-turns', turnsOf, (measures) =>
  measures.reduce((sum, { rows }) => sum + 2 * RESAMPLES * (1_000 + 10 * rows.length), 0),
)

/** With the version of the ledger that they were read from. */
const keptTurnsSchema = discussionSchema.pick({ version: true, measures: true })

/** Agreement before and after discussion, and who moved towards whom; of gold tasks only. */
export async function getDiscussion(actor: Actor, projectId: string, stage: string): Promise<Discussion> {
  const read = await transaction(async (tx) => {
    const opened = await openStage(tx, actor, projectId, stage)
    const { id } = opened.at
    return {
      opened,
      settled: await readSettled(tx, projectId, id),
      laterRound: await countLaterRound(tx, id),
      discarded: await countDiscarded(tx, projectId),
    }
  })
  const { opened, settled, laterRound, discarded } = read
  const { showsItems } = opened.head
  const { outcomes, conformity, people, moves } = movesOf(settled, showsItems)
  const key = (number: number) => `a${number}`
  const versionOf = (ledger: string, items: number) => `${ledger}/${items}`
  const version = versionOf(opened.figures.ledger.version, discarded)
  const keptKey = { projectId, key: `before and after discussion of ${stage}`, version }
  const readNow = async (tx: Tx) => {
    const ledger = await readLedger(tx, projectId)
    return {
      version: versionOf(ledger.version, await countDiscarded(tx, projectId)),
      rows: { version: ledger.version, turns: await readTurns(tx, opened.at.id) },
    }
  }
  const { body } = await keptOfOneMoment(keptKey, keptTurnsSchema, readNow, async ({ version: ledger, turns }) => ({
    version: ledger,
    measures: await measuresOf(opened, turns),
  }))
  return {
    ...opened.head,
    ...body,
    rules: [...DISCUSSION_RULES],
    tasks: { counted: new Set(settled.map(({ position }) => position)).size, laterRound },
    outcomes,
    conformity,
    people: opened.figures.annotators
      .filter(({ number }) => people.has(number))
      .map((annotator) => {
        const { key: of, name, userId } = presentAnnotator(annotator, opened.figures.named)
        const { gaveWay, upheld } = people.get(annotator.number) ?? { gaveWay: shareOf(0, 0), upheld: shareOf(0, 0) }
        return { key: of, name, userId, gaveWay, upheld }
      }),
    moves: moves.map(({ from, to, cell }) => ({ from: key(from), to: key(to), cell })),
  }
}

const countDiscarded = (tx: Tx, projectId: string): Promise<number> =>
  tx.item.count({ where: { projectId, discardedAt: { not: null } } })

async function measuresOf(
  { at }: OpenedStage,
  rows: readonly (TurnRow & { measure: string })[],
): Promise<Discussion['measures']> {
  const rated = at.stage.measures.flatMap((measure) => {
    const measureRows = rows.filter((row) => row.measure === measure.key)
    return measureRows.length > 0 ? [{ measure, rows: measureRows }] : []
  })
  const turns = await turnsApart(
    rated.map(({ measure, rows: measureRows }) => ({ measure: scaleOf(measure), rows: measureRows })),
  )
  return rated.flatMap(({ measure: { key, title, unitOfAnalysis } }, index) => {
    const turn = turns[index]
    return turn ? [{ key, title, unitOfAnalysis, ...turn }] : []
  })
}

/** Units with ratings before and after, folded within each response; responses in the order of their positions. */
const readTurns = (tx: Tx, stageId: string) => tx.$queryRaw<(TurnRow & { measure: string })[]>`
  with after as (
    select f.task_id, f.measure, f.unit_key, array_agg(f.code::int order by f.code) codes
    from further_ratings f where f.stage_id = ${stageId}::uuid and f.rater like 'after:%' group by 1, 2, 3
  )
  select t.position response, r.measure, b.codes before, a.codes after, count(*)::int times
  from after a
  join rated_units r on r.task_id = a.task_id and r.measure = a.measure and r.unit_key = a.unit_key
  join tasks t on t.id = a.task_id join items i on i.id = t.item_id
  cross join lateral (select array_agg(code::int order by code) codes from unnest(r.codes) code) b
  where t.state = 'gold' and i.discarded_at is null
  group by 1, 2, 3, 4 order by 2, 1, 3, 4`

/**
 * Disagreements of round 1 on what became gold in it. `annotation_id` names the one annotator whose value was settled on;
 * where several had it, or one of more than two annotators, their own label says so.
 */
const readSettled = (tx: Tx, projectId: string, stageId: string) => tx.$queryRaw<SettledRow[]>`
  with counted as (
    select t.id, t.position from tasks t join items i on i.id = t.item_id
    join golds g on g.task_id = t.id and g.superseded_at is null
    where t.stage_id = ${stageId}::uuid and t.state = 'gold' and i.discarded_at is null
      and g.round = 1 and g.origin <> 'imported'
  ), lane as (
    select n.id, n.task_id, a.number, count(*) over (partition by n.task_id) lanes
    from counted c join annotations n on n.task_id = c.id
    join annotator_numbers a on a.project_id = ${projectId}::uuid and a.user_id = n.user_id
    where n.round = 1 and n.state = 'submitted' and n.independent
  ), said as (
    select d.id, c.position, r.how::text how, lane.number,
           coalesce(lane.id = r.annotation_id, false) or coalesce(l.value = r.value, false) held,
           lane.lanes = 2 or coalesce(l.value, 'null') <> 'null' or coalesce(lane.id = r.annotation_id, false) spoke
    from disagreements d join counted c on c.id = d.task_id
    join lane on lane.task_id = d.task_id
    left join resolutions r
      on r.task_id = d.task_id and r.round = 1 and r.unit_id = d.unit_id and r.question = d.question
    left join labels l on l.annotation_id = lane.id and l.unit_id = d.unit_id and l.question = d.question
    where d.round = 1
  ), folded as (
    select id, position, how,
           coalesce(array_agg(number::int order by number) filter (where how is not null and held), '{}') holders,
           coalesce(array_agg(number::int order by number) filter (where how is not null and spoke and not held), '{}') movers
    from said group by 1, 2, 3
  )
  select position, how, holders, movers, count(*)::int times from folded group by 1, 2, 3, 4 order by 1, 2, 3, 4`

async function countLaterRound(tx: Tx, stageId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int count from tasks t join items i on i.id = t.item_id
    join golds g on g.task_id = t.id and g.superseded_at is null
    where t.stage_id = ${stageId}::uuid and t.state = 'gold' and i.discarded_at is null and g.round > 1
      and exists (select 1 from disagreements d where d.task_id = t.id and d.round = 1)`
  return row?.count ?? 0
}
