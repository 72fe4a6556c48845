/** What differs between two versions of guidelines, section by section. Pure. */
import { headingText, type Section, sectionsOf } from '@/lib/text/markdown-sections'

export interface ChangedSection {
  heading: string | null
  under: readonly string[]
  /** Empty where it is new, or went. */
  before: string
  after: string
  /** `renamed`: it says the same, or nearly, under another heading. */
  change: 'changed' | 'renamed' | 'new' | 'gone'
  /** The earlier heading of one that was renamed. */
  was?: string
}

/** A line that a paragraph or an entry of a list goes on in: it begins no entry, row, quotation or paragraph. */
const GOES_ON = /(?<=\S)[ \t]*\n[ \t]*(?![-*+>|\d\s])(?=\S)/g

/** Without the ends of lines that Markdown draws as blanks, so that text which is only broken elsewhere says the same. Text with code stays as it is. */
const flowing = (text: string): string => (/^ {0,3}(`{3}|~{3})/m.test(text) ? text : text.replaceAll(GOES_ON, ' '))

/**
 * The sections that differ between two versions, in the order of the later one, those that are gone last. Sections are told apart by the words of
 * their headings and of those that they stand under, not by numbers. One that is gone and one that is new are the same, renamed, where they say the
 * same or nearly. Where only the heading above it is called otherwise, a section says the same.
 */
export function changedSections(before: string, after: string): ChangedSection[] {
  const read = (body: string) => sectionsOf(body).map((section) => ({ ...section, text: flowing(section.text) }))
  const [old, now] = [named(read(before)), named(read(after))]
  const without = (all: typeof old, others: typeof old) =>
    [...all].flatMap(([name, section]) => (others.has(name) ? [] : [section]))
  const partners = renamedSections(without(old, now), without(now, old))
  const changed = [...now].flatMap(([name, section]): ChangedSection[] => {
    const { heading, under, text } = section
    const earlier = old.get(name) ?? partners.get(section)
    if (!earlier) return [{ heading, under, before: '', after: text, change: 'new' }]
    const both = { heading, under, before: earlier.text, after: text }
    if (headingText(earlier.heading ?? '') !== headingText(heading ?? ''))
      return [{ ...both, change: 'renamed', was: earlier.heading ?? '' }]
    return earlier.text === text ? [] : [{ ...both, change: 'changed' }]
  })
  const kept = new Set(partners.values())
  const gone = without(old, now).flatMap((section): ChangedSection[] => {
    const { heading, under, text } = section
    return kept.has(section) ? [] : [{ heading, under, before: text, after: '', change: 'gone' }]
  })
  return [...changed, ...gone]
}

/** From this share of common words on, two texts say nearly the same. */
const NEARLY = 0.8
/** Fewer words tell nothing: such texts have to be equal. */
const FEW_WORDS = 8
/** So many pairs of sections are compared by their words; beyond, only those that say exactly the same are met. */
const MOST_COMPARED = 2_500

/** Of the sections that are new the earlier ones of another heading, of those that are gone: first by equal texts, then by the nearest. What has no text of its own is met by what stands under it. */
function renamedSections(gone: readonly Section[], fresh: readonly Section[]): Map<Section, Section> {
  const partners = new Map<Section, Section>()
  const [left, right] = [gone, fresh].map((all) => all.flatMap((section, index) => comparable(section, all, index)))
  if (!left || !right) return partners
  const met = new Set<Section>()
  const meet = (one: Section, other: Section) => {
    if (met.has(one) || partners.has(other)) return
    met.add(one)
    partners.set(other, one)
  }
  const byText = new Map<string, Section[]>()
  for (const { section, text } of left) {
    const alike = byText.get(text)
    if (alike) alike.push(section)
    else byText.set(text, [section])
  }
  for (const { section, text } of right) {
    const one = byText.get(text)?.shift()
    if (one) meet(one, section)
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
  section: Section
  text: string
  words: readonly string[]
}

/** What a section is met by; nothing where it says nothing, and where it stands before the first heading. */
function comparable(section: Section, all: readonly Section[], index: number): Comparable[] {
  const { heading } = section
  if (heading === null) return []
  let end = index + 1
  while (all[end]?.under[section.under.length] === heading) end += 1
  const within = section.text === '' ? all.slice(index + 1, end) : []
  const text = section.text || within.map((each) => `${headingText(each.heading ?? '')}\n${each.text}`).join('\n')
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
function named(sections: readonly Section[]): Map<string, Section> {
  const all = new Map<string, Section>()
  for (const section of sections) {
    const name = JSON.stringify([...section.under, section.heading ?? ''].map(headingText))
    let place = 1
    while (all.has(`${name} ${place}`)) place += 1
    all.set(`${name} ${place}`, section)
  }
  return all
}
