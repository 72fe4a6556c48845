import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import { askFirst } from '@/lib/platform/server/db'
import { ACCOUNT_STANDS, type SessionClaim } from '@/lib/platform/server/identify'
import { protocolById } from '@/lib/protocols'
import { entriesOf } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import { inOptionOrder } from '@/lib/protocols/option-lists'
import { protocolStage } from '@/lib/workspace/tasks/load-task'
import type { SaveAnswer, SavedAnswer } from './contract'
import { knownTask } from './known-tasks'
import { carriedUnopened } from './load-draft'
import { problemWith } from './rules'
import { WRITTEN } from './written-sql'

/**
 * Saves an answer as `saveAnswer` does, in a single round trip, where all is as it mostly is: a plain value for a place that this process knows
 * the protocol of. One statement asks whether the session stands and whether the person may annotate the task, and writes on the very revision
 * that the change was made on. null: nothing was written, for whatever reason; `saveAnswer` finds out which, or does it.
 */
export async function saveKnownPlace(
  { userId, sessionVersion }: SessionClaim,
  taskId: string,
  change: SaveAnswer,
): Promise<SavedAnswer | null> {
  const place = checked(taskId, change)
  if (!place) return null
  const { annotationId, unit, question, expectedRevision, origin } = change
  const step = change.step ?? { id: uuidv7(), way: 'do' }
  const { rows } = await askFirst<{ savedAt: Date }>({
    name: 'save-known-place',
    text: STATEMENT,
    values: [
      userId,
      sessionVersion,
      taskId,
      annotationId,
      unit,
      place.kind,
      question,
      place.protocolId,
      place.stageKey,
      expectedRevision,
      JSON.stringify(place.value),
      origin,
      JSON.stringify(step),
    ],
  })
  const [saved] = rows
  return saved
    ? { unit, question, value: place.value, revision: expectedRevision + 1, savedAt: saved.savedAt.toISOString() }
    : null
}

/**
 * What is saved, checked by what is known of the task; null where it is not known, or where checking takes more than the protocol: the item's
 * text for spans, the person's own units for entries of lists, suggestions and the log for what was accepted or restored.
 */
function checked(taskId: string, { unit, question, value: given, ...cause }: SaveAnswer) {
  const known = knownTask(taskId)
  const kind = known?.kinds.get(unit)
  const isPlain = spansOf(given) === null && entriesOf(given).length === 0
  const isOwn = cause.origin !== 'suggestion' && !cause.suggestionId && (cause.step?.way ?? 'do') === 'do'
  if (!known || kind === undefined || !isPlain || !isOwn) return null
  const { protocolId, stageKey } = known
  const asked = protocolStage(protocolById(protocolId), stageKey).questions.find(
    (candidate) => candidate.key === question && candidate.unit === kind,
  )
  if (!asked) return null
  const value = inOptionOrder(asked, given)
  return problemWith(asked, value) === null ? { kind, value, protocolId, stageKey } : null
}

// The conditions of loadDraft, for members of the project, and those of the policy on `task.annotate`, under a lock that the submission waits for; whatever
// is under way already is waited for in turn. What was there is of the revision that the change was made on, or nothing is written.
const STATEMENT = `
  with person as materialized (
    select u.id from users u where ${ACCOUNT_STANDS}
  ), draft as (
    select n.id, n.task_id, n.user_id, p.id project_id, t.item_id, s.reservation_minutes, u.id unit_id,
           l.value "from", l.origin was_origin, l.suggestion_id was_suggestion
    from person
    join annotations n on n.id = $4::uuid and n.user_id = person.id
    join tasks t on t.id = n.task_id and t.round = n.round
    join stages s on s.id = t.stage_id
    left join calibrations k on k.shadow_id = t.project_id
    join projects p on p.id = coalesce(k.project_id, t.project_id)
    join memberships m on m.project_id = p.id and m.user_id = n.user_id
    join assignments a on a.task_id = n.task_id and a.user_id = n.user_id
    join units u on u.task_id = t.id and u.key = $5 and u.kind = $6
      and (u.maker_id = n.user_id or u.maker_id is null and u.since_round <= t.round
           and (u.retired_round is null or u.retired_round > t.round))
    left join labels l on l.annotation_id = n.id and l.unit_id = u.id and l.question = $7
    where t.id = $3::uuid and n.state = 'draft' and n.held_until is null and t.state = 'open' and a.state in ('reserved', 'assigned')
      and p.archived_at is null and s.key = $9 and coalesce(l.revision, 0) = $10::int and not ${carriedUnopened('p.id')}
    for no key update of n skip locked
  ), change as (
    select d.id annotation_id, d.task_id, d.user_id, d.project_id, d.item_id, d.unit_id, $7::text question, $11::jsonb "value",
           $10::int + 1 revision, $12::text origin, null::uuid suggestion_id,
           jsonb_build_object('unit', $5::text, 'question', $7::text, 'from', coalesce(d."from", 'null'), 'to', $11::jsonb,
                              'origin', $12::text, 'revision', $10::int + 1, 'step', $13::jsonb)
           || case when d.was_origin is null then '{}'
                   else jsonb_build_object('was', jsonb_strip_nulls(jsonb_build_object(
                     'origin', d.was_origin, 'suggestionId', d.was_suggestion))) end event
    from draft d
    where protocol_now(d.project_id) = $8 and not item_withdrawn(d.item_id)
  ), ${WRITTEN}
  select updated_at "savedAt" from saved`
