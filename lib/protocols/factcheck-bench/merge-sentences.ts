/** The automatic merge of one sentence from what became of its claims; a start that the annotator edits freely. */
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type MergedClaim, mergeDataOf } from './unit-data'

/** The sentence with its claims' corrections; empty when no claim is left, which proposes to delete it. */
export function mergeSentence(sentence: UnitDraft): string {
  const { checkworthy, claims } = mergeDataOf(sentence)
  const left = claims.filter(({ fate }) => fate !== 'deleted')
  if (checkworthy !== 'yes' || claims.every(({ fate }) => fate === 'kept')) return sentence.text
  return left.length === 0 ? '' : writtenAnew(left)
}

const writtenAnew = (claims: readonly MergedClaim[]) => claims.map(({ text }) => withFullStop(text.trim())).join(' ')
const withFullStop = (text: string) => (/[\p{Po}]["')\]»”’]*$/u.test(text) ? text : `${text}.`)
