/**
 * Finds units in a text that does not hold them word for word: other white space, a mark or a word changed, a clause
 * left out. Both are cut into words, the two rows of words are aligned as a whole, and each unit is where its words are.
 */
import { diffArrays } from 'diff'
import { type Piece, placeUnits } from './place-units'
import { segmentsOf } from './segments'
import { comparableText, foldText, similarityOf } from './text-similarity'

interface Unit {
  key: string
  text: string
}

/** A word or mark of a text, `start` and `end` in UTF-16 units, and its form for comparing. */
interface Token {
  start: number
  end: number
  form: string
}

/** A stretch of the text, in UTF-16 units like `Piece.at`. */
interface Stretch {
  start: number
  end: number
}

/** What stands where a unit should must be this much like it, or the unit is not placed. */
const LIKE_ENOUGH = 0.5

/** Beyond this many different words the text is not the one the units are from. */
const MOST_CHANGES = 4000

/** So many words at either end of a stretch are tried as the unit's first and last. */
const ENDS_TRIED = 4

/**
 * The text in pieces that put together are exactly the text: each unit that is found has one, in order, all else stands
 * between units. Where every unit is there word for word the answer is that of `placeUnits`.
 */
export function placeFuzzily(text: string, units: readonly Unit[]): Piece[] {
  return placeUnits(text, units) ?? piecesOf(text, units, findStretches(text, units))
}

function piecesOf(text: string, units: readonly Unit[], stretches: readonly (Stretch | null)[]): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  const add = (to: number, unit: string | null) => {
    if (to > end) pieces.push({ at: end, text: text.slice(end, to), unit })
    end = Math.max(end, to)
  }
  units.forEach((unit, index) => {
    const stretch = stretches[index]
    if (!stretch) return
    add(stretch.start, null)
    add(stretch.end, unit.key)
  })
  add(text.length, null)
  return pieces
}

/** For each unit its stretch, in order and without overlap; null where nothing like it stands in the text. */
function findStretches(text: string, units: readonly Unit[]): (Stretch | null)[] {
  const tokens = tokensOf(text)
  const tokensByUnit: Token[][] = units.map(() => [])
  for (const [token, owner] of ownersOf(tokens, units).entries()) {
    const found = tokens[token]
    if (owner !== undefined && found) tokensByUnit[owner]?.push(found)
  }
  const rooms = roomsOf(tokensByUnit, text.length)
  let passed = 0
  return units.map((unit, index) => {
    const words = tokensByUnit[index] ?? []
    const room = { start: passed, end: rooms[index] ?? text.length }
    const stretch = exactStretch(text, unit, words, room) ?? likeliestStretch(text, unit, words)
    if (stretch) passed = stretch.end
    return stretch
  })
}

/** For each unit where the words of later units begin. */
function roomsOf(tokensByUnit: readonly (readonly Token[])[], length: number): number[] {
  const rooms: number[] = []
  let next = length
  for (const words of tokensByUnit.toReversed()) {
    rooms.push(next)
    next = Math.min(next, words[0]?.start ?? next)
  }
  return rooms.reverse()
}

/** The unit word for word, nearest to where its words were found and not in another unit's place. */
function exactStretch(text: string, unit: Unit, words: readonly Token[], room: Stretch): Stretch | null {
  const [first] = words
  if (!first || unit.text.trim() === '') return null
  const starts = [text.lastIndexOf(unit.text, first.start), text.indexOf(unit.text, first.start)]
  const [nearest] = starts
    .filter((start) => start >= room.start && start + unit.text.length <= room.end)
    .toSorted((left, right) => Math.abs(left - first.start) - Math.abs(right - first.start))
  return nearest === undefined ? null : { start: nearest, end: nearest + unit.text.length }
}

/** From one of the unit's first words to one of its last, whichever is most like the unit. */
function likeliestStretch(text: string, unit: Unit, words: readonly Token[]): Stretch | null {
  const wanted = comparableText(unit.text)
  let best: Stretch | null = null
  let bestSimilarity = LIKE_ENOUGH
  for (const { start } of words.slice(0, ENDS_TRIED)) {
    for (const { end } of words.slice(-ENDS_TRIED).toReversed()) {
      const similarity = end > start ? similarityOf(wanted, comparableText(text.slice(start, end))) : 0
      if (similarity > bestSimilarity) [best, bestSimilarity] = [{ start, end }, similarity]
    }
  }
  return best
}

/**
 * For each word of the text the unit it belongs to, undefined where it belongs to none. Words that differ belong to the
 * units whose words they stand in place of, in proportion.
 */
function ownersOf(tokens: readonly Token[], units: readonly Unit[]): (number | undefined)[] {
  const unitTokens = units.flatMap(({ text }, unit) => tokensOf(text).map(({ form }) => ({ form, unit })))
  const changes = diffArrays(
    unitTokens.map(({ form }) => form),
    tokens.map(({ form }) => form),
    { maxEditLength: MOST_CHANGES },
  )
  const owners: (number | undefined)[] = []
  let from = 0
  let replaced = 0
  for (const { added, removed, value } of changes ?? []) {
    if (removed) {
      replaced = value.length
      from += replaced
    } else {
      const first = from - (added ? replaced : 0)
      const step = added ? replaced / value.length : 1
      const owner = (index: number) => (step === 0 ? undefined : unitTokens[first + Math.floor(index * step)]?.unit)
      for (const index of value.keys()) owners.push(owner(index))
      if (!added) from += value.length
      replaced = 0
    }
  }
  return owners
}

/** Words and marks; white space is left out, and quotation marks are all alike. */
function tokensOf(text: string): Token[] {
  return Array.from(segmentsOf(text))
    .filter(({ segment }) => segment.trim() !== '')
    .map(({ segment, index }) => ({
      start: index,
      end: index + segment.length,
      form: foldText(segment).replace(/[‘’“”«»„"'`]/g, "'"),
    }))
}
