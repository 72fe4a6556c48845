/** Guidelines by their headings: which sections a version changed, and which section is about a question. Pure. */
import type { Question } from '@/lib/protocols/protocol'

export interface Section {
  /** As it is written, without its signs; null for what stands before the first heading. */
  heading: string | null
  /** The headings that it stands under, the outermost first. */
  under: readonly string[]
  text: string
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The sections of a text in Markdown, in their order. Headings are those with `#`; inside of code there are none. */
export function sectionsOf(body: string): Section[] {
  const sections: { heading: string | null; level: number; under: string[]; lines: string[] }[] = [
    { heading: null, level: 0, under: [], lines: [] },
  ]
  let open: { heading: string; level: number }[] = []
  let fence: string | null = null
  for (const line of body.split(/\r?\n/)) {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    const [, { length: level } = '', heading] = fence === null ? (HEADING.exec(line) ?? []) : []
    if (heading === undefined) {
      sections.at(-1)?.lines.push(line)
      continue
    }
    open = open.filter((above) => above.level < level)
    sections.push({ heading, level, under: open.map((above) => above.heading), lines: [] })
    open.push({ heading, level })
  }
  return sections
    .map(({ heading, under, lines }) => ({ heading, under, text: lines.join('\n').trim() }))
    .filter(({ heading, text }) => heading !== null || text !== '')
}

/** What a heading says, whatever its number and its signs of emphasis. */
export const headingText = (heading: string): string =>
  heading
    .replaceAll(/[*_`]/g, '')
    .replace(/^\s*(?:\d+(?:\.\d+)*[.)]?)\s+/, '')
    .trim()
    .toLowerCase()

export interface ChangedSection {
  heading: string | null
  under: readonly string[]
  /** Empty where it is new, or went. */
  before: string
  after: string
  change: 'changed' | 'new' | 'gone'
}

/** A line that a paragraph or an entry of a list goes on in: it begins no entry, row, quotation or paragraph. */
const GOES_ON = /(?<=\S)[ \t]*\n[ \t]*(?![-*+>|\d\s])(?=\S)/g

/** Without the ends of lines that Markdown draws as blanks, so that text which is only broken elsewhere says the same. Text with code stays as it is. */
const flowing = (text: string): string => (/^ {0,3}(`{3}|~{3})/m.test(text) ? text : text.replaceAll(GOES_ON, ' '))

/**
 * The sections that differ between two versions, in the order of the later one, those that are gone last. Sections are told apart by the words of
 * their headings and of those that they stand under, not by numbers.
 */
export function changedSections(before: string, after: string): ChangedSection[] {
  const read = (body: string) => sectionsOf(body).map((section) => ({ ...section, text: flowing(section.text) }))
  const [old, now] = [named(read(before)), named(read(after))]
  const changed = [...now].flatMap(([name, { heading, under, text }]): ChangedSection[] => {
    const earlier = old.get(name)
    if (!earlier) return [{ heading, under, before: '', after: text, change: 'new' }]
    return earlier.text === text ? [] : [{ heading, under, before: earlier.text, after: text, change: 'changed' }]
  })
  const gone = [...old].flatMap(([name, { heading, under, text }]): ChangedSection[] =>
    now.has(name) ? [] : [{ heading, under, before: text, after: '', change: 'gone' }],
  )
  return [...changed, ...gone]
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

type Asked = Pick<Question, 'key' | 'title' | 'prompt' | 'options'>

const EMPTY_WORDS = new Set(
  'a an and are as at be but by do does for from how if in is it its of on one or that the them this to what when which who why with you your'.split(
    ' ',
  ),
)

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => !EMPTY_WORDS.has(word))
    // “links” and “link”, “claims” and “claim”.
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))

/** How much a heading says of a question's title, and how much of the heading the question says: in its options, then in its prompt. */
function nearness(heading: string, { key, title, prompt, options = [] }: Asked): number {
  const words = [...new Set(wordsOf(headingText(heading)))]
  if (words.length === 0) return 0
  const named = new Set(wordsOf(`${title} ${key}`))
  const offered = new Set(wordsOf(options.map(({ text }) => text).join(' ')))
  const asked = new Set(wordsOf(prompt))
  const weight = (word: string) => (named.has(word) ? 1 : offered.has(word) ? 0.9 : asked.has(word) ? 0.6 : 0)
  const said = words.reduce((sum, word) => sum + weight(word), 0) / words.length
  const titled = wordsOf(title)
  const met = titled.filter((word) => words.includes(word)).length / Math.max(1, titled.length)
  return met + said / 2
}

/** A heading of which a question says less is not about it. */
const NEAR = 0.25
/** A section whose text says less of a question is not about it either: it would have to offer its options, or to name it. */
const SAYS = 1

const bestOf = <T>(all: readonly T[], rate: (one: T) => number, least: number): T | null => {
  const rated = all.map((one) => ({ one, rate: rate(one) }))
  const best = rated.reduce<(typeof rated)[number] | null>(
    (top, each) => (top && top.rate >= each.rate ? top : each),
    null,
  )
  return best && best.rate >= least ? best.one : null
}

/** How much a section's text says of a question: the share of its options, whether it names the title, and the share of the prompt's words. */
function told({ text }: Section, { title, prompt, options = [] }: Asked): number {
  const said = new Set(wordsOf(text))
  const shareOf = (words: readonly string[]) =>
    words.filter((word) => said.has(word)).length / Math.max(1, words.length)
  const offered = options.filter((option) => shareOf(wordsOf(option.text)) === 1).length / Math.max(1, options.length)
  const named = wordsOf(title).length > 0 && shareOf(wordsOf(title)) === 1 ? 0.5 : 0
  return offered + named + shareOf(wordsOf(prompt)) / 2
}

/**
 * The section that is about a question: the one whose heading says most of its words; where none does, the one whose text names it and its
 * options. null where none does that either.
 */
export function sectionAbout(sections: readonly Section[], question: Asked): Section | null {
  const headed = sections.filter(({ heading }) => heading !== null)
  return (
    bestOf(headed, ({ heading }) => nearness(heading ?? '', question), NEAR) ??
    bestOf(headed, (section) => told(section, question), SAYS)
  )
}

/**
 * Of the questions of all stages, those that a change of guidelines may touch: their section changed, or one that stands under it. A changed section that
 * is about no question, and stands under none that is, counts as being about all of them.
 */
export function touchedQuestions<Q extends Asked>(
  { before, after }: { before: string; after: string },
  questions: readonly Q[],
): Q[] {
  const versions = [before, after].map(sectionsOf)
  const about = new Map<string, Set<Q>>()
  for (const question of questions)
    for (const sections of versions) {
      const heading = sectionAbout(sections, question)?.heading
      if (heading == null) continue
      const name = headingText(heading)
      about.set(name, (about.get(name) ?? new Set()).add(question))
    }
  const touched = new Set<Q>()
  for (const { heading, under } of changedSections(before, after)) {
    const within = [...under, heading ?? ''].map(headingText).findLast((name) => about.has(name))
    if (within === undefined) return [...questions]
    for (const question of about.get(within) ?? []) touched.add(question)
  }
  return questions.filter((question) => touched.has(question))
}
