import { diffArrays, diffWordsWithSpace } from 'diff'
import { segmentsOf } from './segments'

/** A stretch of text that both versions have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this many changed words a comparison word by word tells nothing; the versions are then shown whole. */
const MOST_CHANGES = 2000

/**
 * The difference word by word. The parts that are not `added` make up `before`, those not `removed` make up `after`.
 * Texts beyond the Latin script are cut into words by the platform: there a library's idea of a word cuts inside words
 * (Arabic), or finds none at all (Chinese, Japanese, Thai, ...).
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const changes = isLatin(before + after) ? latinChanges(before, after) : otherChanges(before, after)
  const whole = [
    { value: before, removed: true },
    { value: after, added: true },
  ]
  return (changes ?? whole)
    .filter(({ value }) => value !== '')
    .map(({ value, added, removed }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }))
}

interface Change {
  value: string
  added?: boolean
  removed?: boolean
}

/** Holds no letter of another script. */
const isLatin = (text: string) => !/[^\p{Script=Latin}\P{L}]/u.test(text)

function latinChanges(before: string, after: string): Change[] | undefined {
  return diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES })
}

function otherChanges(before: string, after: string): Change[] | undefined {
  const words = (text: string) => Array.from(segmentsOf(text), ({ segment }) => segment)
  const changes = diffArrays(words(before), words(after), { maxEditLength: MOST_CHANGES })
  return changes?.map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))
}
