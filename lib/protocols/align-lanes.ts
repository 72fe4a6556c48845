/**
 * What annotators list themselves has to be laid side by side before it can be compared: the entries of all lanes are
 * matched one to one by their texts, or by their places where they are marked, so that the sum of the similarities is
 * greatest, and every lane's answers are put under the same keys. From there on the listed units are like any others.
 */
import { matchClaims } from '@/lib/stats/claim-alignment'
import { CLAIM_SIMILARITY_THRESHOLD, similarityTable } from '@/lib/text/text-similarity'
import type { Lane } from './consolidation'
import { entriesOf, placeOfEntry } from './made-units'
import { MARKS_OVERLAP, overlapOf } from './marks'
import type { Answers, Json, ListEntry, Question, Span, Stage, Subject } from './protocol'

type ListQuestion = Question & { list: NonNullable<Question['list']> }

/** Entries of different lanes that stand for one unit. `key` is one of theirs. */
interface Group {
  key: string
  made: ListEntry['made']
  /** The entry's key in each lane that has it, by lane id. */
  members: Map<string, string>
  known: Known
}

/** What an entry is known by: its text, and its place where it is marked. */
interface Known {
  text: string
  place: Span | null
}

/**
 * The lanes with their lists, the answers about listed units, and references to them under common keys. Where a person
 * settled a list, its entries say what belongs together; what they leave out keeps its own key. The lists of entries are laid side by
 * side within entries that stand for one unit.
 */
export function alignLanes(stage: Stage, subject: Subject, lanes: readonly Lane[], resolved: Answers): Lane[] {
  const aligned = lanes.map(({ id, answers }) => ({ id, answers: { ...answers } }))
  const lists = stage.questions.filter((question): question is ListQuestion => question.list !== undefined)
  const units = subject.units.map(({ key, kind }) => ({ key, kind }))
  for (const question of lists) {
    for (const unit of units.filter(({ kind }) => kind === question.unit)) {
      const groups = groupsOf(question, unit.key, aligned, resolved)
      for (const lane of aligned) translate(stage, question, unit.key, lane, groups)
      // Two groups can have one key, where a settled entry was reworded until it is like none of those it came from.
      const keys = new Set(groups.map(({ key }) => key))
      units.push(...[...keys].map((key) => ({ key, kind: question.list.kind })))
    }
  }
  return aligned
}

/** From the keys that annotators gave to their entries to the common ones, of the answers of aligned lanes. */
export function commonKeysIn(...aligned: readonly Answers[]): ReadonlyMap<string, string> {
  const entries = aligned.flatMap((answers) => Object.values(answers).flatMap(Object.values<Json>)).flatMap(entriesOf)
  return new Map(entries.flatMap(({ key, from }) => from.map((laneKey) => [laneKey, key] as const)))
}

function groupsOf(question: ListQuestion, unit: string, lanes: readonly Lane[], resolved: Answers): Group[] {
  const entries = lanes.map((lane) => entriesOf(lane.answers[unit]?.[question.key]))
  const settled = entriesOf(resolved[unit]?.[question.key]).map((entry) => settledGroup(entry, lanes, entries))
  const settledKeys = new Set(settled.flatMap(({ members }) => [...members.values()]))
  const free: Group[] = []
  lanes.forEach((lane, index) => {
    const rest = (entries[index] ?? []).filter(({ key }) => !settledKeys.has(key))
    addLane(
      free,
      lane,
      rest.map((entry) => ({ ...entry, known: knownBy(lane, entry.key, question) })),
      question,
    )
  })
  return [...settled.filter(({ members }) => members.size > 0), ...free]
}

function knownBy(lane: Lane, key: string, { list }: ListQuestion): Known {
  const text = lane.answers[key]?.[list.text]
  return { text: typeof text === 'string' ? text : '', place: placeOfEntry(list, lane.answers[key]) }
}

function settledGroup({ key, made, from }: ListEntry, lanes: readonly Lane[], entries: readonly ListEntry[][]): Group {
  const members = new Map<string, string>()
  lanes.forEach((lane, index) => {
    const member = entries[index]?.find((entry) => from.includes(entry.key))
    if (member) members.set(lane.id, member.key)
  })
  return { key, made, members, known: { text: '', place: null } }
}

/** Matches a lane's entries with the groups there are; the others become groups behind their neighbour in the lane. */
function addLane(
  groups: Group[],
  lane: Lane,
  entries: readonly (ListEntry & { known: Known })[],
  { list: { marks, alike = marks ? MARKS_OVERLAP : CLAIM_SIMILARITY_THRESHOLD } }: ListQuestion,
): void {
  const there = [...groups]
  const texts = (each: readonly { known: Known }[]) => each.map(({ known }) => known.text)
  const similarity = marks
    ? entries.map(({ known }) => there.map((group) => overlapOf(known.place, group.known.place)))
    : similarityTable(texts(entries), texts(there))
  const matched = new Map(there.length === 0 ? [] : matchClaims(similarity, alike))
  let insertIndex = 0
  entries.forEach(({ key, made, known }, index) => {
    const partner = matched.get(index)
    const group = partner === undefined ? undefined : there[partner]
    if (group) {
      group.members.set(lane.id, key)
      insertIndex = groups.indexOf(group) + 1
    } else {
      groups.splice(insertIndex, 0, { key, made, members: new Map([[lane.id, key]]), known })
      insertIndex += 1
    }
  })
}

function translate(stage: Stage, question: ListQuestion, unit: string, lane: Lane, groups: readonly Group[]): void {
  const list = lane.answers[unit]?.[question.key]
  if (list === undefined || list === null) return
  const laneGroups = groups.filter(({ members }) => members.has(lane.id))
  const moved = new Map(laneGroups.map(({ key, members }) => [members.get(lane.id) ?? '', key]))
  const answersUnder = laneGroups.map(
    ({ key, members }) => [key, lane.answers[members.get(lane.id) ?? ''] ?? {}] as const,
  )
  for (const key of moved.keys()) delete lane.answers[key]
  Object.assign(lane.answers, Object.fromEntries(answersUnder))
  const entries = laneGroups.map(({ key, made, members }): Json => ({ key, made, from: [...members.values()].sort() }))
  lane.answers[unit] = { ...renamed(stage, lane.answers[unit] ?? {}, moved), [question.key]: entries }
}

/** References to listed units follow them to their new keys. */
function renamed(stage: Stage, answers: Record<string, Json>, moved: ReadonlyMap<string, string>) {
  const references = new Set(stage.questions.filter(({ form }) => form === 'references').map(({ key }) => key))
  const rename = (value: Json) => (typeof value === 'string' ? (moved.get(value) ?? value) : value)
  return Object.fromEntries(
    Object.entries(answers).map(([key, value]) => [
      key,
      references.has(key) && Array.isArray(value) ? value.map(rename) : value,
    ]),
  )
}
