/** From the verdicts on claims to labels of sentences and of the response, by each of the two rules. */
import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, RollUpRule, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { responseFactual } from '@/lib/stats/response-factual'
import { chosen } from './fields'
import { isCheckedClaim, sentenceDataOf } from './unit-data'

/** `unknown`: without enough evidence, or not verified. */
export type ClaimLabel = true | false | 'unknown'
/** `NA`: nothing in it was to be checked. */
export type PartLabel = true | false | 'NA'

/** The rules by which a response's label follows from its claims; the first is the default. */
export const rollUpRules: readonly [RollUpRule, RollUpRule] = [
  {
    key: 'released',
    title: 'As in the released files',
    description:
      'A check-worthy sentence is true only if each of its claims has the verdict true; a claim without enough evidence, an opinion and a claim that was set aside make it false. A response is true if all its check-worthy sentences are true. This is the rule of response_factuality in the files of Factcheck-Bench.',
  },
  {
    key: 'paper',
    title: 'As counted in the paper',
    description:
      'A response is false if one of its claims is false or lacks enough evidence; opinions and claims that were set aside never count. This is the factual state by which the paper counts its false responses (Factcheck-Bench, Table 2).',
  },
]

export type RuleKey = 'released' | 'paper'
export const ruleKeys: readonly RuleKey[] = ['released', 'paper']

/** The label that follows from the verdict on a claim. */
export function claimLabel(answers: Answers, claim: UnitDraft): ClaimLabel {
  const verdict = isCheckedClaim(claim) ? chosen(answers, claim.key, 'verdict') : null
  return verdict === 'true' ? true : verdict === 'false' ? false : 'unknown'
}

const isAgainst = (answers: Answers, claim: UnitDraft) =>
  isCheckedClaim(claim) && ['false', 'not_enough_evidence'].includes(chosen(answers, claim.key, 'verdict') ?? '')

/** The label of a sentence. One to be checked without any claim is NA: nothing was verified in it. */
export function sentenceLabel(subject: Subject, answers: Answers, sentence: UnitDraft, rule: RuleKey): PartLabel {
  const claims = partsOf(subject, sentence.key).filter(({ kind }) => kind === 'claim')
  if (sentenceDataOf(sentence).checkworthy !== 'yes' || claims.length === 0) return 'NA'
  return rule === 'released'
    ? claims.every((claim) => claimLabel(answers, claim) === true)
    : !claims.some((claim) => isAgainst(answers, claim))
}

/** The response's label by each rule: NA if no sentence has one. */
export function responseLabels(subject: Subject, answers: Answers): Record<RuleKey, PartLabel> {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  const by = (rule: RuleKey): PartLabel => {
    const labels = sentences.map((each) => sentenceLabel(subject, answers, each, rule))
    const parts = labels.map((label) => (label === 'NA' ? null : label))
    return responseFactual(parts, 'not-applicable') ?? 'NA'
  }
  return { released: by('released'), paper: by('paper') }
}
