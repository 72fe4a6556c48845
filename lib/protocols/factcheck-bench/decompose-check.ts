import { isAsked } from '@/lib/protocols/completeness'
import { partsOf, wholeOf } from '@/lib/protocols/made-units'
import type { Answers, Finding, Json, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { codePointLength } from '@/lib/text/code-points'
import { decomposeQuestions } from './decompose-questions'
import { written } from './fields'

/** What the questions by themselves cannot tell: claims listed twice, places outside the sentence. */
export function checkDecompose(subject: Subject, answers: Answers): Finding[] {
  const sentences = subject.units.filter(({ kind }) => kind === 'sentence')
  return sentences.flatMap((sentence) => {
    const claims = partsOf(subject, sentence.key).filter((unit) => isClaimAsked(subject, answers, unit))
    return [...sameTexts(claims, answers), ...claims.flatMap((claim) => outsideSpans(subject, answers, claim))]
  })
}

const textQuestion = decomposeQuestions.find(({ unit, key }) => unit === 'claim' && key === 'text')

const isClaimAsked = (subject: Subject, answers: Answers, unit: UnitDraft) =>
  textQuestion !== undefined && isAsked(textQuestion, subject, answers, unit)

function sameTexts(claims: readonly UnitDraft[], answers: Answers): Finding[] {
  const seen = new Set<string>()
  return claims.flatMap(({ key }) => {
    const text = written(answers, key, 'text')
    if (text === null) return []
    if (!seen.has(text)) {
      seen.add(text)
      return []
    }
    const message = 'Another claim of this sentence says the same, word for word. Change one of them, or delete it.'
    return [{ unit: key, question: 'text', message }]
  })
}

function outsideSpans(subject: Subject, answers: Answers, claim: UnitDraft): Finding[] {
  const end = endOf(answers[claim.key]?.span)
  const sentence = wholeOf(subject, claim)
  if (end === null || !sentence || end <= codePointLength(sentence.text)) return []
  const message = 'The marked place lies outside the sentence. Mark the words of the claim again, or remove the mark.'
  return [{ unit: claim.key, question: 'span', message }]
}

const endOf = (span: Json | undefined): number | null =>
  span !== undefined && isJsonRecord(span) && typeof span.end === 'number' ? span.end : null
