/** Guidelines by their headings: which sections a version changed, and which section is about a question. Pure. */
import type { Question } from '@/lib/protocols/protocol'

export interface Section {
  /** As it is written, without its signs; null for what stands before the first heading. */
  heading: string | null
  text: string
}

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const FENCE = /^ {0,3}(`{3,}|~{3,})/

/** The sections of a text in Markdown, in their order. Headings are those with `#`; inside of code there are none. */
export function sectionsOf(body: string): Section[] {
  const sections: { heading: string | null; lines: string[] }[] = [{ heading: null, lines: [] }]
  let fence: string | null = null
  for (const line of body.split(/\r?\n/)) {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark !== undefined && fence === null) fence = mark
    else if (mark !== undefined && fence !== null && mark.startsWith(fence)) fence = null
    const [, heading] = fence === null ? (HEADING.exec(line) ?? []) : []
    if (heading === undefined) sections.at(-1)?.lines.push(line)
    else sections.push({ heading, lines: [] })
  }
  return sections
    .map(({ heading, lines }) => ({ heading, text: lines.join('\n').trim() }))
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
  /** Empty where it is new, or went. */
  before: string
  after: string
  change: 'changed' | 'new' | 'gone'
}

/** A line that a paragraph or an entry of a list goes on in: it begins no entry, row, quotation or paragraph. */
const GOES_ON = /(?<=\S)[ \t]*\n[ \t]*(?![-*+>|\d\s])(?=\S)/g

/** Without the ends of lines that Markdown draws as blanks, so that text which is only broken elsewhere says the same. Text with code stays as it is. */
const flowing = (text: string): string => (/^ {0,3}(`{3}|~{3})/m.test(text) ? text : text.replaceAll(GOES_ON, ' '))

/** The sections that differ between two versions, in the order of the later one, what went last. Headings are told apart by their words, not by their numbers. */
export function changedSections(before: string, after: string): ChangedSection[] {
  const read = (body: string) => sectionsOf(body).map(({ heading, text }) => ({ heading, text: flowing(text) }))
  const [old, now] = [named(read(before)), named(read(after))]
  const changed = [...now].flatMap(([name, { heading, text }]): ChangedSection[] => {
    const earlier = old.get(name)
    if (!earlier) return [{ heading, before: '', after: text, change: 'new' }]
    return earlier.text === text ? [] : [{ heading, before: earlier.text, after: text, change: 'changed' }]
  })
  const gone = [...old].flatMap(([name, { heading, text }]): ChangedSection[] =>
    now.has(name) ? [] : [{ heading, before: text, after: '', change: 'gone' }],
  )
  return [...changed, ...gone]
}

/** By heading; the second of one heading by its place among those of its name. */
function named(sections: readonly Section[]): Map<string, Section> {
  const all = new Map<string, Section>()
  for (const section of sections) {
    const name = section.heading === null ? '' : headingText(section.heading)
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

/** The heading of the section that is about a question: the one whose words it says most. null where none is. */
export function headingOf(headings: readonly string[], question: Asked): string | null {
  const rated = headings.map((heading) => ({ heading, near: nearness(heading, question) }))
  const best = rated.reduce<(typeof rated)[number] | null>(
    (top, each) => (top && top.near >= each.near ? top : each),
    null,
  )
  return best && best.near >= NEAR ? best.heading : null
}

/**
 * The questions that a change of guidelines may touch: those whose section changed, by the headings of either version. A changed section that is about no question is
 * about all of them.
 */
export function touchedQuestions<Q extends Asked>(
  { before, after }: { before: string; after: string },
  questions: readonly Q[],
): Q[] {
  const changed = changedSections(before, after).map(({ heading }) => (heading === null ? null : headingText(heading)))
  const headings = [before, after].map((body) => sectionsOf(body).flatMap(({ heading }) => heading ?? []))
  const sectionsOfEach = questions.map((question) => ({
    question,
    about: headings.flatMap((all) => headingOf(all, question) ?? []).map(headingText),
  }))
  const isAbout = (heading: string | null) =>
    heading !== null && sectionsOfEach.some(({ about }) => about.includes(heading))
  if (changed.some((heading) => !isAbout(heading))) return [...questions]
  return sectionsOfEach
    .filter(({ about }) => about.some((heading) => changed.includes(heading)))
    .map(({ question }) => question)
}
