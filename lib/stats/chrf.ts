import { commonOf, runsOf, totalOf } from './rouge-n'

const LONGEST_CHARACTERS = 6
const LONGEST_WORDS = 2
/** Recall counts so many times as much as precision. */
const BETA = 2
const MARKS = new Set('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~')

/**
 * chrF++, from 0 to 1: the mean precision and recall over runs of 1 to 6 characters without blanks and of 1 to 2 words, in
 * one F-measure with beta 2. Popović 2017, "chrF++: words helping character n-grams", as in sacrebleu 2 (case kept, no
 * smoothing; orders for which either text is too short are left out); sacrebleu prints it times 100. Two texts without a
 * common run, or one without any, score 0. Not symmetric.
 */
export function chrfPlusPlus(reference: string, candidate: string): number {
  const orders = [
    ...pairsOf([...withoutBlanks(reference)], [...withoutBlanks(candidate)], LONGEST_CHARACTERS),
    ...pairsOf(wordsOf(reference), wordsOf(candidate), LONGEST_WORDS),
  ].filter(([expected, candidateRuns]) => expected.size > 0 && candidateRuns.size > 0)
  if (orders.length === 0) return 0
  let [precision, recall] = [0, 0]
  for (const [expected, candidateRuns] of orders) {
    const common = commonOf(expected, candidateRuns)
    precision += common / totalOf(candidateRuns)
    recall += common / totalOf(expected)
  }
  if (precision + recall === 0) return 0
  const [p, r, square] = [precision / orders.length, recall / orders.length, BETA ** 2]
  return ((1 + square) * p * r) / (square * p + r)
}

const withoutBlanks = (text: string): string => text.replace(/\s+/gu, '')

type Pair = [expected: Map<string, number>, given: Map<string, number>]

const pairsOf = (expected: readonly string[], candidate: readonly string[], longest: number): Pair[] =>
  Array.from({ length: longest }, (_, index) => [runsOf(expected, index + 1), runsOf(candidate, index + 1)])

/** Words between blanks, with one mark at their end, or else at their beginning, as a word of its own. */
const wordsOf = (text: string): string[] =>
  text.split(/\s+/u).flatMap((word) => {
    if (word === '') return []
    const characters = [...word]
    const [first = '', last = ''] = [characters[0], characters.at(-1)]
    if (characters.length === 1) return [word]
    if (MARKS.has(last)) return [characters.slice(0, -1).join(''), last]
    return MARKS.has(first) ? [first, characters.slice(1).join('')] : [word]
  })
