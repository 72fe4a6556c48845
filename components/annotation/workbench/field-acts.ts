import { answerOf } from '@/lib/protocols/completeness'
import type { Bench } from './bench-context'
import type { FieldKey } from './keys'
import { proposeSpan } from './propose-span'
import { chosenIn, spanOf, spanValue } from './spans'

/** Going back to the text that a question started from, and marking words: keys of the open unit's fields. */
export function fieldActs(bench: Bench): Partial<Record<FieldKey, (() => void) | undefined>> {
  const { survey, answers, open, go, chooseAll } = bench
  const at = survey.units.get(open)
  if (!at) return {}
  const begun = at.asked.find(
    ({ key, form, initial }) => form === 'text' && initial !== undefined && answerOf(answers, open, key) !== null,
  )
  const span = at.asked.find(({ form }) => form === 'span')
  const parent = at.unit.parent
  const whole = parent === undefined ? undefined : survey.units.get(parent)?.unit
  const mark = (question: string, value: ReturnType<typeof proposeSpan>) =>
    value && chooseAll([{ unit: open, question, value: spanValue(value) }], { origin: 'chosen' })
  return {
    original: begun
      ? () => chooseAll([{ unit: open, question: begun.key, value: null }], { origin: 'chosen' })
      : undefined,
    mark:
      span && whole
        ? () => {
            const chosen = chosenIn(whole)
            if (chosen) mark(span.key, chosen)
            else go({ unit: open, question: span.key })
          }
        : undefined,
    markProposed:
      span && whole && !spanOf(answers, open, span.key)
        ? () => mark(span.key, proposeSpan(whole.text, at.unit.text))
        : undefined,
  }
}
