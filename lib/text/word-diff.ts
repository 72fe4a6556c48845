import { diffArrays, diffWordsWithSpace } from 'diff'
import { segmentsOf } from './segments'

/** A stretch of text that both versions have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this many changed words the versions are shown whole, unless told otherwise: their time grows with the square. */
const MOST_CHANGES = 2000

/**
 * The difference word by word. The parts that are not `added` make up `before`, those not `removed` make up `after`.
 * Texts beyond the Latin script are cut into words by the platform: there a library's idea of a word cuts inside words
 * (Arabic), or finds none at all (Chinese, Japanese, Thai, ...).
 */
export function wordDiff(before: string, after: string, most = MOST_CHANGES): DiffPart[] {
  const changesOf = isLatin(before + after) ? latinChanges : otherChanges
  const changes = changesOf(before, after, { maxEditLength: most })
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

interface Bound {
  maxEditLength: number
}

function latinChanges(before: string, after: string, bound: Bound): Change[] | undefined {
  return diffWordsWithSpace(before, after, bound)
}

function otherChanges(before: string, after: string, bound: Bound): Change[] | undefined {
  const words = (text: string) => Array.from(segmentsOf(text), ({ segment }) => segment)
  const changes = diffArrays(words(before), words(after), bound)
  return changes?.map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))
}
