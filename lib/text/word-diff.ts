import { diffArrays, diffWordsWithSpace } from 'diff'
import { isUnspaced } from './script-locale'

/** A stretch of text that both versions have, or only one of them. */
export interface DiffPart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Beyond this many changed words a comparison word by word tells nothing; the versions are then shown whole. */
const MOST_CHANGES = 2000

/**
 * The difference word by word. The parts that are not `added` make up `before`, those not `removed` make up `after`.
 * Scripts without blanks between words (Chinese, Japanese, Thai, ...) are cut into words by the platform.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const changes = isUnspaced(before + after) ? unspacedChanges(before, after) : spacedChanges(before, after)
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

function spacedChanges(before: string, after: string): Change[] | undefined {
  return diffWordsWithSpace(before, after, { maxEditLength: MOST_CHANGES })
}

function unspacedChanges(before: string, after: string): Change[] | undefined {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const words = (text: string) => Array.from(segmenter.segment(text), ({ segment }) => segment)
  const changes = diffArrays(words(before), words(after), { maxEditLength: MOST_CHANGES })
  return changes?.map(({ value, added, removed }) => ({ value: value.join(''), added, removed }))
}
