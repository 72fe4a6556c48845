/** The automatic merge of one sentence from what became of its claims; a start that the annotator edits freely. */
import type { UnitDraft } from '@/lib/protocols/protocol'
import { editOperations } from '@/lib/text/edit-operations'
import { applyElsewhere } from './apply-elsewhere'
import { type MergedClaim, mergeDataOf } from './unit-data'

/**
 * The sentence with its claims' corrections. Nothing changed: its own text. Only words changed, each of which stands
 * exactly once in it: its own text with these. Otherwise the claims that are left, in order. Empty when none is left,
 * which proposes to delete it.
 */
export function mergeSentence(sentence: UnitDraft): string {
  const { checkworthy, claims } = mergeDataOf(sentence)
  const changed = claims.filter(({ fate }) => fate !== 'kept')
  if (checkworthy !== 'yes' || changed.length === 0) return sentence.text
  const left = claims.filter(({ fate }) => fate !== 'deleted')
  if (left.length === 0) return ''
  return (left.length === claims.length ? editedInPlace(sentence.text, changed) : null) ?? writtenAnew(left)
}

/** The claims that are left of a sentence, in order, as sentences of their own; empty where none is. */
export const claimsAsSentences = (sentence: UnitDraft): string =>
  writtenAnew(mergeDataOf(sentence).claims.filter(({ fate }) => fate !== 'deleted'))

function editedInPlace(text: string, edited: readonly MergedClaim[]): string | null {
  return applyElsewhere(
    text,
    edited.map(({ was, text: now }) => ({ was, operations: editOperations(was, now) })),
  )
}

const writtenAnew = (claims: readonly MergedClaim[]) => claims.map(({ text }) => withFullStop(text.trim())).join(' ')
const withFullStop = (text: string) => (/[.!?…。！？।؟]["')\]»”’]*$/u.test(text) ? text : `${text}.`)
