/** Pure decisions about lists that are settled by hand: what their entries stand for. */

import { type Choice, type JudgedChoice, judgeChoice } from '@/lib/adjudication/consolidation/rules'
import type { Lane } from '@/lib/protocols/consolidation'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Json, ListEntry, Question } from '@/lib/protocols/protocol'

/** A lane with the keys of what its annotator listed on the unit, in order. */
export type ListingLane = Lane & { listed: readonly { unit: string; question: string; key: string }[] }

interface Place {
  question: Question
  unit: string
}

/** `judgeChoice`, for lists as well. */
export function judge(place: Place, lanes: readonly ListingLane[], choice: Choice, reason: string): JudgedChoice {
  const { question, unit } = place
  if (!question.list || 'lane' in choice) return judgeChoice(question, unit, lanes, choice, reason)
  return judgeList(place, lanes, choice.value, reason)
}

/**
 * A list put together from the annotators' own entries: each entry names those it stands for, of every lane at most one,
 * and none stands in two. Putting it together needs no reason; an entry that nobody listed does.
 */
function judgeList(place: Place, lanes: readonly ListingLane[], value: Json, reason: string): JudgedChoice {
  const { question, unit } = place
  const checked = question.schema.safeParse(value)
  if (value === null || !checked.success)
    return { ok: false, message: checked.error?.issues[0]?.message ?? 'Take at least one entry.' }
  const laneKeys = lanes.map((lane) => keysOf(lane, place))
  const entries = entriesOf(checked.data)
  const message = problemWith(entries, laneKeys)
  if (message) return { ok: false, message }
  const settled = entries.map((entry) => standardEntry(entry, laneKeys))
  const holder = lanes.find((lane) => sameEntries(entriesOf(lane.answers[unit]?.[question.key]), settled))
  const holderValue = holder?.answers[unit]?.[question.key]
  if (holder && holderValue) return { ok: true, value: holderValue, how: 'lane', lane: holder.id }
  if (reason === '' && settled.some(isNew))
    return { ok: false, message: 'Nobody listed the new entry, so say why it belongs here.' }
  return { ok: true, value: settled.map((entry): Json => ({ ...entry })), how: 'edited', lane: null }
}

/** Does the entry stand for none of the annotators' own? */
export const isNew = ({ from }: ListEntry): boolean => from.length === 0

const keysOf = ({ listed }: ListingLane, { question, unit }: Place): string[] =>
  listed.filter((entry) => entry.unit === unit && entry.question === question.key).map(({ key }) => key)

function problemWith(entries: readonly ListEntry[], laneKeys: readonly string[][]): string | null {
  const listedKeys = new Set(laneKeys.flat())
  const used = new Set<string>()
  for (const { key, from } of entries) {
    if (from.some((each) => !listedKeys.has(each)))
      return 'An entry stands for something that no annotator listed here.'
    if (from.some((each) => used.has(each)) || new Set(from).size < from.length)
      return 'An annotator’s entry can stand in one place only. Take it out of the other.'
    if (laneKeys.some((keys) => from.filter((each) => keys.includes(each)).length > 1))
      return 'One entry can stand for at most one of each annotator’s. Take the others on their own.'
    if (from.length > 0 ? !from.includes(key) : listedKeys.has(key))
      return 'An entry has the key of one of the entries that it stands for; a new entry has a new key.'
    for (const each of from) used.add(each)
  }
  return null
}

/** The same list is written in the same way, whoever puts it together: an entry goes by the first lane's key. */
function standardEntry({ key, from }: ListEntry, laneKeys: readonly string[][]): ListEntry {
  const order = laneKeys.flat()
  const sorted = from.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return { key: sorted[0] ?? key, made: from.length > 1 ? 'merged' : 'added', from: from.toSorted() }
}

function sameEntries(one: readonly ListEntry[], other: readonly ListEntry[]): boolean {
  const written = (entries: readonly ListEntry[]) => JSON.stringify(entries.map(({ from }) => from.toSorted()))
  return one.length === other.length && one.length > 0 && written(one) === written(other) && !other.some(isNew)
}
