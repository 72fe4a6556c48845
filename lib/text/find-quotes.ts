/**
 * Finds quotations in the text that they are from. A quotation stands where its very characters do; where they stand nowhere, where the same characters
 * do without regard to case, to how much white space there is (some, or none at the ends), to the kind of quotation marks, and to whether letters and
 * their accents are one character or two. Nothing else is let pass: a quotation with another word, number or punctuation mark is not in the text. What
 * stands there as whole words does not stand within longer ones, and no letter is parted from its accents.
 */
import { normalizeText } from './normalize'
import { UNSPACED } from './unspaced'

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
/** A letter with the accents or vowels that are written as characters of their own behind it, also in Korean. */
const CLUSTER = /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\s\S]\p{M}*/uy
/** What belongs to the character before it. */
const CONTINUES = /^[\p{M}\u1160-\u11ff\udc00-\udfff]/u
const OF_WORDS = new RegExp(`^(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}]`, 'u')

/** In UTF-16 units. */
interface Place {
  start: number
  end: number
}

/** Places that quotations have been given: what is passed to `find` takes each place once. */
export class TakenPlaces {
  private readonly taken = new Set<string>()

  has = ({ start, end }: Place): boolean => this.taken.has(`${start} ${end}`)
  add = ({ start, end }: Place): void => {
    this.taken.add(`${start} ${end}`)
  }
}

/** A text that is searched for many quotations: what is compared of it is made once. */
export class QuotedText {
  private ownFolded: Folded | undefined
  private ownPairs: Uint32Array | undefined

  constructor(private readonly text: string) {}

  /**
   * The first of several places, of those with the words before it if there are any; with `takenPlaces` the first that is not among them, which is then.
   * null where it stands nowhere, or where each of its places is taken.
   */
  find({ text, before }: Quote, takenPlaces?: TakenPlaces): FoundQuote | null {
    const wanted = text.trim()
    if (wanted === '') return null
    const places = this.placesOf(wanted)
    const open = takenPlaces ? places.filter((place) => !takenPlaces.has(place)) : places
    const place = this.withBefore(open, before) ?? open[0]
    if (!place) return null
    takenPlaces?.add(place)
    const { start, end } = place
    return { start: this.inCodePoints(start), end: this.inCodePoints(end), text: this.text.slice(start, end) }
  }

  private placesOf(wanted: string): readonly Place[] {
    const exact = exactPlaces(this.text, wanted)
    const whole = exact.filter((place) => this.areWholeWords(place))
    if (whole.length > 0) return whole
    const form = fold(wanted).text.trim()
    const alike = form === '' ? [] : foldedPlaces(this.folded, form)
    const wholeAlike = alike.filter((place) => this.areWholeWords(place))
    if (wholeAlike.length > 0) return wholeAlike
    return exact.length > 0 ? exact : alike
  }

  private areWholeWords({ start, end }: Place): boolean {
    const { text } = this
    const isWord = (offset: number) => OF_WORDS.test(String.fromCodePoint(text.codePointAt(offset) ?? 0x20))
    const before = (offset: number) => (/[\udc00-\udfff]/.test(text[offset - 1] ?? '') ? offset - 2 : offset - 1)
    const isParted = (offset: number) =>
      offset > 0 && offset < text.length && isWord(Math.max(0, before(offset))) && isWord(offset)
    return !isParted(start) && !isParted(end)
  }

  /** The first of these places that these words stand before. */
  private withBefore(places: readonly Place[], before: string | null | undefined): Place | undefined {
    const words = fold(before ?? '').text.trim()
    if (words === '' || places.length < 2) return undefined
    const { text, starts } = this.folded
    return places.find(({ start }) => {
      const foldedOffset = lowerBound(starts, start)
      return text
        .slice(Math.max(0, foldedOffset - words.length - 1), foldedOffset)
        .trimEnd()
        .endsWith(words)
    })
  }

  private get folded(): Folded {
    this.ownFolded ??= fold(this.text)
    return this.ownFolded
  }

  private inCodePoints(offset: number): number {
    this.ownPairs ??= Uint32Array.from(this.text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g), ({ index }) => index)
    return offset - lowerBound(this.ownPairs, offset)
  }
}

function exactPlaces(text: string, wanted: string): Place[] {
  const isParted = (offset: number) => offset > 0 && CONTINUES.test(text.slice(offset, offset + 2))
  const places: Place[] = []
  for (let start = text.indexOf(wanted); start >= 0; start = text.indexOf(wanted, start + 1)) {
    const end = start + wanted.length
    if (!isParted(start) && !isParted(end)) places.push({ start, end })
    if (places.length === MOST_PLACES) break
  }
  return places
}

function foldedPlaces({ text, starts }: Folded, form: string): Place[] {
  const places: Place[] = []
  for (let foldedOffset = text.indexOf(form); foldedOffset >= 0; foldedOffset = text.indexOf(form, foldedOffset + 1)) {
    const behind = foldedOffset + form.length
    const [start = 0, end = 0] = [starts[foldedOffset], starts[behind]]
    const isParted = (foldedOffset > 0 && starts[foldedOffset - 1] === start) || starts[behind - 1] === end
    if (!isParted) places.push({ start, end })
    if (places.length === MOST_PLACES) break
  }
  return places
}

/** A text in the form in which it is compared, with the place in the text that each of its units comes from, and behind them the text's end. */
interface Folded {
  text: string
  starts: Uint32Array
}

function fold(text: string): Folded {
  const forms: string[] = []
  let starts = new Uint32Array(text.length + 16)
  let length = 0
  let isBlank = false
  for (let offset = 0; offset < text.length; ) {
    const cluster = clusterAt(text, offset)
    const form = formOf(cluster)
    if (form !== ' ' || !isBlank) {
      forms.push(form)
      if (length + form.length >= starts.length) starts = enlarged(starts, form.length)
      starts.fill(offset, length, length + form.length)
      length += form.length
    }
    isBlank = form === ' '
    offset += cluster.length
  }
  starts[length] = text.length
  return { text: forms.join(''), starts: starts.subarray(0, length + 1) }
}

function enlarged(starts: Uint32Array, more: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * starts.length + more)
  larger.set(starts)
  return larger
}

/** Most characters stand for themselves: below U+0300 there are no accents. */
function clusterAt(text: string, offset: number): string {
  if (text.charCodeAt(offset) < 0x300 && !(text.charCodeAt(offset + 1) >= 0x300)) return text[offset] ?? ''
  CLUSTER.lastIndex = offset
  return CLUSTER.exec(text)?.[0] ?? text[offset] ?? ''
}

const FORMS = new Map<string, string>()
/** Those of single units are kept: there are few of them. */
function formOf(cluster: string): string {
  const cachedForm = FORMS.get(cluster)
  if (cachedForm !== undefined) return cachedForm
  const form = /^\s$/u.test(cluster)
    ? ' '
    : normalizeText(cluster, 'NFC').toLowerCase().normalize('NFC').replace(QUOTATION_MARKS, "'")
  if (cluster.length === 1) FORMS.set(cluster, form)
  return form
}

/** The first place in an ordered list whose value is at least this. */
function lowerBound(values: Uint32Array, least: number): number {
  let [from, to] = [0, values.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((values[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}
