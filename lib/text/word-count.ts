import { segmentsOf } from './segments'

/** How many words a text has by the platform's rules, which know scripts that put no blanks between words. */
export function countWords(text: string): number {
  let count = 0
  for (const { isWordLike } of segmentsOf(text)) if (isWordLike) count++
  return count
}
