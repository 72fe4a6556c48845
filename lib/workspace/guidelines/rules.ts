/** Which section of guidelines is about a question, and which questions a new version may touch. Pure. */
import type { Question } from '@/lib/protocols/protocol'
import { headingText, type Section, sectionsOf } from '@/lib/text/markdown-sections'
import { changedSections } from './changes/rules'

type Asked = Pick<Question, 'key' | 'title' | 'prompt' | 'section' | 'options'>

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
  const titleWords = new Set(wordsOf(`${title} ${key}`))
  const offered = new Set(wordsOf(options.map(({ text }) => text).join(' ')))
  const promptWords = new Set(wordsOf(prompt))
  const weight = (word: string) =>
    titleWords.has(word) ? 1 : offered.has(word) ? 0.9 : promptWords.has(word) ? 0.6 : 0
  const headingShare = words.reduce((sum, word) => sum + weight(word), 0) / words.length
  const titled = wordsOf(title)
  const met = titled.filter((word) => words.includes(word)).length / Math.max(1, titled.length)
  return met + headingShare / 2
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
  const sectionWords = new Set(wordsOf(text))
  const shareOf = (words: readonly string[]) =>
    words.filter((word) => sectionWords.has(word)).length / Math.max(1, words.length)
  const offered = options.filter((option) => shareOf(wordsOf(option.text)) === 1).length / Math.max(1, options.length)
  const titleScore = wordsOf(title).length > 0 && shareOf(wordsOf(title)) === 1 ? 0.5 : 0
  return offered + titleScore + shareOf(wordsOf(prompt)) / 2
}

/**
 * The section that is about a question: the one that its protocol names; where the guidelines have none of that heading, the one whose heading says
 * most of its words; where none does, the one whose text names it and its options. null where none does that either.
 */
export function sectionAbout(sections: readonly Section[], question: Asked): Section | null {
  const headed = sections.filter(({ heading }) => heading !== null)
  const sectionHeading = question.section === undefined ? null : headingText(question.section)
  return (
    headed.find(({ heading }) => headingText(heading ?? '') === sectionHeading) ??
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
  for (const { heading, under, was } of changedSections(before, after)) {
    const within = [...under, was ?? '', heading ?? ''].map(headingText).findLast((name) => about.has(name))
    if (within === undefined) return [...questions]
    for (const question of about.get(within) ?? []) touched.add(question)
  }
  return questions.filter((question) => touched.has(question))
}
