/** What rules look at in a text: words that carry meaning, numbers, negation. Made for English; harmless elsewhere. */
import { segmentsOf } from '@/lib/text/segments'
import { foldText } from '@/lib/text/text-similarity'

const COMMON = new Set(
  `a an and are as at be been being but by can could did do does for from had has have he her hers him his how i if in into
  is it its may might more most must of on or our shall she should so some such than that the their them then there these
  they this those to was we were what when where which while who whom whose why will with would you your also both
  about after all any because before between during each other over under until up very not never no neither nor without cannot nobody none`.split(
    /\s+/,
  ),
)

const NUMBER_WORDS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NEGATION = /\b(?:not|never|no|neither|nor|without|cannot|nobody|none)\b|n['’]t\b/iu

/** The words of a text in lower case, in order. */
export function wordsIn(text: string): string[] {
  const words: string[] = []
  for (const { segment, isWordLike } of segmentsOf(foldText(text), 'word', 'en')) if (isWordLike) words.push(segment)
  return words
}

/** Words that tell what a text is about, by their stems, each once: no grammar words, no numbers. */
export function telling(text: string): Set<string> {
  const words = wordsIn(text).filter((word) => !COMMON.has(word) && !isNumeral(word))
  return new Set(words.map(stem))
}

/** The telling words as they are written, in order, each once. For queries. */
export function keyTerms(text: string): string[] {
  const words = Array.from(segmentsOf(text, 'word', 'en')).filter(({ isWordLike }) => isWordLike)
  return [...new Set(words.map(({ segment }) => segment))].filter((word) => !COMMON.has(word.toLowerCase()))
}

/** Numbers in figures, without separators of thousands, and the first few in words. */
export function numbersIn(text: string): Set<string> {
  const figures = text.match(/\d[\d.,]*\d|\d/g) ?? []
  const spelledNumbers = wordsIn(text).flatMap((word) => {
    const value = NUMBER_WORDS.indexOf(word)
    return value > 0 ? [String(value)] : []
  })
  return new Set([...figures.map((figure) => figure.replace(/,(?=\d{3})/g, '')), ...spelledNumbers])
}

export const isNegated = (text: string): boolean => NEGATION.test(text)

/** Capitalised words that do not just begin the text. */
export const hasName = (text: string): boolean => /(?<=[\p{L}\p{N},;:)"”]\s)\p{Lu}[\p{L}\p{N}]+/u.test(text)

/** Does the text hold a letter or a digit at all? */
export const saysAnything = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

const isNumeral = (word: string): boolean => /^\d/.test(word) || NUMBER_WORDS.includes(word)

/** The word without the commonest English endings; short words stay. */
function stem(word: string): string {
  if (word.length < 5) return word
  return word
    .replace(/(?:'s|’s)$/, '')
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?:ing|ed|es|s|e)$/, '')
}
