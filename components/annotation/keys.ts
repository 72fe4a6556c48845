import type { KeyBinding } from '@/lib/client/keyboard'
import type { Stage } from '@/lib/protocols/protocol'

export type BenchKey =
  | 'next'
  | 'previous'
  | 'missing'
  | 'accept'
  | 'definitions'
  | 'guidelines'
  | 'notes'
  | 'undo'
  | 'redo'
  | 'submit'

/** What every workbench knows, whatever the protocol. */
export const BENCH_BINDINGS: readonly KeyBinding<BenchKey>[] = [
  { id: 'next', keys: ['j', 'arrowdown'], label: 'Next', group: 'Moving', repeats: true },
  { id: 'previous', keys: ['k', 'arrowup'], label: 'Previous', group: 'Moving', repeats: true },
  { id: 'missing', keys: ['n'], label: 'Next that lacks an answer', group: 'Moving' },
  { id: 'accept', keys: ['a'], label: 'Accept the suggestion', group: 'Answering' },
  // In a text field the browser's own undo comes first.
  { id: 'undo', keys: ['mod+z'], label: 'Undo', group: 'Work', when: 'idle', repeats: true },
  { id: 'redo', keys: ['mod+shift+z', 'mod+y'], label: 'Redo', group: 'Work', when: 'idle', repeats: true },
  { id: 'submit', keys: ['mod+enter'], label: 'Submit, or go to what is missing', group: 'Work' },
  { id: 'definitions', keys: ['d'], label: 'Definitions of the options', group: 'Help' },
  { id: 'guidelines', keys: ['g'], label: 'Guidelines', group: 'Help' },
  { id: 'notes', keys: ['m'], label: 'My notes', group: 'Help' },
]

/** A key for each option of each choice, as the protocol says. */
export function optionBindings(stage: Stage): KeyBinding[] {
  return stage.questions.flatMap((question) =>
    (question.options ?? []).map((option) => ({
      id: optionKey(question.unit, question.key, option.value),
      keys: [option.key],
      label: `${question.title}: ${option.text}`,
      group: 'Answering',
    })),
  )
}

export const optionKey = (kind: string, question: string, value: string | boolean) => `${kind}/${question}=${value}`
