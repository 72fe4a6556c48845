import { partsOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, EarlierGold, Json, UnitDraft } from '@/lib/protocols/protocol'
import { CLAIM_SIMILARITY_THRESHOLD, textSimilarity } from '@/lib/text/text-similarity'
import { type ClaimEvidence, contentOf, type FactcheckBenchContent } from './content'
import { decomposeStage } from './decompose'
import { chosen, ITEM, written } from './fields'

/** The units of the second stage: the sentences and claims of the first stage's gold, with the evidence that came. */
export function verifyUnits(content: Json, earlier: EarlierGold[string] | undefined): UnitDraft[] {
  const typed = contentOf(content)
  const item = { key: ITEM, kind: 'item', text: typed.prompt }
  if (!earlier) return [item]
  const { answers } = earlier
  const subject = withMadeUnits(decomposeStage, { content, units: earlier.units }, answers)
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return [
    item,
    ...sentences.flatMap((sentence) => [
      sentenceUnit(sentence, answers),
      ...partsOf(subject, sentence.key)
        .filter(({ kind }) => kind === 'claim')
        .flatMap((claim, index) => claimUnits(typed, sentence.key, `${sentence.key}.c${index + 1}`, claim, answers)),
    ]),
  ]
}

const sentenceUnit = ({ key, text }: UnitDraft, answers: Answers): UnitDraft => ({
  key,
  kind: 'sentence',
  text,
  data: {
    decontext: written(answers, key, 'decontext') ?? text,
    checkworthy: chosen(answers, key, 'checkworthy'),
    importance: chosen(answers, key, 'importance'),
  },
})

/** A claim and, if it is verified, its passages. */
function claimUnits(
  content: FactcheckBenchContent,
  sentence: string,
  key: string,
  { key: from, text }: UnitDraft,
  answers: Answers,
): UnitDraft[] {
  const type = chosen(answers, from, 'type')
  const setAside = type === 'factual' ? (chosen(answers, from, 'setAside') ?? 'check') : null
  const data = { type, importance: chosen(answers, from, 'importance'), setAside, from }
  const claim = { key, kind: 'claim', text: text.trim(), parent: sentence, data }
  return setAside === 'check' ? [claim, ...evidenceUnits(content, claim)] : [claim]
}

function evidenceUnits(content: FactcheckBenchContent, claim: { key: string; text: string; parent: string }) {
  const claimEvidence = evidenceFor(content, claim)
  return (claimEvidence?.passages ?? []).map(({ quote, url, query, found }, index) => ({
    key: `${claim.key}.e${index + 1}`,
    kind: 'evidence',
    text: quote,
    parent: claim.key,
    data: { url, query, rank: index + 1, ...(found ? { found } : {}) },
  }))
}

/**
 * What was found for this very claim; where annotators have put it otherwise since, what was found for the claim of the
 * same sentence that is most like it.
 */
export function evidenceFor(
  { evidence }: FactcheckBenchContent,
  { parent, text }: { parent: string; text: string },
): ClaimEvidence | undefined {
  const ofSentence = evidence.filter(({ sentence }) => sentence === parent)
  const exact = ofSentence.find(({ claim }) => claim.trim() === text)
  if (exact) return exact
  const [closest] = ofSentence
    .map((each) => ({ each, similarity: textSimilarity(each.claim, text) }))
    .filter(({ similarity }) => similarity >= CLAIM_SIMILARITY_THRESHOLD)
    .sort((a, b) => b.similarity - a.similarity)
  return closest?.each
}
