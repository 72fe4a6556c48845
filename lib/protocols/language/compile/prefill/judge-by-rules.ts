/** Answers by rules of the kit: what a text looks like, or what a passage seems to say of a claim. Modest, and without a model. */

import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { Proposal, StepInput, StepOutput } from '@/lib/protocols/prefill'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { lexicalStance } from '@/lib/protocols/rules/stance'
import { wholenessOf } from '@/lib/protocols/rules/whole-text'
import { contentText } from './filled-in'
import { proposedSubject, questionsFor, type StepOf, scopeOf } from './step-context'

export function judgeByRules(of: StepOf, input: StepInput): StepOutput {
  const { rules } = of.step
  const question = questionsFor(of).find(({ id }) => rules?.question === undefined || id === rules.question)
  if (!rules || !question) throw new Error(`the step ${of.step.id} has no rules`)
  const scope = scopeOf(of, proposedSubject(of, input))
  const claim = rules.claim === undefined ? '' : contentText(of, input.content, rules.claim)
  const text = rules.text === undefined ? null : contentText(of, input.content, rules.text)
  const proposals = scope.unitsOf(question.on).flatMap((unit): Proposal[] => {
    if (!scope.isAsked(question, unit)) return []
    const hint = said(rules.kit, claim, text ?? unit.text)
    const answer = rules.values.find((each) => each.said === hint.said)?.answer
    if (answer === undefined) return []
    const checked = schemaOf(question).safeParse(question.form === 'set' ? [answer] : answer)
    if (!checked.success) return []
    const { score, why } = hint
    return [{ unit: unit.key, question: question.id, value: checked.data, score, rationale: `By rules: ${why}` }]
  })
  return { proposals }
}

function said(kit: NonNullable<StepOf['step']['rules']>['kit'], claim: string, text: string) {
  if (kit === 'stance') {
    const { stance, score, why } = lexicalStance(claim, text)
    return { said: stance, score, why }
  }
  if (kit === 'whole-text') {
    const { wholeness, score, why } = wholenessOf(text)
    return { said: wholeness, score, why }
  }
  const { worth, score, why } = worthOf(text)
  return { said: worth, score, why }
}
