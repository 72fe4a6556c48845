/** Gold under another version of a protocol file: superseded where its answers or what follows from them are told otherwise. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { Answers, Json, Vote } from '@/lib/protocols/answers'
import { answerOf, isAsked } from '@/lib/protocols/completeness'
import { type MovePlan, movedValue } from '@/lib/protocols/language/migrate'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Protocol, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { rolledUp } from '@/lib/protocols/rolled-up'
import { sameValue } from '@/lib/protocols/same-value'

const PORTION = 1000

interface GoldRow {
  id: string
  taskId: string
  answers: Answers
  votes: Vote[] | null
  rollUp: Json
  content: Json
  units: [key: string, kind: string, parent: string | null, data: Json, text: string][] | null
  /** Did people of the project annotate it, and is it gold and not discarded? */
  isFinished: boolean
}

/** Of one task's gold under the later version. */
export interface MovedGold {
  id: string
  taskId: string
  answers: Answers
  votes: Vote[] | null
  rollUp: { [key: string]: Json }
  isChanged: boolean
  /** Is one of the questions that can be asked again asked here, and has no answer? Never of what nobody annotated here. */
  isLacking: boolean
}

/**
 * The current gold of the stages of a project as a move would leave it, portion by portion. A portion goes on behind the last task, which has one
 * current gold: what a caller supersedes meanwhile is not read again. Of votes, everybody's answers are moved, and counted anew.
 */
export async function* movedGolds(
  tx: Tx,
  projectId: string,
  { plan, protocol }: { plan: MovePlan; protocol: Protocol },
): AsyncGenerator<MovedGold[]> {
  for (const stage of protocol.stages) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const rows = await readPortion(tx, { projectId, stage: stage.key, after })
      const last = rows.at(-1)
      if (!last) break
      after = last.taskId
      yield rows.map((row) => movedGold(row, stage, plan))
    }
  }
}

const readPortion = (tx: Tx, { projectId, stage, after }: { projectId: string; stage: string; after: string }) =>
  tx.$queryRaw<GoldRow[]>`
    select g.id, g.task_id "taskId", g.answers, g.votes, g.roll_up "rollUp", i.content,
      (select json_agg(json_build_array(u.key, u.kind, u.parent_key, u.data, u.text) order by u.position)
       from units u where u.task_id = t.id and u.maker_id is null and u.since_round <= g.round
         and (u.retired_round is null or u.retired_round > g.round)) "units",
      t.state = 'gold' and i.discarded_at is null
        and exists (select 1 from assignments a where a.task_id = t.id and a.state = 'submitted') "isFinished"
    from golds g join tasks t on t.id = g.task_id join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where t.project_id = ${projectId}::uuid and s.key = ${stage} and g.superseded_at is null and t.id > ${after}::uuid
    order by t.id limit ${PORTION}`

function movedGold(
  { id, taskId, answers, votes, rollUp, content, units, isFinished }: GoldRow,
  stage: Stage,
  plan: MovePlan,
): MovedGold {
  const drafts = (units ?? []).map(
    ([key, kind, parent, data, text]): UnitDraft => ({
      key,
      kind,
      text,
      ...(parent === null ? {} : { parent }),
      ...(data === null ? {} : { data }),
    }),
  )
  const kinds = new Map(drafts.map(({ key, kind }) => [key, kind]))
  const movedAnswers = (goldAnswers: Answers): Answers => {
    const moved: Answers = {}
    for (const [unit, values] of Object.entries(goldAnswers)) {
      const now: Answers[string] = {}
      for (const [question, value] of Object.entries(values)) {
        const move = plan.questions.find(
          (each) => each.stage === stage.key && each.on === kinds.get(unit) && each.question === question,
        )
        const left = move ? movedValue(move, value) : value
        if (left !== null || value === null) now[move?.to ?? question] = left
      }
      moved[unit] = now
    }
    return moved
  }
  const moved = movedAnswers(answers)
  const movedVotes = votes?.map((vote) => ({ ...vote, answers: movedAnswers(vote.answers) })) ?? null
  const subject = { content, units: drafts }
  const derived = rolledUp(stage, subject, { answers: moved, votes: movedVotes })
  const whole = withMadeUnits(stage, subject, moved)
  const asks = plan.asks.filter((ask) => ask.stage === stage.key).map(({ question }) => question)
  // What was voted is counted as it is: nobody is asked again.
  const isLacking =
    votes === null &&
    stage.questions.some(
      (question) =>
        asks.includes(question.key) &&
        whole.units.some(
          (unit) => isAsked(question, whole, moved, unit) && answerOf(moved, unit.key, question.key) === null,
        ),
    )
  return {
    id,
    taskId,
    answers: moved,
    votes: movedVotes,
    rollUp: derived,
    isChanged:
      !sameValue(moved, answers) ||
      !sameValue(movedVotes as unknown as Json, votes as unknown as Json) ||
      !sameValue(derived, rollUp),
    isLacking: isLacking && isFinished,
  }
}

/**
 * Supersedes the gold that a move tells otherwise, and returns the tasks whose finished work lacks an answer, and how much gold was
 * superseded. The new gold is made under the version that the project has by now.
 */
export async function moveGold(
  tx: Tx,
  projectId: string,
  { moveId, plan, protocol }: { moveId: string; plan: MovePlan; protocol: Protocol },
): Promise<{ gold: number; lacking: string[] }> {
  const lacking: string[] = []
  let gold = 0
  for await (const golds of movedGolds(tx, projectId, { plan, protocol })) {
    lacking.push(...golds.filter(({ isLacking }) => isLacking).map(({ taskId }) => taskId))
    const changed = golds.filter(({ isChanged }) => isChanged)
    if (changed.length > 0) await supersede(tx, moveId, changed)
    gold += changed.length
  }
  return { gold, lacking }
}

async function supersede(tx: Tx, moveId: string, golds: readonly MovedGold[]): Promise<void> {
  const rows = JSON.stringify(golds.map(({ id, answers, votes, rollUp }) => ({ id, answers, votes, rollUp })))
  await tx.$executeRaw`
    update golds g set superseded_at = now() from jsonb_to_recordset(${rows}::jsonb) c(id uuid) where g.id = c.id`
  await tx.$executeRaw`
    with made as (
      insert into golds (id, task_id, version, round, answers, votes, roll_up, origin, adjudicator_id, approver_id)
      select gen_random_uuid(), g.task_id, g.version + 1, g.round, c.answers, nullif(c.votes, 'null'), c."rollUp", g.origin, g.adjudicator_id, g.approver_id
      from jsonb_to_recordset(${rows}::jsonb) c(id uuid, answers jsonb, votes jsonb, "rollUp" jsonb) join golds g on g.id = c.id
      returning id, task_id, version),
    told as (
      update tasks t set revision = t.revision + 1 from made where t.id = made.task_id)
    insert into moved_rows (move_id, task_id, place, row, now)
    select ${moveId}::uuid, m.task_id, 'golds', jsonb_build_object('id', g.id), jsonb_build_object('id', m.id)
    from made m join golds g on g.task_id = m.task_id and g.version = m.version - 1`
}

/** The gold before a move stands again, as a further version. */
export async function takeGoldBack(tx: Tx, moveId: string): Promise<void> {
  await tx.$executeRaw`
    update golds g set superseded_at = now() from moved_rows r
    where r.move_id = ${moveId}::uuid and r.place = 'golds' and g.id = (r.now ->> 'id')::uuid`
  await tx.$executeRaw`
    with made as (
      insert into golds (id, task_id, version, round, answers, votes, roll_up, origin, adjudicator_id, approver_id, protocol_version)
      select gen_random_uuid(), b.task_id, n.version + 1, b.round, b.answers, b.votes, b.roll_up, b.origin, b.adjudicator_id, b.approver_id,
             b.protocol_version
      from moved_rows r join golds b on b.id = (r.row ->> 'id')::uuid join golds n on n.id = (r.now ->> 'id')::uuid
      where r.move_id = ${moveId}::uuid and r.place = 'golds'
      returning task_id)
    update tasks t set revision = t.revision + 1 from made where t.id = made.task_id`
}
