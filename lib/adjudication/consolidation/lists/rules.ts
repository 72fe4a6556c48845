/** The lists of several annotators as rows side by side, and what can be done to them by hand. Pure. */
import { entriesOf, placeOfEntry } from '@/lib/protocols/made-units'
import { type MarkListQuestion, overlapOf } from '@/lib/protocols/marks'
import type { Answers, Json, ListEntry, Span } from '@/lib/protocols/protocol'
import { textSimilarity } from '@/lib/text/text-similarity'

/** A lane with what its annotator listed: what rows are made of. */
export interface RowLane {
  id: string
  answers: Answers
  listed: readonly { unit: string; question: string; key: string; text: string }[]
}

export interface RowMember {
  lane: string
  /** The key under which the annotator listed it. */
  key: string
  text: string
}

/** Entries that stand for one unit: of each lane at most one; none for an entry that somebody adds. */
export interface ListRow {
  key: string
  members: RowMember[]
  /** Does the list hold it? */
  included: boolean
  /** The lane whose entry alone stands, as it was written; the others of the row are left out. */
  only?: string
}

interface Place {
  unit: string
  question: string
}

/**
 * All entries of all lanes, those that stand for one unit in one row; the rows of `list` first to last, what it leaves out
 * where its annotator had it. Without `list`: as the lanes were aligned, with every row taken.
 */
export function rowsOf(lanes: readonly RowLane[], place: Place, list: Json = null): ListRow[] {
  const members = membersAt(lanes, place)
  const row = ({ key, from }: ListEntry, included: boolean): ListRow => ({
    key,
    members: from.flatMap((each) => members.get(each) ?? []).sort(byLane(lanes)),
    included,
  })
  const rows = entriesOf(list).map((entry) => row(entry, true))
  for (const lane of lanes) {
    let behind = -1
    for (const entry of entriesOf(lane.answers[place.unit]?.[place.question])) {
      const there = rows.findIndex(({ members: held }) => held.some(({ key }) => entry.from.includes(key)))
      if (there < 0) rows.splice(behind + 1, 0, row(entry, list === null))
      behind = there < 0 ? behind + 1 : there
    }
  }
  return rows
}

function membersAt(lanes: readonly RowLane[], { unit, question }: Place): Map<string, RowMember> {
  return new Map(
    lanes.flatMap((lane) =>
      lane.listed
        .filter((entry) => entry.unit === unit && entry.question === question)
        .map(({ key, text }) => [key, { lane: lane.id, key, text }] as const),
    ),
  )
}

const byLane = (lanes: readonly RowLane[]) => (one: RowMember, other: RowMember) =>
  lanes.findIndex(({ id }) => id === one.lane) - lanes.findIndex(({ id }) => id === other.lane)

/** The rows that are taken, as the answer to the question. */
export function listOf(rows: readonly ListRow[]): Json {
  return rows
    .filter(({ included }) => included)
    .map(({ key, members, only }): Json => {
      const from = members.filter(({ lane }) => only === undefined || lane === only).map((member) => member.key)
      return { key: from[0] ?? key, made: from.length > 1 ? 'merged' : 'added', from: from.toSorted() }
    })
}

/** The differing texts under which these lanes list what the entry stands for. */
export function textsOf(lanes: readonly Pick<RowLane, 'listed'>[], { key, from }: ListEntry): string[] {
  const entryKeys = new Set([key, ...from])
  const texts = lanes.flatMap(({ listed }) =>
    listed.filter((each) => entryKeys.has(each.key)).map(({ text }) => text.trim()),
  )
  return [...new Set(texts)]
}

/** The same of a list of marks, each text with where it is marked: the same words may stand in several places. */
export function marksOfEntry(
  lanes: readonly RowLane[],
  place: Place,
  { list }: MarkListQuestion,
  { key, from }: ListEntry,
): { text: string; place: Span | null }[] {
  const entryKeys = new Set([key, ...from])
  const marks = lanes.flatMap((lane) =>
    lane.listed
      .filter((each) => entryKeys.has(each.key))
      .map((each) => ({ text: each.text.trim(), place: placeOfEntry(list, answersAbout(lane, place, each.key)) })),
  )
  const isSame = (one: Span | null, other: Span | null) => one?.start === other?.start && one?.end === other?.end
  return marks.filter((mark, index) => marks.findIndex((other) => isSame(other.place, mark.place)) === index)
}

/** What a lane answered about the unit that it listed under this key. */
export function answersAbout({ answers }: Pick<RowLane, 'answers'>, place: Place, key: string): Record<string, Json> {
  const entries = entriesOf(answers[place.unit]?.[place.question])
  const common = entries.find((entry) => entry.key === key || entry.from.includes(key))?.key
  return answers[common ?? key] ?? {}
}

/** How many rows some lane has nothing in. */
export const unalignedIn = (rows: readonly ListRow[], lanes: number): number =>
  rows.filter(({ members }) => members.length > 0 && members.length < lanes).length

/** How alike the texts of a row are, between 0 and 1: of the least alike pair; null with fewer than two. */
export function likenessOf({ members }: ListRow): number | null {
  const figures = members.flatMap((one, index) =>
    members.slice(index + 1).map((other) => textSimilarity(one.text, other.text)),
  )
  return figures.length === 0 ? null : Math.min(...figures)
}

/** One annotator's entry that says what another put into two: the row in which it stands, and the lane that has two. */
export interface Split {
  row: string
  /** The row of the other half. */
  half: string
  /** Whose one entry, and whose two. */
  one: string
  two: string
}

/** What a lane lists in a row; undefined where it lists nothing there. */
export const textIn = (rows: readonly ListRow[], row: string, lane: string): string | undefined =>
  rows.find(({ key }) => key === row)?.members.find((member) => member.lane === lane)?.text

/** The one entry that another annotator put into two. */
export const wholeOfSplit = (rows: readonly ListRow[], { row, one }: Split): string | undefined =>
  textIn(rows, row, one)

/** Where a member of a row is marked in the text. */
export type PlaceOf = (member: RowMember) => Span | null

/** Where the members of a list of marks are, as their annotators marked them. */
export const placesIn =
  (lanes: readonly RowLane[], place: Place, { list }: MarkListQuestion): PlaceOf =>
  ({ lane, key }) => {
    const memberLane = lanes.find(({ id }) => id === lane)
    return memberLane ? placeOfEntry(list, answersAbout(memberLane, place, key)) : null
  }

/**
 * Where one annotator's single entry stands for two of another's: together these are more like it than the one it is
 * aligned with, and most words of the other half are in it. Marks are compared by where they are, since the same words may stand elsewhere again.
 */
export function splitsIn(rows: readonly ListRow[], placeOf?: PlaceOf): Split[] {
  const splits: Split[] = []
  for (const { key: half, members: alone } of rows) {
    const [other, ...more] = alone
    if (!other || more.length > 0) continue
    for (const { key: row, members } of rows) {
      const first = members.find(({ lane }) => lane === other.lane)
      const whole = members.find(
        (member) =>
          member.lane !== other.lane &&
          (placeOf
            ? covers(placeOf(member), first ? placeOf(first) : null, placeOf(other))
            : isOfTwo(member.text, first?.text, other.text)),
      )
      if (row !== half && first && whole) splits.push({ row, half, one: whole.lane, two: other.lane })
    }
  }
  return splits
}

/** More than so much of the other half, words or characters, has to be in the whole. */
const SHARED = 0.5

function isOfTwo(whole: string, first: string | undefined, second: string): boolean {
  if (first === undefined) return false
  const words = new Set(wordsOf(whole))
  const halves = wordsOf(second)
  const shared = halves.filter((word) => words.has(word)).length
  const isNearer = textSimilarity(whole, `${first} ${second}`) > textSimilarity(whole, first)
  return isNearer && shared > halves.length * SHARED
}

/** Are they two marks apart, of which the whole has some of the one, and most of the other? */
function covers(whole: Span | null, first: Span | null, second: Span | null): boolean {
  if (!whole || !second || overlapOf(whole, first) === 0 || overlapOf(first, second) > 0) return false
  const shared = Math.min(whole.end, second.end) - Math.max(whole.start, second.start)
  return shared > (second.end - second.start) * SHARED
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The row's entries on their own, one below the other. */
export function unlink(rows: readonly ListRow[], position: number): ListRow[] {
  return rows.flatMap((row, index) =>
    index === position && row.members.length > 1
      ? row.members.map((member) => ({ ...row, key: member.key, members: [member], only: undefined }))
      : [row],
  )
}

/** Can the two rows stand for one unit? Only if no annotator has an entry in both. */
export function canLink(one: ListRow | undefined, other: ListRow | undefined): boolean {
  if (!one || !other || one === other || one.members.length === 0 || other.members.length === 0) return false
  return one.members.every(({ lane }) => other.members.every((each) => each.lane !== lane))
}

/** The two rows as one, in the place of the upper one; as they were where that cannot be. */
export function link(lanes: readonly RowLane[], rows: readonly ListRow[], one: number, other: number): ListRow[] {
  const [upper, lower] = [rows[Math.min(one, other)], rows[Math.max(one, other)]]
  if (!upper || !lower || !canLink(upper, lower)) return [...rows]
  const members = [...upper.members, ...lower.members].sort(byLane(lanes))
  const joined = { key: members[0]?.key ?? upper.key, members, included: upper.included || lower.included }
  return rows.flatMap((row) => (row === upper ? [joined] : row === lower ? [] : [row]))
}

export function toggle(rows: readonly ListRow[], position: number): ListRow[] {
  // A new row that is not taken is nothing.
  return rows.flatMap((row, index) => {
    if (index !== position) return [row]
    return row.members.length === 0 ? [] : [{ ...row, included: !row.included, only: undefined }]
  })
}

/** Takes of the row only what this lane listed, as it was written; as it was where the lane has nothing in it. */
export function takeOnly(rows: readonly ListRow[], position: number, lane: string): ListRow[] {
  return rows.map((row, index) => {
    if (index !== position || !row.members.some((member) => member.lane === lane)) return row
    return { ...row, included: true, only: row.members.length > 1 ? lane : undefined }
  })
}

/** Takes the row with all entries in it, as one. */
export function takeRow(rows: readonly ListRow[], position: number): ListRow[] {
  return rows.map((row, index) => (index === position ? { ...row, included: true, only: undefined } : row))
}

/** The row one place up or down. */
export function move(rows: readonly ListRow[], position: number, step: 1 | -1): ListRow[] {
  const [row, other] = [rows[position], rows[position + step]]
  if (!row || !other) return [...rows]
  return rows.map((each, index) => (index === position ? other : index === position + step ? row : each))
}

/** A row that no annotator listed, behind the one at `position`. */
export function addRow(rows: readonly ListRow[], position: number, key: string): ListRow[] {
  return rows.toSpliced(position + 1, 0, { key, members: [], included: true })
}
