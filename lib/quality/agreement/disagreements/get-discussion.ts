import 'server-only'
import { calculation } from '@/lib/platform/foreign/calculate'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { RESAMPLES } from '@/lib/quality/agreement/contract'
import { keptFigures } from '@/lib/quality/agreement/ledger/kept-figures'
import { presentAnnotator } from '@/lib/quality/agreement/open-figures'
import { scaleOf } from '@/lib/quality/agreement/samples'
import { type Discussion, discussionSchema } from './contract'
import { movesOf, type SettledRow } from './moves'
import { type OpenedStage, openStage } from './open-stage'
import { DISCUSSION_RULES, shareOf } from './rules'
import { type TurnRow, turnsOf } from './turn'

/** Two coefficients of both sides, several statistics each, in every resample. */
const turnsApart = calculation('discussion-turns', turnsOf, (measures) =>
  measures.reduce((sum, { rows }) => sum + 2 * RESAMPLES * (1_000 + 10 * rows.length), 0),
)

/** Agreement before and after discussion, and who moved towards whom; of gold tasks only. */
export async function getDiscussion(actor: Actor, projectId: string, stage: string): Promise<Discussion> {
  const read = await transaction(async (tx) => {
    const opened = await openStage(tx, actor, projectId, stage)
    const { id } = opened.at
    return {
      opened,
      settled: await readSettled(tx, projectId, id),
      laterRound: await countLaterRound(tx, id),
      turns: await readTurns(tx, id),
      discarded: await tx.item.count({ where: { projectId, discardedAt: { not: null } } }),
    }
  })
  const { opened, settled, laterRound, turns, discarded } = read
  const { showsItems } = opened.head
  const { outcomes, conformity, people, moves } = movesOf(settled, showsItems)
  const key = (number: number) => `a${number}`
  const version = `${opened.figures.ledger.version}/${discarded}`
  const at = { projectId, key: `before and after discussion of ${stage}`, version }
  const measures = await keptFigures(at, discussionSchema.shape.measures, () => measuresOf(opened, turns))
  return {
    ...opened.head,
    rules: [...DISCUSSION_RULES],
    tasks: { counted: new Set(settled.map(({ position }) => position)).size, laterRound },
    measures,
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

async function measuresOf(
  { at }: OpenedStage,
  rows: readonly (TurnRow & { measure: string })[],
): Promise<Discussion['measures']> {
  const rated = at.stage.measures.flatMap((measure) => {
    const own = rows.filter((row) => row.measure === measure.key)
    return own.length > 0 ? [{ measure, rows: own }] : []
  })
  const turns = await turnsApart(rated.map(({ measure, rows: own }) => ({ measure: scaleOf(measure), rows: own })))
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
