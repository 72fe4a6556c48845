/** What the revised response would say twice. Pure. */

import { standingSentence } from '@/lib/protocols/factcheck-bench/merge-response'
import { mergeSentence } from '@/lib/protocols/factcheck-bench/merge-sentences'
import { mergeDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { findDuplicates } from '@/lib/text/near-duplicates'
import { sentencesOf } from './trace'

/** Two places that say the same, or nearly so; of one sentence where two of its claims do. */
export interface Repetition {
  left: string
  right: string
  kind: 'exact' | 'near'
}

interface Told {
  sentence: string
  isClaim: boolean
  text: string
}

/**
 * Pairs of sentences that repeat each other, as wholes or in one of their claims, each pair once. The claims of a sentence
 * count only while nobody has rewritten it: after that its own words do.
 */
export function repetitions(subject: Subject, answers: Answers): Repetition[] {
  const statements = sentencesOf(subject).flatMap((sentence) => toldBy(answers, sentence))
  const pairs = new Map<string, Repetition>()
  for (const { left, right, kind } of findDuplicates(statements.map(({ text }) => text))) {
    const [one, other] = [statements[left], statements[right]]
    if (!one || !other) continue
    // A sentence and its own claim say the same by their nature.
    if (one.sentence === other.sentence && !(one.isClaim && other.isClaim)) continue
    const key = `${one.sentence}/${other.sentence}`
    const existingPair = pairs.get(key)
    if (!existingPair || (existingPair.kind === 'near' && kind === 'exact')) {
      pairs.set(key, { left: one.sentence, right: other.sentence, kind })
    }
  }
  return [...pairs.values()]
}

function toldBy(answers: Answers, sentence: UnitDraft): Told[] {
  const text = standingSentence(answers, sentence)
  if (text === '') return []
  const isMerge = text === mergeSentence(sentence).trim()
  const claims = isMerge ? mergeDataOf(sentence).claims.filter(({ fate }) => fate !== 'deleted') : []
  const whole = { sentence: sentence.key, isClaim: false, text }
  return [whole, ...claims.map((claim) => ({ sentence: sentence.key, isClaim: true, text: claim.text }))]
}
