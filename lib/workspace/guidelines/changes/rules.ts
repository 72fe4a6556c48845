/** What differs between two versions of guidelines, section by section. Pure. */
import { headingText, type Section, sectionsOf } from '@/lib/text/markdown-sections'

export interface ChangedSection {
  heading: string | null
  under: readonly string[]
  /** Empty where it is new, or went. */
  before: string
  after: string
  /** `renamed`: it says the same, or nearly, under another heading; `moved`: it has its heading, but stands under others. */
  change: 'changed' | 'renamed' | 'moved' | 'new' | 'gone'
  /** The earlier heading of one that was renamed. */
  was?: string
  /** What one that was moved, renamed or not, stood under. */
  from?: readonly string[]
}

/** A line that a paragraph or an entry of a list goes on in: it begins no entry, row, quotation, code or paragraph, underlines no heading, and the line before does not break here. */
const GOES_ON = /(?<=[^\s\\])[ \t]?\n {0,3}(?![-*+>=\d\s]|.*\|)(?=\S)/g

/** Without the ends of lines that Markdown draws as blanks, so that text which is only broken elsewhere says the same. For comparison alone; text with code stays as it is. */
export const flowing = (text: string): string =>
  /^ {0,3}(`{3}|~{3})/m.test(text) ? text : text.replaceAll(GOES_ON, ' ')

/**
 * The sections that differ between two versions, in the order of the later one, those that are gone last. Sections are told apart by the words of
 * their headings and of those that they stand under, not by numbers. One that is gone and one that is new are the same, renamed or moved, where they say
 * the same or nearly. Where only the heading above it is called otherwise, a section says the same.
 */
export function changedSections(before: string, after: string): ChangedSection[] {
  const paths = new Map<string, number>()
  const [old, now] = [named(read(before, paths)), named(read(after, paths))]
  const without = (all: typeof old, others: typeof old) =>
    [...all].flatMap(([name, section]) => (others.has(name) ? [] : [section]))
  const partners = samePartners(without(old, now), without(now, old))
  const changed = [...now].flatMap(([name, section]): ChangedSection[] => {
    const { heading, under, text } = section
    const earlier = old.get(name) ?? partners.get(section)
    if (!earlier) return [{ heading, under, before: '', after: text, change: 'new' }]
    const isMoved = !isInPlace(section, earlier, partners)
    const both = { heading, under, before: earlier.text, after: text, ...(isMoved ? { from: earlier.under } : {}) }
    if (earlier.name !== section.name) return [{ ...both, change: 'renamed', was: earlier.heading ?? '' }]
    if (isMoved) return [{ ...both, change: 'moved' }]
    return earlier.said === section.said ? [] : [{ ...both, change: 'changed' }]
  })
  const matchedSections = new Set(partners.values())
  const goneSections = without(old, now).flatMap((section): ChangedSection[] => {
    const { heading, under, text } = section
    return matchedSections.has(section) ? [] : [{ heading, under, before: text, after: '', change: 'gone' }]
  })
  return [...changed, ...goneSections]
}

interface Read extends Section {
  /** The words of its heading, and its text, as they are compared. */
  name: string
  said: string
  /** The sections that it stands under, the outermost first. */
  above: readonly Read[]
  /** The same for all whose headings, and those above them, have the same words. */
  path: number
}

function read(body: string, paths: Map<string, number>): Read[] {
  const open: Read[] = []
  return sectionsOf(body).map((section) => {
    const depth = section.under.length
    const above = open.slice(0, depth)
    const name = headingText(section.heading ?? '')
    const key = `${above.at(-1)?.path ?? ''} ${name}`
    const path = paths.get(key) ?? paths.size
    paths.set(key, path)
    const placedSection = { ...section, name, said: flowing(section.text), above, path }
    if (section.heading !== null) open[depth] = placedSection
    return placedSection
  })
}

/** Does a section stand where it stood? Each heading above it is the one that was there, or that one renamed. */
const isInPlace = (section: Read, earlier: Read, partners: ReadonlyMap<Read, Read>): boolean =>
  section.above.length === earlier.above.length &&
  section.above.every((above, level) => {
    const other = earlier.above[level]
    return above.name === other?.name || partners.get(above) === other
  })

/** From this share of common words on, two texts say nearly the same. */
const NEARLY = 0.8
/** Fewer words tell nothing: such texts have to be equal. */
const FEW_WORDS = 8
/** So many pairs of sections are compared by their words; beyond, only those that say exactly the same are met. */
const MOST_COMPARED = 2_500

/** Of the sections that are new the earlier ones, of those that are gone: first by equal texts, under the same heading or another, then by the nearest. What has no text of its own is met by what stands under it. */
function samePartners(goneSections: readonly Read[], fresh: readonly Read[]): Map<Read, Read> {
  const partners = new Map<Read, Read>()
  const [left, right] = [goneSections, fresh].map((all) =>
    all.flatMap((section, index) => comparable(section, all, index)),
  )
  if (!left || !right) return partners
  const met = new Set<Read>()
  const meet = (one: Read, other: Read) => {
    if (met.has(one) || partners.has(other)) return
    met.add(one)
    partners.set(other, one)
  }
  const byWords: ((each: Comparable) => string)[] = [
    ({ section, text }) => `${section.name}\n${text}`,
    ({ text }) => text,
  ]
  for (const wordsOf of byWords) {
    const alike = new Map<string, Read[]>()
    for (const each of left) {
      if (met.has(each.section)) continue
      const others = alike.get(wordsOf(each))
      if (others) others.push(each.section)
      else alike.set(wordsOf(each), [each.section])
    }
    // From the last on, which an array gives up at once.
    for (const each of right.toReversed()) {
      const one = partners.has(each.section) ? undefined : alike.get(wordsOf(each))?.pop()
      if (one) meet(one, each.section)
    }
  }
  if (left.length * right.length > MOST_COMPARED) return partners
  const pairs = left.flatMap((one) =>
    right.map((other) => ({ one: one.section, other: other.section, share: commonShare(one.words, other.words) })),
  )
  for (const { one, other } of pairs
    .filter(({ share }) => share >= NEARLY)
    .toSorted((first, second) => second.share - first.share))
    meet(one, other)
  return partners
}

interface Comparable {
  section: Read
  text: string
  words: readonly string[]
}

/** What a section is met by; nothing where it says nothing, and where it stands before the first heading. */
function comparable(section: Read, all: readonly Read[], index: number): Comparable[] {
  const { heading } = section
  if (heading === null) return []
  let end = index + 1
  while (all[end]?.under[section.under.length] === heading) end += 1
  const within = section.said === '' ? all.slice(index + 1, end) : []
  const text = section.said || within.map(({ name, said }) => `${name}\n${said}`).join('\n')
  return text === '' ? [] : [{ section, text, words: text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [] }]
}

/** How many of the words of both texts they have in common, from 0 to 1, in whatever order; 0 where there are too few to tell. */
function commonShare(one: readonly string[], other: readonly string[]): number {
  if (Math.min(one.length, other.length) < FEW_WORDS) return 0
  const counts = new Map<string, number>()
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1)
  let common = 0
  for (const word of other) {
    const left = counts.get(word) ?? 0
    if (left > 0) common += 1
    counts.set(word, left - 1)
  }
  return (2 * common) / (one.length + other.length)
}

/** By heading, and those above it; the second of one name by its place among them. */
function named(sections: readonly Read[]): Map<string, Read> {
  const counts = new Map<number, number>()
  return new Map(
    sections.map((section) => {
      const place = (counts.get(section.path) ?? 0) + 1
      counts.set(section.path, place)
      return [`${section.path} ${place}`, section]
    }),
  )
}
