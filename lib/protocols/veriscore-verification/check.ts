import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Finding, Subject } from '@/lib/protocols/protocol'
import { chosen, ITEM, isListedPart, referencesIn, resultsOf } from './fields'
import { areOwnParts, derivedInWords, derivedLabel } from './parts'

/** What the questions by themselves cannot tell: a verdict that the parts do not lead to, results that a part cannot name. */
export function checkVerification(subject: Subject, answers: Answers): Finding[] {
  return [...lostResults(subject, answers), ...otherThanParts(answers)]
}

/**
 * An annotator's verdict has to be the one that follows from their own parts. That the referent is unclear (c) is no
 * matter of parts. Consolidated answers are not held to it: the verdict is the majority's, the parts may be one person's.
 */
function otherThanParts(answers: Answers): Finding[] {
  const derived = derivedLabel(answers)
  const verdict = chosen(answers, ITEM, 'verdict')
  const why = chosen(answers, ITEM, 'why')
  if (!derived || verdict === null || !areOwnParts(entriesOf(answers[ITEM]?.parts))) return []
  if (verdict === 'inconclusive' && (why === null || why === 'c')) return []
  const isSame = verdict === derived.verdict && (verdict !== 'inconclusive' || why === derived.why)
  if (isSame) return []
  const question = verdict === derived.verdict ? 'why' : 'verdict'
  const message = `By its parts the claim is ${derivedInWords(derived)}. Change your answer, or what the parts rest on.`
  return [{ unit: ITEM, question, message }]
}

function lostResults(subject: Subject, answers: Answers): Finding[] {
  const resultKeys = new Set(resultsOf(subject).map(({ key }) => key))
  const parts = subject.units.filter((unit) => unit.kind === 'part' && isListedPart(answers, unit))
  return parts.flatMap(({ key: unit }) => {
    const [supports, contradicts] = ['supports', 'contradicts'].map((question) => referencesIn(answers, unit, question))
    const both = supports?.filter((key) => contradicts?.includes(key)) ?? []
    if (both.length > 0) {
      const message = 'A result cannot both support and contradict the same part. Take it out of one of the two.'
      return [{ unit, question: 'contradicts', message }]
    }
    return [...(supports ?? []), ...(contradicts ?? [])].every((key) => resultKeys.has(key))
      ? []
      : [{ unit, question: 'supports', message: 'A result is named that is not there any more. Take it out.' }]
  })
}
