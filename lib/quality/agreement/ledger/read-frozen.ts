import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, Json, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { countedStage } from './align-task'
import { type ArmName, type FrozenSuggestion, type FrozenTask, placeKey } from './frozen-task'
import { VOTE_ANNOTATIONS } from './number-voters'
import { unmeasuredSql } from './unmeasured'
import { COUNTED } from './version'

type UnitTuple = [key: string, kind: string, parent: string | null, data: Json, text: string, retired: number | null]

interface FrozenTaskRow {
  taskId: string
  stageId: string
  revision: number
  content: Json
  units: UnitTuple[] | null
  annotations:
    | {
        id: string
        number: number
        shown: string[] | null
        labels: [unit: string, question: string, value: Json][] | null
        arms: [unit: string, question: string, arm: ArmName][] | null
        unmeasured: string[] | null
      }[]
    | null
  /** Those of an imported record. */
  votes: { id: string; number: number; shown: string[] | null; answers: Answers }[] | null
  notIndependent: number
  week: string | null
  guideline: number | null
  gold: {
    round: number
    answers: Answers
    imported: boolean
    settled: [unit: string, question: string][]
    unmeasured: string[] | null
  } | null
  suggested: [runId: string, id: string, unit: string, question: string, value: Json][] | null
  accepted: [number: number, unit: string, question: string, value: Json][] | null
}

/** When the gold `g` was decided: a move to another version tells gold of the same round anew, and asks nobody. */
const DECIDED_AT = '(select min(f.created_at) from golds f where f.task_id = g.task_id and f.round = g.round)'

/** Of these tasks of a stage, those that are revealed, as they are now. Texts are read only where something compares them. */
export async function readFrozen(
  tx: Tx,
  stage: Stage,
  projectId: string,
  taskIds: readonly string[],
): Promise<FrozenTask[]> {
  const questions = countedStage(stage).questions.map(({ key }) => key)
  const compares = (stage.comparisons?.length ?? 0) > 0
  const content = compares ? Prisma.sql`i.content` : contentFields(stage.measuredContent)
  const text = compares ? Prisma.sql`u.text` : Prisma.sql`''`
  const rows = await tx.$queryRaw<FrozenTaskRow[]>`
    select t.id "taskId", t.stage_id "stageId", t.revision, ${content} "content",
      (select json_agg(json_build_array(u.key, u.kind, u.parent_key, u.data, ${text}, u.retired_round) order by u.position)
       from units u where u.task_id = t.id and u.maker_id is null and u.since_round = 1) "units",
      own.annotations, own.week, own.guideline, ${VOTE_ANNOTATIONS} "votes",
      (select count(*)::int from annotations n
       where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and not n.independent) "notIndependent",
      (select json_build_object('round', g.round, 'answers', g.answers, 'imported', g.origin = 'imported', 'settled', ${SETTLED_BY_OTHERS},
         'unmeasured', ${Prisma.raw(unmeasuredSql('s.key', 't.project_id', DECIDED_AT))})
       from golds g where g.task_id = t.id and g.superseded_at is null and t.state = 'gold' and g.votes is null) "gold",
      (select json_agg(json_build_array(g.run_id, g.id, u.key, g.question, g.value) order by g.score desc nulls last, g.id)
       from suggestions g join units u on u.id = g.unit_id
       where g.task_id = t.id and g.run_id is not null and g.question = any(${questions}::text[])) "suggested",
      case when t.state = 'gold' and t.raters > 1 and s.consolidation = 'discussion'
                and exists (select 1 from golds g where g.task_id = t.id and g.superseded_at is null and g.round = 1) then
        coalesce((select json_agg(json_build_array(a.number, u.key, c.question, c.value))
                  from acceptances c join units u on u.id = c.unit_id
                  join annotator_numbers a on a.user_id = c.user_id and a.project_id = ${projectId}::uuid
                  where c.task_id = t.id and c.round = 1), '[]') end "accepted"
    from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    cross join lateral (
      select json_agg(json_build_object('id', n.id, 'number', a.number, 'shown', n.shown,
               'labels', (select json_agg(json_build_array(u.key, l.question, l.value))
                          from labels l join units u on u.id = l.unit_id
                          where l.annotation_id = n.id and l.question = any(${questions}::text[])),
               'arms', ${ARMS}, 'unmeasured', ${Prisma.raw(unmeasuredSql('s.key', 't.project_id', 'n.submitted_at'))}) order by n.id) annotations,
             to_char(date_trunc('week', max(n.submitted_at) at time zone 'UTC'), 'YYYY-MM-DD') week,
             case when count(distinct n.guideline_version) = 1 and count(n.guideline_version) = count(*)
                  then min(n.guideline_version) end guideline
      from annotations n join annotator_numbers a on a.user_id = n.user_id and a.project_id = ${projectId}::uuid
      where n.task_id = t.id and n.round = 1 and n.state = 'submitted' and n.independent) own
    where t.id = any(${[...taskIds]}::uuid[]) and ${COUNTED}`
  return rows.map(frozenFrom)
}

/** Of the gold `g`: what neither agreement, a majority nor the annotators themselves settled. */
const SETTLED_BY_OTHERS = Prisma.sql`coalesce((
  select json_agg(json_build_array(u.key, o.question)) from resolutions o join units u on u.id = o.unit_id
  where o.task_id = g.task_id and o.round = g.round and o.how in ('lane', 'edited', 'imported')
    and not exists (select 1 from annotations n where n.task_id = g.task_id and n.user_id = o.resolved_by_id)), '[]')`

/** A suggestion that came after work had begun and was never seen puts nobody in an arm. */
const ARMS = Prisma.sql`(
  select json_agg(distinct jsonb_build_array(u.key, g.question, coalesce(d.arm::text, 'shown')))
  from suggestions g join units u on u.id = g.unit_id
  left join arm_draws d on d.annotation_id = n.id and d.unit_kind = u.kind and d.question = g.question
  where g.task_id = t.id and n.origin = 'person'
    and (g.created_at <= n.started_at
         or exists (select 1 from suggestion_views v where v.annotation_id = n.id and v.suggestion_id = g.id)))`

/** Of an item's content only these fields. */
function contentFields(fields: readonly string[]): Prisma.Sql {
  return Prisma.sql`coalesce((select jsonb_object_agg(field, i.content -> field) from unnest(${[...fields]}::text[]) field), '{}')`
}

function frozenFrom({ units, annotations, votes, gold, suggested, accepted, ...task }: FrozenTaskRow): FrozenTask {
  const tuples = units ?? []
  return {
    ...task,
    units: tuples.map(unitFrom),
    annotations: [
      ...(annotations ?? []).map(({ id, number, shown, labels, arms, unmeasured }) => ({
        id,
        number,
        shown,
        answers: answersFrom(labels ?? []),
        unmeasured: unmeasured ?? [],
        arms: new Map((arms ?? []).map(([unit, question, arm]) => [placeKey(unit, question), arm])),
      })),
      ...(votes ?? []).map((vote) => ({ ...vote, arms: new Map(), imported: true })),
    ],
    gold: gold && {
      answers: gold.answers,
      replaced: replacedBy(gold.round, tuples),
      unmeasured: gold.unmeasured ?? [],
      settledByOthers: gold.imported ? null : gold.settled.map(([unit, question]) => ({ unit, question })),
    },
    runs: byRun(suggested ?? []),
    accepted:
      accepted === null ? null : accepted.map(([number, unit, question, value]) => ({ number, unit, question, value })),
  }
}

function unitFrom([key, kind, parent, data, text]: UnitTuple): UnitDraft {
  return { key, kind, text, ...(parent === null ? {} : { parent }), ...(data === null ? {} : { data }) }
}

/** Units of round 1 that were there no more in the round of the gold. */
const replacedBy = (round: number, units: readonly UnitTuple[]): string[] =>
  units.filter(([, , , , , retired]) => retired !== null && retired <= round).map(([key]) => key)

function byRun(suggested: NonNullable<FrozenTaskRow['suggested']>): FrozenTask['runs'] {
  const runs = new Map<string, FrozenSuggestion[]>()
  for (const [runId, id, unit, question, value] of suggested) {
    const suggestions = runs.get(runId) ?? []
    suggestions.push({ id, unit, question, value })
    runs.set(runId, suggestions)
  }
  return [...runs].map(([runId, suggestions]) => ({ runId, suggestions }))
}

function answersFrom(labels: readonly [unit: string, question: string, value: Json][]): Answers {
  const answers: Answers = {}
  for (const [unit, question, value] of labels) {
    const ofUnit = answers[unit]
    if (ofUnit) ofUnit[question] = value
    else answers[unit] = { [question]: value }
  }
  return answers
}
