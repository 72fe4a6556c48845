/** Tokens of a text with their places, for scores by token: the same in every process, whatever dictionaries a platform has. */
import { UNSPACED } from './unspaced'

/**
 * A run of letters, marks and digits is a token; a character of a script without blanks between words is one by itself, and so is every other
 * character that is no blank.
 */
const TOKEN = new RegExp(`[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+|\\S`, 'gu')

/** Where each token begins and ends, in code points, in the order of the text. */
export function tokenPlaces(text: string): [start: number, end: number][] {
  const places: [number, number][] = []
  let [passed, count] = [0, 0]
  const upTo = (utf16: number) => {
    for (const _ of text.slice(passed, utf16)) count += 1
    passed = utf16
    return count
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) places.push([upTo(index), upTo(index + token.length)])
  return places
}
