import { segmentsOf } from '@/lib/text/segments'

/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * What two sentences begin with alike, in whole words: what a model is given of the sentence to go on from (FACTOR 6). Words
 * stand between blanks; where neither has any, as in Chinese, the platform tells words apart. Written as in the first.
 */
export function commonStart(one: string, other: string): string {
  const wordsOf = isUnspaced(one, other) ? segmentsIn : wordsIn
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const differs = words.findIndex((word, index) => word.text !== others[index]?.text)
  const last = words[(differs < 0 ? words.length : differs) - 1]
  return last ? one.slice(0, last.end).trimStart() : ''
}

const isUnspaced = (one: string, other: string) =>
  ![one, other].some((sentence) => /\s/.test(sentence.trim())) && UNSPACED.test(one + other)

/** Each with where it ends in the sentence (UTF-16 units). */
const wordsIn = (sentence: string) =>
  Array.from(sentence.matchAll(/\S+/g), ({ 0: text, index }) => ({ text, end: index + text.length }))

const segmentsIn = (sentence: string): ReturnType<typeof wordsIn> =>
  Array.from(segmentsOf(sentence), ({ segment: text, index }) => ({ text, end: index + text.length })).filter(
    ({ text }) => text.trim() !== '',
  )

/** The text that a model goes on from: the prefix, then the common beginning of both sentences. */
export function startOf({
  prefix,
  completion,
  contradiction,
}: Record<'prefix' | 'completion' | 'contradiction', string>): string {
  const common = commonStart(completion, contradiction)
  if (common === '') return prefix
  return /\s$/.test(prefix) || prefix === '' ? `${prefix}${common}` : `${prefix} ${common}`
}
