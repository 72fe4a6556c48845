import type { Option } from './protocol'

/**
 * A letter or two for an option where there is no room for its words: of its own text, never of the key that chooses it.
 * Different for the options of one question; null where their texts do not tell them apart so shortly.
 */
export function optionLetter(options: readonly Option[], option: Option): string | null {
  for (const shorten of SHORTER) {
    const letters = shorten(option.text)
    if (letters === null) continue
    const isOwn = options.every((other) => other === option || shorten(other.text) !== letters)
    if (isOwn) return letters
  }
  return null
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
const startOf = (word: string | undefined, length: number) => [...(word ?? '')].slice(0, length).join('')

/** The first letter, the initials of the first two words, the first two letters of the first word; in this order. */
const SHORTER: readonly ((text: string) => string | null)[] = [
  (text) => upper(startOf(wordsOf(text)[0], 1)),
  (text) => {
    const [first, second] = wordsOf(text)
    return second === undefined ? null : upper(startOf(first, 1) + startOf(second, 1))
  },
  (text) => {
    const start = startOf(wordsOf(text)[0], 2)
    return start === '' ? null : `${upper(startOf(start, 1))}${[...start].slice(1).join('')}`
  },
]

const upper = (letters: string): string | null => (letters === '' ? null : letters.toLocaleUpperCase('en'))
