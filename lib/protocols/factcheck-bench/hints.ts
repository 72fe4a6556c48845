/**
 * What the guideline's rules of correction say of a claim (Factcheck-Bench, appendix C). A hint decides nothing; the rules
 * that need more than is known leave the decision to the person and say so.
 */
import { isAsked } from '@/lib/protocols/completeness'
import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { claimPart, partsMeet } from './claim-parts'
import { chosen, written } from './fields'
import { verifyQuestions } from './verify-questions'

/** A passage as it was judged. */
export interface JudgedPassage {
  stance: string | null
  reliable: string | null
  /** The claim's words that the passage mentions (`claimPart`). */
  part: ReadonlySet<string>
}

export type HintRule =
  | 'nothing-judged'
  | 'all-irrelevant'
  | 'all-support'
  | 'all-refute'
  | 'refute-stronger'
  | 'refute-not-stronger'
  | 'intractable'
  | 'different-parts'
  | 'unclear-parts'
  | 'partial-only'

export interface Hint {
  rule: HintRule
  /** The verdict that the rule leads to; null where it leads to none. */
  verdict: 'true' | 'false' | 'not_enough_evidence' | null
  /** Why, in a sentence or two. */
  why: string
  /** Does it say how to go on, also once a verdict is given, or leave the verdict to the person? */
  advises?: true
}

/** The hint for a claim of the second stage, by the stances given so far to its evidence and the person's own. */
export function hintFor(subject: Subject, answers: Answers, claim: UnitDraft): Hint {
  const evidence = partsOf(subject, claim.key).filter((unit) =>
    verifyQuestions.some((question) => question.key === 'stance' && isAsked(question, subject, answers, unit)),
  )
  return correctionHint(
    evidence.map(({ key, kind, text }) => ({
      stance: chosen(answers, key, 'stance'),
      reliable: chosen(answers, key, 'reliable'),
      part: claimPart(claim.text, kind === 'own-evidence' ? (written(answers, key, 'quote') ?? text) : text),
    })),
    claimPart(claim.text, claim.text),
  )
}

/** What the rules say. `words`: all words of the claim that can be mentioned. */
export function correctionHint(passages: readonly JudgedPassage[], words: ReadonlySet<string>): Hint {
  const of = (stance: string) => passages.filter((passage) => passage.stance === stance)
  const [supporting, partial, refuting] = [of('completely-support'), of('partially-support'), of('refute')]
  if (supporting.length + partial.length + refuting.length === 0) {
    return of('irrelevant').length > 0 ? allIrrelevant : nothingJudged
  }
  if (refuting.length === 0) return supporting.length > 0 ? allSupport : partialOnly
  if (supporting.length > 0) return weigh(refuting, supporting, 'support it')
  if (partial.length === 0) return allRefute
  return weighParts(refuting, partial, words)
}

const nothingJudged: Hint = {
  rule: 'nothing-judged',
  verdict: null,
  why: 'No passage has a stance yet. Choose one for each.',
}
const allIrrelevant: Hint = {
  rule: 'all-irrelevant',
  verdict: 'not_enough_evidence',
  advises: true,
  why: 'Every passage judged so far is irrelevant. Search for evidence yourself; if there is none, it is not enough evidence.',
}
const allSupport: Hint = {
  rule: 'all-support',
  verdict: 'true',
  why: 'No passage refutes the claim, and at least one supports all of it: keep it.',
}
const allRefute: Hint = {
  rule: 'all-refute',
  verdict: 'false',
  why: 'Every relevant passage refutes the claim: correct it.',
}
const partialOnly: Hint = {
  rule: 'partial-only',
  verdict: null,
  advises: true,
  why: 'Every relevant passage supports only a part of the claim, and no rule covers that. Look for the rest.',
}

type Passages = readonly JudgedPassage[]

const reliableOf = (passages: Passages) => passages.filter(({ reliable }) => reliable === 'yes').length

/** More reliable sources are stronger; of as many, more passages. Above 0 when the first are stronger. */
const compareStrength = (left: Passages, right: Passages) =>
  reliableOf(left) - reliableOf(right) || left.length - right.length

/** Refuting against supporting passages: reliable sources first, then numbers. */
function weigh(refuting: Passages, against: Passages, whatTheyDo: string): Hint {
  const difference = compareStrength(refuting, against)
  const sides = `Passages that refute the claim: ${described(refuting)}; that ${whatTheyDo}: ${described(against)}`
  if (difference > 0)
    return { rule: 'refute-stronger', verdict: 'false', why: `${sides}. Refuting is stronger: correct it.` }
  if (difference === 0 && reliableOf(refuting) > 0) {
    const why = `${sides}. Neither side is stronger; if you cannot resolve it, it is not enough evidence.`
    return { rule: 'intractable', verdict: 'not_enough_evidence', why, advises: true }
  }
  return { rule: 'refute-not-stronger', verdict: 'true', why: `${sides}. Refuting is not stronger: keep it.` }
}

const described = (passages: Passages) => `${passages.length} (${reliableOf(passages)} reliable)`

function weighParts(refuting: Passages, partial: Passages, words: ReadonlySet<string>): Hint {
  const meet = partsMeet(refuting, partial, words)
  const weighed = weigh(refuting, partial, 'support a part of it')
  if (meet === null && weighed.verdict !== 'false') {
    const why =
      'Some passages refute the claim and some support a part of it. Their words do not tell whether they speak of the same part: if they do, keep the claim unless refuting is stronger; if not, correct the refuted part.'
    return { rule: 'unclear-parts', verdict: null, why, advises: true }
  }
  if (meet === false) {
    const why =
      'Some passages refute the claim and some support a part of it. By their words they speak of different parts: correct the refuted one.'
    return { rule: 'different-parts', verdict: 'false', why, advises: true }
  }
  const overlapNote = meet ? ' By their words they speak of the same part.' : ''
  return { ...weighed, why: weighed.why + overlapNote }
}
