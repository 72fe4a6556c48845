import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { Json, Stage } from '@/lib/protocols/protocol'
import type { Arm, GivenArm, GivenSuggestion } from './contract'

interface Giving {
  annotationId: string
  task: { id: string; round: number; stage: Stage }
  /** Frozen: whatever was answered is answered for good. */
  submitted: boolean
  /** Places whose answers the annotator has finished with. */
  finished?: readonly { unit: string; question: string }[]
}

interface SuggestionRow extends Omit<GivenSuggestion, 'value' | 'createdAt'> {
  value: Json
  createdAt: Date
  arm: Arm
}

/**
 * The suggestions of a task that an annotation may see now, best first; remembers of each when it was first given, and
 * whether its question had been answered by then. Arm `shown` gives at once, `none` never. Arm `hidden` gives once the
 * question has an answer: of choices as soon as there is one; lists and texts grow, so that their suggestions are given
 * only for places the annotator has finished with. What was given once is given again.
 */
export async function giveSuggestions(
  tx: Tx,
  { annotationId, task, submitted, finished = [] }: Giving,
): Promise<(GivenSuggestion & { arm: Arm })[]> {
  const choices = task.stage.questions.filter(({ form }) => form === 'choice')
  const rows = await tx.$queryRaw<SuggestionRow[]>`
    with offered as (
      select g.id, u.key "unit", g.question, g.value, g.source, g.model, g.score, g.run_id, g.rationale, g.prompt_hash,
             g.created_at, coalesce(d.arm, 'shown') "arm", coalesce(l.value, 'null') <> 'null' "answered",
             v.suggestion_id is not null "given",
             ${submitted}
               or (u.kind, g.question) in (
                 select * from unnest(${choices.map(({ unit }) => unit)}::text[], ${choices.map(({ key }) => key)}::text[]))
               or (u.key, g.question) in (
                 select * from unnest(${finished.map(({ unit }) => unit)}::text[],
                                      ${finished.map(({ question }) => question)}::text[])) "finished"
      from suggestions g
      join units u on u.id = g.unit_id and u.maker_id is null and u.since_round <= ${task.round}
        and (u.retired_round is null or u.retired_round > ${task.round})
      left join arm_draws d on d.annotation_id = ${annotationId}::uuid and d.unit_kind = u.kind and d.question = g.question
      left join labels l on l.annotation_id = ${annotationId}::uuid and l.unit_id = g.unit_id and l.question = g.question
      left join suggestion_views v on v.annotation_id = ${annotationId}::uuid and v.suggestion_id = g.id
      where g.task_id = ${task.id}::uuid
    ), given as (
      select * from offered where given or arm = 'shown' or (arm = 'hidden' and answered and finished)
    ), remembered as (
      insert into suggestion_views (annotation_id, suggestion_id, answered, seen_at)
      select ${annotationId}::uuid, id, answered, clock_timestamp() from given where not given
      on conflict do nothing)
    select id, unit, question, value, source, model, score, run_id "runId", rationale, prompt_hash "promptHash",
           created_at "createdAt", arm::text "arm"
    from given order by score desc nulls last, id`
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** How the suggestions for each question come to this annotation; what is withheld altogether is not told. */
export async function listArms(tx: Tx, annotationId: string): Promise<GivenArm[]> {
  const rows = await tx.armDraw.findMany({
    where: { annotationId, arm: { not: 'none' } },
    orderBy: [{ unitKind: 'asc' }, { question: 'asc' }],
    select: { unitKind: true, question: true, arm: true },
  })
  return rows.flatMap(({ arm, ...row }) => (arm === 'none' ? [] : [{ ...row, arm }]))
}
