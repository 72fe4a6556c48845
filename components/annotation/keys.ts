import type { KeyBinding } from '@/lib/client/keyboard'
import type { Stage } from '@/lib/protocols/protocol'
import { isDivisible } from './lists'
import { capitalised, kindWord } from './unit-name'

export type BenchKey =
  | 'next'
  | 'previous'
  | 'missing'
  | 'accept'
  | 'search'
  | 'definitions'
  | 'guidelines'
  | 'notes'
  | 'undo'
  | 'redo'
  | 'submit'

/** The group of keys that answer nothing: they work while reading too, those of protocols as well. */
export const MOVING = 'Moving'

/** Opens the search, for buttons. */
export const SEARCH_KEY = 's'

/** What every workbench knows, whatever the protocol. */
export const BENCH_BINDINGS: readonly KeyBinding<BenchKey>[] = [
  { id: 'next', keys: ['j', 'arrowdown'], label: 'Next', group: MOVING, repeats: true },
  { id: 'previous', keys: ['k', 'arrowup'], label: 'Previous', group: MOVING, repeats: true },
  { id: 'missing', keys: ['n'], label: 'Next that lacks an answer', group: MOVING },
  { id: 'accept', keys: ['a'], label: 'Accept what is suggested', group: 'Answering' },
  // In a text field the browser's own undo comes first.
  { id: 'undo', keys: ['mod+z'], label: 'Undo', group: 'Work', when: 'idle', repeats: true },
  { id: 'redo', keys: ['mod+shift+z', 'mod+y'], label: 'Redo', group: 'Work', when: 'idle', repeats: true },
  { id: 'submit', keys: ['mod+enter'], label: 'Submit, or go to what is missing', group: 'Work' },
  { id: 'search', keys: [SEARCH_KEY], label: 'Search for evidence', group: MOVING },
  { id: 'definitions', keys: ['d'], label: 'Definitions of the options', group: 'Help' },
  { id: 'guidelines', keys: ['g'], label: 'Guidelines', group: 'Help' },
  { id: 'notes', keys: ['m'], label: 'My notes', group: 'Help' },
]

export type ListKey = 'add' | 'delete' | 'split' | 'merge' | 'moveUp' | 'moveDown' | 'acceptOne' | 'listText'

/** The keys of list acts, for buttons. */
export const LIST_KEYS: Record<ListKey, string> = {
  add: 'c',
  listText: 'e',
  acceptOne: 'shift+a',
  split: 'mod+shift+enter',
  merge: 'shift+j',
  moveUp: 'shift+arrowup',
  moveDown: 'shift+arrowdown',
  delete: 'x',
}

/** What every workbench knows whose annotators list units. */
export function listBindings(stage: Stage): KeyBinding<ListKey>[] {
  const kinds = stage.questions.flatMap(({ list }) => (list ? [list.kind] : []))
  if (kinds.length === 0) return []
  const isDivided = kinds.some((kind) => isDivisible(stage, kind))
  const word = [...new Set(kinds)].map((kind) => kindWord(stage, kind)).join(', ')
  const bind = (id: ListKey, label: string, more?: Partial<Omit<KeyBinding, 'id'>>): KeyBinding<ListKey> => ({
    ...{ id, keys: [LIST_KEYS[id]], label: `${label} (${word})`, group: 'Listing' },
    ...more,
  })
  return [
    bind('add', 'Add'),
    bind('listText', 'Write the text'),
    bind('acceptOne', 'Accept the first suggested'),
    ...(isDivided
      ? [bind('split', 'Split at the cursor', { when: 'typing' }), bind('merge', 'Join with the next')]
      : []),
    bind('moveUp', 'Move up', { repeats: true }),
    bind('moveDown', 'Move down', { repeats: true }),
    bind('delete', 'Delete', { keys: [LIST_KEYS.delete, 'delete'] }),
  ]
}

export type FieldKey = 'original' | 'mark' | 'markProposed'
export const FIELD_KEYS: Record<FieldKey, string> = { original: 'o', mark: 'w', markProposed: 'p' }

/** Keys of questions that start from a text, and of those that mark words of another. */
export function fieldBindings(stage: Stage): KeyBinding<FieldKey>[] {
  const has = (test: (question: Stage['questions'][number]) => boolean) => stage.questions.some(test)
  const bind = (id: FieldKey, label: string) => ({ id, keys: [FIELD_KEYS[id]], label, group: 'Answering' })
  return [
    ...(has(({ form, initial }) => form === 'text' && initial !== undefined)
      ? [bind('original', 'Back to the text it started from')]
      : []),
    ...(has(({ form }) => form === 'span')
      ? [
          bind('mark', 'Mark the chosen words, or go to where words are chosen'),
          bind('markProposed', 'Mark the proposed words'),
        ]
      : []),
  ]
}

/** A key for each option of each choice, as the protocol says. Its label says where the key has that meaning. */
export function optionBindings(stage: Stage): KeyBinding[] {
  return stage.questions.flatMap((question) =>
    (question.options ?? []).map((option) => ({
      id: optionKey(question.unit, question.key, option.value),
      keys: [option.key],
      label: `${capitalised(kindWord(stage, question.unit))}: ${question.title}: ${option.text}`,
      group: 'Answering',
    })),
  )
}

export const optionKey = (kind: string, question: string, value: string | boolean) => `${kind}/${question}=${value}`

/** All keys of a stage's workbench: its options, what its forms bring, its protocol's own, and everybody's. */
export const stageBindings = (stage: Stage, own: readonly KeyBinding[]): readonly KeyBinding[] => [
  ...optionBindings(stage),
  ...fieldBindings(stage),
  ...listBindings(stage),
  ...own,
  ...BENCH_BINDINGS,
]
