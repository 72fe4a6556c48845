/** Keys beyond those of the options: several answers at one stroke, the note, and the folded prefix. */
import type { Bench } from '@/components/annotation/workbench/bench-context'
import { MOVING } from '@/components/annotation/workbench/keys'
import { placeAfter } from '@/components/annotation/workbench/navigation'
import { type CausedChange, withChanges } from '@/lib/annotation/annotations/rules'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { answerOf } from '@/lib/protocols/completeness'
import { errorTypeOptions } from '@/lib/protocols/factor-validation/options'
import { PROPERTIES } from '@/lib/protocols/factor-validation/questions'
import { CONTRADICTION } from '@/lib/protocols/factor-validation/units'
import { toggleWholePrefix } from './prefix-fold'

type FactorKey = `type-${string}` | 'allThree' | 'note' | 'prefix'

export const bindings = keyTable<FactorKey>('factor-validation/validate', [
  ...errorTypeOptions.map(
    ({ value, key, text }): KeyBinding<FactorKey> => ({
      id: `type-${value}`,
      keys: [key],
      label: `While that is not decided, non-factual at once: ${text}`,
      group: 'Answering',
    }),
  ),
  { id: 'allThree', keys: ['b'], label: 'Yes to each of the three that has no answer', group: 'Answering' },
  { id: 'note', keys: ['r'], label: 'Write a note', group: 'Answering' },
  { id: 'prefix', keys: ['h'], label: 'Show all of the prefix, or its end only', group: MOVING },
])

/** For buttons. */
export const OWN_KEYS = byId(bindings)

export function handlers(bench: Bench): Record<string, (() => void) | undefined> {
  const { openUnit, answers, go } = bench
  if (openUnit?.kind !== CONTRADICTION) return { prefix: toggleWholePrefix }
  const unit = openUnit.key
  const undecided = PROPERTIES.filter((question) => answerOf(answers, unit, question) === null)
  const yes = undecided.map((question) => ({ unit, question, value: true }))
  const isOpen = undecided.includes('nonFactual')
  const typed = (type: string) => () =>
    answer(bench, unit, [
      { unit, question: 'nonFactual', value: true },
      { unit, question: 'errorType', value: type },
    ])
  return {
    ...Object.fromEntries(
      errorTypeOptions.map(({ value }) => [`type-${value}`, isOpen ? typed(String(value)) : undefined]),
    ),
    allThree: yes.length > 0 ? () => answer(bench, unit, yes) : undefined,
    note: () => go({ unit, question: 'note' }),
    prefix: toggleWholePrefix,
  }
}

/** As one step of undo; leads where the last of them would. */
function answer(bench: Bench, unit: string, changes: readonly CausedChange[]): void {
  const { stage, workbench, subject, answers, open, perform } = bench
  const taskSubject = { content: subject.content, units: workbench.units }
  const place = placeAfter(stage, taskSubject, { before: answers, after: withChanges(answers, changes) }, open, unit)
  perform({ changes: [...changes], place: place ?? { unit, question: null } })
}
