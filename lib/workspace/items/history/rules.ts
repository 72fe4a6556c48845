import type { Json } from '@/lib/protocols/protocol'
import { withoutHashes } from '@/lib/workspace/items/withdrawn/contract'

type Data = Record<string, Json>
type Names = ReadonlyMap<string, string>
interface Description {
  text: string
  remark: string | null
}

const nameOf = (data: Data, names: Names) => (typeof data.userId === 'string' && names.get(data.userId)) || 'somebody'
const textOf = (value: Json | undefined) => (typeof value === 'string' && value.trim() !== '' ? value : null)
const lengthOf = (value: Json | undefined) => (Array.isArray(value) ? value.length : 0)
const WHY: Readonly<Record<string, string>> = {
  lapsed: 'the reservation lapsed',
  reassigned: 'it was reassigned',
  taken_back: 'a manager took it back',
  left: 'they no longer annotate here',
}
/** Why a share was released, after a colon. */
export const whyReleased = (data: Data) => WHY[String(data.why)] ?? 'no reason given'

/** A manager's own domain, source and tags, in words. */
export function factsText(value: Json | undefined): string {
  const { domain, source, tags } = Object(value) as Record<string, Json | undefined>
  const tagsText = Array.isArray(tags) && tags.length > 0 ? `tags ${tags.join(', ')}` : null
  const parts = [textOf(domain) && `domain ${domain}`, textOf(source) && `source ${source}`, tagsText]
  return parts.filter((part) => part !== null).join('; ') || 'none'
}

const FIELD_WORDS: Readonly<Record<string, string>> = {
  domain: 'Own domain',
  source: 'Own source',
  tags: 'Tags',
  priority: 'Priority',
}
const valueText = (value: Json | undefined) => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return text === '' ? 'none' : text
}

/** What an act on many items did to this one: `from` and `to` hold the fields that it changed. */
function togetherText(data: Data): string {
  const { discarded, ...to } = Object(data.to) as Data
  const from = Object(data.from) as Data
  const fields = Object.keys(to).map(
    (key) => `${FIELD_WORDS[key] ?? key} ${valueText(from[key])} became ${valueText(to[key])}`,
  )
  const parts =
    discarded === undefined ? fields : [...fields, discarded === null ? 'Discarding taken back' : 'Discarded']
  const others = Number(data.others ?? 0)
  const together =
    others > 0 ? `, together with ${others.toLocaleString('en')} other ${others === 1 ? 'item' : 'items'}` : ''
  return `${data.undoes === true ? 'Undone: ' : ''}${parts.join('; ')}${together}`
}

/** Of what was done to many items at once, in the history of one of them. */
const TOGETHER: Record<string, (data: Data) => string> = {
  'items.edited': togetherText,
  'items.edit_undone': togetherText,
}

const PROGRESS: Record<string, (data: Data, names: Names) => string> = {
  'assignment.reserved': (data, names) => `Taken from the queue by ${nameOf(data, names)}`,
  'assignment.assigned': (data, names) => `Assigned to ${nameOf(data, names)}`,
  'assignment.skipped': (data, names) => `Skipped by ${nameOf(data, names)}`,
  'assignment.released': (data, names) => `The share of ${nameOf(data, names)} was released: ${whyReleased(data)}`,
  'assignment.set_aside': (data, names) => `${nameOf(data, names)} asked a manager; the task is set aside`,
  'assignment.question_answered': (data, names) => `A question of ${nameOf(data, names)} was answered`,
  'assignment.question_withdrawn': (data, names) => `${nameOf(data, names)} withdrew their question to a manager`,
  'annotation.started': () => 'Annotation begun',
  'annotation.submitted': (data) => (data.round === 1 ? 'Annotation submitted' : 'Annotation submitted again'),
}

const COURSE: Record<string, (data: Data, names: Names) => string> = {
  'task.opened': () => 'Opened for annotation',
  'task.created': () => 'The stage before became gold: the next one has begun',
  'task.units_replaced': () => 'The gold before it changed; nobody had begun, so its units are new',
  'task.went_stale': (data) => `Became stale: the gold before it changed in ${data.changes} places`,
  'task.stale_settled': (data) => (textOf(data.reason) ? 'Not stale: it still holds' : 'Not stale any more'),
  'task.taken_over': (data) => `Changes of the gold before it taken over, round ${data.round}`,
  'item.facts_changed': (data) => `Own domain, source and tags: ${factsText(data.from)} became ${factsText(data.to)}`,
  'task.resegmented': (data) => `Re-segmented: ${lengthOf(data.from)} segments became ${lengthOf(data.to)}`,
  'task.revealed': () => 'All annotators have submitted',
  'task.adjudicated': () => 'Confirmed',
  'task.approved': (data) => `${data.tallied === true ? 'Votes tallied' : 'Became gold'}, version ${data.goldVersion}`,
  'task.approval_refused': () => 'Sent back to be settled again',
  'task.reopened': (data) => `Sent back to the annotators, round ${data.round}`,
  'task.reopening_taken_back': (data) => `Gold again as before round ${data.round}: the question was taken back`,
  'item.withdrawn': (data) => `Withdrawn: ${textOf(data.reason) ?? ''}`,
  'task.discarded': () => 'Discarded',
  'task.restored': () => 'Discarding taken back',
  'task.batched': (data) => `Put into the batch ${textOf(data.batch) ?? ''}`.trim(),
  'label.overridden': (data) =>
    data.value === null ? 'Label no longer set by hand' : 'Label of the whole item set by hand',
  'gold.imported': (data) => `Gold imported, version ${data.version}`,
}

/** Events whose reason is a person's remark. */
const REASONED = ['assignment.skipped', 'task.stale_settled']

/** Events that tell how far an annotator is. */
export const PROGRESS_EVENTS = Object.keys(PROGRESS)
/** Gold and what follows from it in the stages behind, under the name of whoever it came about by. */
export const GOLD_EVENTS = [
  'task.approved',
  'task.created',
  'task.units_replaced',
  'task.went_stale',
  'task.stale_settled',
]
/** All events an item's history tells of; those that carry answers are not among them. */
export const HISTORY_EVENTS = [...Object.keys(COURSE), ...PROGRESS_EVENTS]

/** An event as a sentence for people, with the remark that was made, if any. */
export function describeEvent(type: string, data: Data, names: Names): Description {
  const text = (COURSE[type] ?? PROGRESS[type] ?? TOGETHER[type])?.(data, names) ?? type
  const remark = textOf(data.comment) ?? textOf(data.note) ?? (REASONED.includes(type) ? textOf(data.reason) : null)
  return { text: withoutHashes(text), remark: remark && withoutHashes(remark) }
}
