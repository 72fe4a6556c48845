/**
 * The minimal edit that turns a claim into its correction, in the words of the correction guideline: delete the claim,
 * replace X by Y, delete X; an insertion where a correction cannot do without (Wang et al. 2024, Appendix C).
 */
import { codePointLength, codePoints } from './code-points'
import { countWords } from './word-count'
import { wordDiff } from './word-diff'

/** One step of an edit; `at` counts code points of the text before all steps. */
export type EditOperation =
  | { kind: 'delete_claim' }
  | { kind: 'replace'; from: string; to: string; at: number }
  | { kind: 'delete'; text: string; at: number }
  | { kind: 'insert'; text: string; at: number }

/** A stretch that is taken out and what is put in its place; one of the two may be empty. */
interface Change {
  at: number
  removed: string
  added: string
}

/** What was done to `before`, in its order; `after` is null when the whole claim was deleted. Nothing for equal texts. */
export function editOperations(before: string, after: string | null): EditOperation[] {
  if (after === null) return [{ kind: 'delete_claim' }]
  return joinPhrases(changesBetween(before, after), before).map(({ at, removed, added }) => {
    if (removed === '') return { kind: 'insert', text: added, at }
    if (added === '') return { kind: 'delete', text: removed, at }
    return { kind: 'replace', from: removed, to: added, at }
  })
}

/**
 * `before` with the operations done to it, null when the claim was deleted.
 * @throws RangeError when an operation does not fit the text: another one stands there, or they are out of order.
 */
export function applyEditOperations(before: string, operations: readonly EditOperation[]): string | null {
  const points = codePoints(before)
  let done = ''
  let passed = 0
  for (const operation of operations) {
    if (operation.kind === 'delete_claim') return null
    const removed = operation.kind === 'replace' ? operation.from : operation.kind === 'delete' ? operation.text : ''
    const added = operation.kind === 'replace' ? operation.to : operation.kind === 'insert' ? operation.text : ''
    const end = operation.at + codePointLength(removed)
    if (operation.at < passed || end > points.length || points.slice(operation.at, end).join('') !== removed) {
      throw new RangeError('The operation does not fit the text.')
    }
    done += points.slice(passed, operation.at).join('') + added
    passed = end
  }
  return done + points.slice(passed).join('')
}

/** How many words were put in and taken out; a replaced word is both. A deleted text loses all of its words. */
export function countChangedWords(before: string, after: string | null): { added: number; removed: number } {
  if (after === null) return { added: 0, removed: countWords(before) }
  const counts = { added: 0, removed: 0 }
  for (const { kind, text } of wordDiff(before, after)) if (kind !== 'same') counts[kind] += countWords(text)
  return counts
}

/** Neighbouring parts that only one of the texts has make up one change. */
function changesBetween(before: string, after: string): Change[] {
  const changes: Change[] = []
  let offset = 0
  let isOpen = false
  for (const { kind, text } of wordDiff(before, after)) {
    if (kind !== 'same') {
      if (!isOpen) changes.push({ at: offset, removed: '', added: '' })
      const change = changes.at(-1)
      if (change) change[kind] += text
    }
    isOpen = kind !== 'same'
    if (kind !== 'added') offset += codePointLength(text)
  }
  return changes
}

/** Words replaced one after the other, with nothing but white space between them, were replaced as one phrase. */
function joinPhrases(changes: readonly Change[], before: string): Change[] {
  const points = codePoints(before)
  const joined: Change[] = []
  for (const change of changes) {
    const previous = joined.at(-1)
    const between = previous
      ? points.slice(previous.at + codePointLength(previous.removed), change.at).join('')
      : undefined
    if (previous && between?.trim() === '' && isReplacement(previous) && isReplacement(change)) {
      previous.removed += between + change.removed
      previous.added += between + change.added
    } else joined.push({ ...change })
  }
  return joined
}

const isReplacement = ({ removed, added }: Change) => removed !== '' && added !== ''
