import { isAsked } from '@/lib/protocols/completeness'
import { partsOf } from '@/lib/protocols/made-units'
import type { Answers, Finding, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { chosen, written } from './fields'
import { isCheckedClaim } from './unit-data'
import { verifyQuestions } from './verify-questions'

/** What the questions by themselves cannot tell: corrections that change nothing, references that lead nowhere. */
export function checkVerify(subject: Subject, answers: Answers): Finding[] {
  return subject.units
    .filter(isCheckedClaim)
    .flatMap((claim) => [
      ...enoughOfNothing(subject, answers, claim),
      ...unchangedCorrection(subject, answers, claim),
      ...lostReferences(subject, answers, claim),
    ])
}

const asks = (key: string, subject: Subject, answers: Answers, claim: UnitDraft) =>
  verifyQuestions.some((question) => question.key === key && isAsked(question, subject, answers, claim))

function enoughOfNothing(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const hasEvidence = partsOf(subject, claim.key).some(({ kind }) => kind === 'evidence')
  if (hasEvidence || chosen(answers, claim.key, 'enough') !== 'yes') return []
  const message =
    'This claim came without evidence, so it cannot be decided by it. Answer "not enough" and add your own.'
  return [{ unit: claim.key, question: 'enough', message }]
}

function unchangedCorrection(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  if (!asks('revised', subject, answers, claim)) return []
  if (written(answers, claim.key, 'revised') !== claim.text.trim()) return []
  const message = 'The correction is the claim as it was. Change what is false, or choose to delete the claim.'
  return [{ unit: claim.key, question: 'revised', message }]
}

function lostReferences(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const references = answers[claim.key]?.references
  if (!Array.isArray(references) || !asks('references', subject, answers, claim)) return []
  const own = new Set(partsOf(subject, claim.key).map(({ key }) => key))
  if (references.every((key) => typeof key === 'string' && own.has(key))) return []
  const message = 'A reference names something that is no evidence of this claim. Take it out, or choose another.'
  return [{ unit: claim.key, question: 'references', message }]
}
