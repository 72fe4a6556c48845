import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import type { EventMap } from '@/lib/platform/events/events'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { allSeeds, entriesOf, isSeeded, listSeedsSchema, numberSeeds } from '@/lib/protocols/made-units'
import { inOptionOrder } from '@/lib/protocols/option-lists'
import type { Question } from '@/lib/protocols/protocol'
import { sameExactly, sameValue } from '@/lib/protocols/same-value'
import type { AnswerOutcome, SaveAnswer, SaveChange, SavedAnswer, StepMark, saveAnswersBody } from './contract'
import { withListedUnits } from './list-units'
import { carriedUnopened, type Draft, type DraftAnswer, type DraftName, loadDraft } from './load-draft'
import { problemWith } from './rules'
import { type Cause, restoredCauses } from './undo/restored-causes'
import { WRITTEN } from './written-sql'

/**
 * Saves one answer of the actor's open annotation. Throws `rule` for a value the protocol does not allow, and
 * `revision_conflict` with `data.current` when the answer has changed since the change was made, and `conflict` when the
 * annotation is not the open one any more, or the project has moved to another version of its protocol meanwhile.
 */
export async function saveAnswer(actor: Actor, taskId: string, body: SaveAnswer): Promise<SavedAnswer> {
  const { annotationId, ...change } = body
  const [outcome] = await writeAnswers(actor, { taskId, annotationId }, [change])
  if (!outcome) throw new Error('a change without an outcome')
  if (outcome.status === 'refused')
    throw new AppError('rule', outcome.message, {
      issues: [{ path: `${outcome.unit}.${outcome.question}`, message: outcome.message }],
    })
  const { status, ...answer } = outcome
  if (status === 'conflict')
    throw new AppError('revision_conflict', undefined, {
      data: { current: { value: answer.value, revision: answer.revision, savedAt: answer.savedAt } },
    })
  return answer
}

/** Saves several answers at once: those that can be saved are, in one transaction, and every one has its outcome. */
export async function saveAnswers(
  actor: Actor,
  taskId: string,
  body: z.output<typeof saveAnswersBody>,
): Promise<{ outcomes: AnswerOutcome[] }> {
  return { outcomes: await writeAnswers(actor, { taskId, annotationId: body.annotationId }, body.answers) }
}

interface Write {
  unit: string
  unitId: string
  question: string
  value: SaveChange['value']
  revision: number
  origin: string
  suggestionId: string | null
  event: EventMap['answer.saved']
}

/**
 * Saves changes of the actor's open annotation, each guarded by its revision, each with its event, and prolongs the
 * reservation: one round trip to read and decide, one statement, hence one transaction, to write. The outcomes are in
 * the order of the changes.
 */
async function writeAnswers(actor: Actor, name: DraftName, changes: readonly SaveChange[]): Promise<AnswerOutcome[]> {
  const draft = await withListedUnits(actor, await loadDraft(actor, name, changes), changes)
  const causeOf = await restoredCauses(draft.annotationId, changes)
  const request: StepMark = { id: uuidv7(), way: 'do' }
  const decided = changes.map((change) => decide(draft, { ...change, step: change.step ?? request }, causeOf(change)))
  const writes = decided.flatMap((decision) => ('unitId' in decision ? [decision] : []))
  const written = await write(actor, draft, writes)
  if (written.length === writes.length)
    return decided.map((decision) => ('unitId' in decision ? find(written, decision) : decision))
  // Between reading and writing, another tab or the submission was faster: say what is there now.
  const now = await loadDraft(actor, name, changes)
  if (now.protocolId !== draft.protocolId) throw new AppError('conflict', MOVED)
  return decided.map((decision) => {
    if (!('unitId' in decision)) return decision
    const place = placeOf(now, decision)
    return find(
      written,
      decision,
      place && present(place, sameValue(place.value, decision.value) ? 'saved' : 'conflict'),
    )
  })
}

const MOVED = 'This project has moved to another version of its protocol. Load the page again.'

/** `restored`: where the value comes from that undo or redo brings back, as the log has it; nobody else can say so. */
function decide(draft: Draft, change: SaveChange, restored: Cause | null): Write | AnswerOutcome {
  const { unit, question, expectedRevision } = change
  const refused = (message: string): AnswerOutcome => ({ status: 'refused', unit, question, message })
  const place = placeOf(draft, change)
  const askedQuestion = draft.stage.questions.find(
    (candidate) => candidate.key === question && candidate.unit === place?.kind,
  )
  if (!place || !askedQuestion) return refused('There is no such question here.')
  const value = inOptionOrder(askedQuestion, change.value)
  const problem = problemWith(askedQuestion, value, draft.content === null ? undefined : { content: draft.content })
  if (problem) return refused(`${askedQuestion.title}: ${problem}`)
  if (!isListable(draft, askedQuestion, change))
    return refused(`${askedQuestion.title}: this list holds entries that are not yours.`)
  if (!restored && !isHonest(place, { ...change, value }))
    return refused('An accepted suggestion must be one that was shown for this question, with its value.')
  // What is there already is no conflict: a repeated request, or another tab that said the same. On its own revision the
  // same value is written all the same, so that an older request still under way cannot come in after it.
  if (place.revision !== expectedRevision)
    return present(place, place.revision > 0 && sameExactly(place.value, value) ? 'saved' : 'conflict')
  const revision = expectedRevision + 1
  const { origin, suggestionId } = restored ?? { origin: change.origin, suggestionId: change.suggestionId ?? null }
  const event = {
    unit,
    question,
    from: place.value,
    to: value,
    origin,
    revision,
    ...(suggestionId ? { suggestionId } : {}),
    ...(place.origin ? { was: wasOf(place.origin, place.suggestionId) } : {}),
    ...(change.step ? { step: change.step } : {}),
  }
  return { unit, unitId: place.unitId, question, value, revision, origin, suggestionId, event }
}

const wasOf = (origin: string, suggestionId: string | null) => ({ origin, ...(suggestionId ? { suggestionId } : {}) })

/** Every entry of a list is a unit that its annotator listed here. */
function isListable({ entries }: Draft, { list }: Question, { unit, value }: SaveChange): boolean {
  if (!list) return true
  const listedKeys = new Set(
    entries.filter(({ parent, kind }) => parent === unit && kind === list.kind).map(({ key }) => key),
  )
  return entriesOf(value).every(({ key }) => listedKeys.has(key))
}

/**
 * A value counts as suggested exactly when a suggestion for this place says the same: the value itself, a list of entries
 * that all come from it, or one of the values that it proposes for such an entry.
 */
function isHonest(place: DraftAnswer, { question, origin, suggestionId, value }: SaveChange): boolean {
  if (origin !== 'suggestion' || !suggestionId) return origin !== 'suggestion' && !suggestionId
  const suggested = place.suggestions?.[suggestionId]
  if (suggested === undefined) return false
  if (!listSeedsSchema.safeParse(suggested).success) return sameValue(suggested, value)
  const seeds = allSeeds(numberSeeds(suggested))
  const entries = entriesOf(value)
  if (entries.length > 0) return entries.every((entry) => isSeeded(entry, suggestionId, seeds.length))
  return seeds.some(({ values }) => sameValue(values[question] ?? null, value))
}

const placeOf = (draft: Draft, field: { unit: string; question: string }) =>
  draft.places.find((place) => place.unit === field.unit && place.question === field.question)

function present(place: DraftAnswer, status: 'saved' | 'conflict'): AnswerOutcome {
  const { unit, question, value, revision } = place
  return { status, unit, question, value, revision, savedAt: place.savedAt ?? new Date().toISOString() }
}

function find(written: readonly SavedAnswer[], field: Write, otherwise?: AnswerOutcome): AnswerOutcome {
  const saved = written.find((answer) => answer.unit === field.unit && answer.question === field.question)
  if (saved) return { status: 'saved', ...saved }
  if (!otherwise) throw new Error(`no outcome for ${field.unit} ${field.question}`)
  return otherwise
}

async function write(actor: Actor, draft: Draft, writes: readonly Write[]): Promise<SavedAnswer[]> {
  if (writes.length === 0) return []
  const { rows } = await pool().query<{ unitId: string; question: string; savedAt: Date }>({
    name: 'write-answers',
    text: STATEMENT,
    values: [draft.annotationId, actor.userId, draft.projectId, draft.itemId, JSON.stringify(writes), draft.protocolId],
  })
  return writes.flatMap(({ unit, unitId, question, value, revision }) => {
    const row = rows.find((candidate) => candidate.unitId === unitId && candidate.question === question)
    return row ? [{ unit, question, value, revision, savedAt: row.savedAt.toISOString() }] : []
  })
}

// The conditions of loadDraft once more, under a lock that the submission waits for (and the other way round).
// JSON null becomes SQL null in a record set, and back.
const STATEMENT = `
  with draft as (
    select n.id, n.task_id, n.user_id, s.reservation_minutes
    from annotations n
    join tasks t on t.id = n.task_id and t.round = n.round
    join stages s on s.id = t.stage_id
    join assignments a on a.task_id = n.task_id and a.user_id = n.user_id
    where n.id = $1::uuid and n.user_id = $2::uuid and n.state = 'draft' and n.held_until is null
      and t.state = 'open' and a.state in ('reserved', 'assigned') and not ${carriedUnopened('$3::uuid')}
    for no key update of n
  ), change as (
    select d.id annotation_id, d.task_id, d.user_id, $3::uuid project_id, $4::uuid item_id,
           c."unitId" unit_id, c.question, coalesce(c.value, 'null') "value", c.revision, c.origin, c."suggestionId" suggestion_id, c.event
    from draft d
    cross join jsonb_to_recordset($5::jsonb) c("unitId" uuid, question text, "value" jsonb, revision int, origin text,
                                               "suggestionId" uuid, event jsonb)
    where protocol_now($3::uuid) = $6 and not item_withdrawn($4::uuid)
    order by c."unitId", c.question
  ), ${WRITTEN}
  select unit_id "unitId", question, updated_at "savedAt" from saved`
