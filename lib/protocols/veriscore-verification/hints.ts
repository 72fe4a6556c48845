/** What deserves a second look before a claim is left. A hint decides nothing. */
import type { Answers, Subject } from '@/lib/protocols/protocol'
import { chosen, ITEM, resultsOf } from './fields'
import { derivedInWords, derivedLabel } from './parts'

export type HintRule =
  | 'parts'
  | 'supported-without-support'
  | 'supported-despite-contradiction'
  | 'contradicted-without-contradiction'
  | 'contradicted-despite-support'
  | 'no-conflict'
  | 'mentioned'

export interface Hint {
  rule: HintRule
  /** `follows`: from the parts; `doubt`: it does not fit the results. */
  kind: 'follows' | 'doubt'
  text: string
}

/** With parts: what follows from them. Without: where the verdict does not fit the stances given so far. */
export function hintsFor(subject: Subject, answers: Answers): Hint[] {
  const derived = derivedLabel(answers)
  if (derived)
    return [{ rule: 'parts', kind: 'follows', text: `By its parts the claim is ${derivedInWords(derived)}.` }]
  const stances = resultsOf(subject).map(({ key }) => chosen(answers, key, 'stance'))
  // While some are not judged, what is missing may still come.
  if (stances.includes(null)) return []
  const has = (stance: string) => stances.includes(stance)
  return doubtsAbout(chosen(answers, ITEM, 'verdict'), chosen(answers, ITEM, 'why'), {
    supporting: has('supports'),
    contradicting: has('contradicts'),
  })
}

interface Found {
  supporting: boolean
  contradicting: boolean
}

function doubtsAbout(verdict: string | null, why: string | null, { supporting, contradicting }: Found): Hint[] {
  const doubts: (Hint | false)[] = [
    verdict === 'supported' &&
      !supporting &&
      doubt('supported-without-support', 'You say supported, but no result supports the claim.'),
    verdict === 'supported' &&
      contradicting &&
      doubt('supported-despite-contradiction', 'You say supported, but some result contradicts the claim.'),
    verdict === 'contradicted' &&
      !contradicting &&
      doubt('contradicted-without-contradiction', 'You say contradicted, but no result contradicts the claim.'),
    verdict === 'contradicted' &&
      contradicting &&
      supporting &&
      doubt(
        'contradicted-despite-support',
        'Some results contradict the claim and some support it. It is contradicted only if they speak of different parts; listing the parts shows it.',
      ),
    verdict === 'inconclusive' &&
      why === 'b' &&
      !(supporting && contradicting) &&
      doubt('no-conflict', 'You say that the results conflict, but they do not both support and contradict the claim.'),
    verdict === 'inconclusive' &&
      why === 'a' &&
      contradicting &&
      !supporting &&
      doubt(
        'mentioned',
        'You say that a part is not mentioned, but some result contradicts the claim: contradicted comes first.',
      ),
  ]
  return doubts.filter((each) => each !== false)
}

const doubt = (rule: HintRule, text: string): Hint => ({ rule, kind: 'doubt', text })
