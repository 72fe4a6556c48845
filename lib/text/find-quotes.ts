/**
 * Finds quotations in the text that they are from. A quotation stands where its very characters do; where they stand nowhere, where the same characters
 * do without regard to case, to how much white space there is (some, or none at the ends), and to the kind of quotation marks. Nothing else is let
 * pass: a quotation with another word, number or punctuation mark is not in the text.
 */
import { codePointSlice } from './code-points'

/** Where a quotation stands, in code points, the end exclusive, and the words as they stand there. */
export interface FoundQuote {
  start: number
  end: number
  text: string
}

export interface Quote {
  text: string
  /** Words that stand right before it, where it stands more than once. */
  before?: string | null
}

/** More places of one quotation are not told apart. */
const MOST_PLACES = 1_000

const QUOTATION_MARKS = /[‘’‚‛“”„‟«»‹›„"'`´]/gu

/** A text in the form in which it is compared, with the place of the code point that each of its UTF-16 units comes from. */
interface Folded {
  text: string
  points: number[]
}

/**
 * The quotations of one text, found one after the other: of several places the first that no equal quotation before has taken, of those with the words
 * before it if there are any.
 */
export class QuotedText {
  private exact: Folded | undefined
  private folded: Folded | undefined
  /** By the quotation as it is compared: the places that are taken, by their beginning. */
  private readonly taken = new Map<string, Set<number>>()

  constructor(private readonly text: string) {}

  /** null where it stands nowhere, or where each of its places is taken. */
  find({ text, before }: Quote): FoundQuote | null {
    const wanted = text.trim()
    if (wanted === '') return null
    this.exact ??= plain(this.text)
    const places = placesOf(this.exact, wanted)
    if (places.length > 0) return this.take(wanted, places, before)
    this.folded ??= fold(this.text)
    const form = fold(wanted).text.trim()
    return form === '' ? null : this.take(form, placesOf(this.folded, form), before)
  }

  private take(form: string, places: readonly Place[], before: string | null | undefined): FoundQuote | null {
    const taken = this.taken.get(form) ?? new Set<number>()
    this.taken.set(form, taken)
    const open = places.filter(({ start }) => !taken.has(start))
    const place = this.withBefore(open, before) ?? open[0]
    if (!place) return null
    taken.add(place.start)
    return { ...place, text: codePointSlice(this.text, place.start, place.end) }
  }

  /** The first of these places that these words stand before. */
  private withBefore(places: readonly Place[], before: string | null | undefined): Place | undefined {
    const words = fold(before ?? '').text.trim()
    if (words === '' || places.length < 2) return undefined
    this.folded ??= fold(this.text)
    const { text, points } = this.folded
    return places.find(({ start }) => {
      const at = lowerBound(points, start)
      return text
        .slice(Math.max(0, at - words.length - 1), at)
        .trimEnd()
        .endsWith(words)
    })
  }
}

interface Place {
  start: number
  end: number
}

function placesOf({ text, points }: Folded, wanted: string): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(wanted); at >= 0 && places.length < MOST_PLACES; at = text.indexOf(wanted, at + 1))
    places.push({ start: points[at] ?? 0, end: (points[at + wanted.length - 1] ?? 0) + 1 })
  return places
}

function plain(text: string): Folded {
  const points: number[] = []
  let place = 0
  for (const point of text) {
    for (let unit = 0; unit < point.length; unit += 1) points.push(place)
    place += 1
  }
  return { text, points }
}

function fold(text: string): Folded {
  const points: number[] = []
  const forms: string[] = []
  let place = 0
  for (const point of text) {
    const form = /^\s$/u.test(point) ? ' ' : point.toLowerCase().replace(QUOTATION_MARKS, "'")
    if (form !== ' ' || forms.at(-1) !== ' ') {
      forms.push(form)
      for (let unit = 0; unit < form.length; unit += 1) points.push(place)
    }
    place += 1
  }
  return { text: forms.join(''), points }
}

/** The first place in an ordered list whose value is at least this. */
function lowerBound(values: readonly number[], least: number): number {
  let [from, to] = [0, values.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((values[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}
