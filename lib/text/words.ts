/** Words to search by: told apart in any script, and made alike where people would call them the same. */

import { normalizeText } from './normalize'
import { segmentsOf } from './segments'

/** Letters, marks and digits; an apostrophe between letters belongs to its word. */
const RUN = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=\p{L}))*/gu
/** Scripts that put no blanks between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** The text's words in order, in lower case and without differences of Unicode composition. */
export function searchWords(text: string): string[] {
  const folded = normalizeText(text, 'NFKC').toLowerCase()
  return (folded.match(RUN) ?? []).flatMap((run) => (UNSPACED.test(run) ? unspacedWords(run) : [run]))
}

/** By the platform rather than a list of words of our own: it has a dictionary for each of these scripts. */
const unspacedWords = (run: string): string[] =>
  Array.from(segmentsOf(run)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

/**
 * A word without the ending of English plurals and possessives (Harman's S stemmer, 1991): enough for "oceans" to find
 * "ocean", too little to take different words for one.
 */
export function withoutPlural(word: string): string {
  const bare = word.replace(/['’]s?$/, '')
  if (bare.length < 4 || !/^[a-z]+$/.test(bare)) return bare
  if (/[^ea]ies$/.test(bare)) return `${bare.slice(0, -3)}y`
  if (/[^aeo]es$/.test(bare)) return bare.slice(0, -1)
  return /[^us]s$/.test(bare) ? bare.slice(0, -1) : bare
}

/** Words so common in English that they tell nothing of what a text is about. */
const COMMON = new Set(
  'a an and are as at be been but by did do does for from had has have he her his how i if in into is it its no not of on or our she so such than that the their them then there these they this to was we were what when where which who whom why will with would you your'.split(
    ' ',
  ),
)

/** The words by which texts are compared and ranked: without plurals, and without common words unless there are no others. */
export function indexWords(text: string): string[] {
  const words = searchWords(text)
  const telling = words.filter((word) => !COMMON.has(word))
  return (telling.length > 0 ? telling : words).map(withoutPlural)
}
