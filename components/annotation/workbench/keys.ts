import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { byId, keyTable } from '@/lib/platform/client/keymap'
import { isPick, type PickQuestion } from '@/lib/protocols/picks'
import type { Option, Question, Stage } from '@/lib/protocols/protocol'
import { hasListsInLists, isDivisible } from './lists'
import { WHOLE } from './navigation'
import { kindWord } from './unit-name'

export type BenchKey =
  | 'next'
  | 'previous'
  | 'missing'
  | 'accept'
  | 'search'
  | 'searchOutside'
  | 'definitions'
  | 'guidelines'
  | 'notes'
  | 'undo'
  | 'redo'
  | 'submit'
  | 'goOn'
  | 'takeBack'
  | 'skip'
  | 'ask'

/** The group of keys that answer nothing: they work while reading too, those of protocols as well. */
export const MOVING = 'Moving'

/** What every workbench knows, whatever the protocol. */
export const BENCH_BINDINGS = keyTable<BenchKey>('bench', [
  { id: 'next', keys: ['j', 'arrowdown'], label: 'Next', group: MOVING, repeats: true },
  { id: 'previous', keys: ['k', 'arrowup'], label: 'Previous', group: MOVING, repeats: true },
  { id: 'missing', keys: ['n'], label: 'Next that lacks an answer', group: MOVING },
  { id: 'accept', keys: ['a'], label: 'Accept what is suggested', group: 'Answering' },
  // In a text field the browser's own undo comes first.
  { id: 'undo', keys: ['mod+z'], label: 'Undo', group: 'Work', when: 'idle', repeats: true },
  { id: 'redo', keys: ['mod+shift+z', 'mod+y'], label: 'Redo', group: 'Work', when: 'idle', repeats: true },
  { id: 'submit', keys: ['mod+enter'], label: 'Submit, or go to what is missing', group: 'Work', destroys: 'final' },
  {
    id: 'goOn',
    keys: ['enter'],
    label: 'Next task, once this one is submitted or waits for the server',
    group: 'Work',
  },
  { id: 'takeBack', keys: ['shift+z'], label: 'Take back the submission just made', group: 'Work' },
  { id: 'search', keys: ['s'], label: 'Search for evidence', group: MOVING },
  {
    id: 'searchOutside',
    keys: ['shift+w'],
    label: 'Search with your own search engine, in a new tab',
    group: 'Answering',
  },
  { id: 'skip', keys: ['shift+s'], label: 'Skip the task, with a reason', group: 'Work', destroys: 'asks' },
  { id: 'ask', keys: ['shift+q'], label: 'Ask a manager, and set the task aside', group: 'Work', destroys: 'asks' },
  { id: 'definitions', keys: ['d'], label: 'Definitions of the options', group: 'Help' },
  { id: 'guidelines', keys: ['g'], label: 'Guidelines', group: 'Help' },
  { id: 'notes', keys: ['m'], label: 'My notes', group: 'Help' },
])

/** For buttons. */
export const BENCH_KEYS = byId(BENCH_BINDINGS)

export type ListKey =
  | 'add'
  | 'addWithin'
  | 'delete'
  | 'split'
  | 'merge'
  | 'moveUp'
  | 'moveDown'
  | 'acceptOne'
  | 'passOver'
  | 'listText'

const list = (id: ListKey, label: string, keys: readonly string[], more?: Partial<KeyBinding<ListKey>>) =>
  ({ id, keys, label, group: 'Listing', ...more }) satisfies KeyBinding<ListKey>

/** The keys of lists, whatever they list. */
export const LIST_BINDINGS = keyTable<ListKey>('list', [
  list('add', 'Add', ['c']),
  list('addWithin', 'Add to the list of what is open', ['shift+c']),
  list('listText', 'Write the text', ['e']),
  list('acceptOne', 'Accept the first suggested', ['shift+a']),
  list('passOver', 'Pass over the first suggested', ['shift+p']),
  list('split', 'Split at the cursor', ['mod+shift+enter'], { when: 'typing' }),
  list('merge', 'Join with the next', ['shift+j'], { destroys: 'undoable' }),
  list('moveUp', 'Move up', ['shift+arrowup'], { repeats: true }),
  list('moveDown', 'Move down', ['shift+arrowdown'], { repeats: true }),
  list('delete', 'Delete', ['x', 'delete'], { destroys: 'undoable' }),
])

/** For buttons. */
export const LIST_KEYS = byId(LIST_BINDINGS)

/** What every workbench knows whose annotators list units; its labels say which. */
export function listBindings(stage: Stage): KeyBinding<ListKey>[] {
  const kinds = stage.questions.flatMap(({ list }) => (list ? [list.kind] : []))
  if (kinds.length === 0) return []
  const isDivided = kinds.some((kind) => isDivisible(stage, kind))
  const word = [...new Set(kinds)].map((kind) => kindWord(stage, kind)).join(', ')
  const isOrdered = stage.questions.some(({ list }) => list && !list.marks)
  const isThere = (id: ListKey) => {
    if (id === 'moveUp' || id === 'moveDown') return isOrdered
    if (id === 'split' || id === 'merge') return isDivided
    return id !== 'addWithin' || hasListsInLists(stage)
  }
  return LIST_BINDINGS.filter(({ id }) => isThere(id)).map((binding) => ({
    ...binding,
    label: `${binding.label} (${word})`,
  }))
}

export type FieldKey = 'original' | 'mark' | 'markProposed' | MarkingKey

/** The keys of questions of form `spans`. Options have letters and digits, so that none of these is one without Shift. */
type MarkingKey = 'markText' | 'nothingMarked' | 'nextSpan' | 'previousSpan' | 'removeSpan'

/** The keys of fields, whatever they ask. */
export const FIELD_BINDINGS = keyTable<FieldKey>('field', [
  { id: 'original', keys: ['o'], label: 'Back to the text it started from', group: 'Answering', destroys: 'undoable' },
  { id: 'mark', keys: ['w'], label: 'Mark the chosen words, or go to where words are chosen', group: 'Answering' },
  { id: 'markProposed', keys: ['p'], label: 'Mark the proposed words', group: 'Answering' },
  { id: 'markText', keys: ['shift+m'], label: 'Go to the text to mark', group: 'Answering' },
  { id: 'nothingMarked', keys: ['shift+n'], label: 'There is nothing to mark', group: 'Answering' },
  { id: 'nextSpan', keys: ['.'], label: 'Next marked span', group: 'Answering', repeats: true },
  { id: 'previousSpan', keys: [','], label: 'Previous marked span', group: 'Answering', repeats: true },
  {
    id: 'removeSpan',
    keys: ['delete', 'backspace'],
    label: 'Remove the span one is at',
    group: 'Answering',
    destroys: 'undoable',
  },
])

/** For buttons. */
export const FIELD_KEYS = byId(FIELD_BINDINGS)

/** Keys of questions that start from a text, and of those that mark words of another. */
export function fieldBindings(stage: Stage): KeyBinding<FieldKey>[] {
  const begins = stage.questions.some(({ form, initial }) => form === 'text' && initial !== undefined)
  const marks = stage.questions.some(({ form }) => form === 'span')
  const marksSpans = stage.questions.some(({ form }) => form === 'spans')
  // What is listed by marking is nothing while nothing is listed.
  const places = new Set(stage.questions.flatMap(({ list }) => (list?.marks ? [`${list.kind} ${list.text}`] : [])))
  const canBeNothing = stage.questions.some(({ form, unit, key }) => form === 'spans' && !places.has(`${unit} ${key}`))
  return FIELD_BINDINGS.filter(({ id }) =>
    id === 'original'
      ? begins
      : id === 'mark' || id === 'markProposed'
        ? marks
        : id === 'nothingMarked'
          ? canBeNothing
          : marksSpans,
  )
}

/** The scope of the names of what a stage brings itself. */
export const stageScope = (protocolId: string, stage: Pick<Stage, 'key'>) => `${protocolId}/${stage.key}`

/** “Importance (claim): most important”: in words of the form. Of the whole item nothing else can be meant. */
function optionLabel(stage: Stage, { unit, title }: Question, { text }: Option): string {
  const value = /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
  return `${title}${unit === WHOLE ? '' : ` (${kindWord(stage, unit)})`}: ${value}`
}

/** The key of an option, as the protocol says. Its label says where the key has that meaning. */
export function optionBinding(protocolId: string, stage: Stage, question: Question, option: Option): KeyBinding {
  const id = optionKey(question.unit, question.key, option.value)
  return {
    id,
    name: `${stageScope(protocolId, stage)}/${id}`,
    keys: [option.key],
    label: optionLabel(stage, question, option),
    group: 'Answering',
    // What is asked about the whole is answered from everywhere.
    at: question.unit === WHOLE ? undefined : question.unit,
  }
}

/** The key of what stands at a place, from 0, among what a question picks from. */
export function pickBinding(protocolId: string, stage: Stage, question: PickQuestion, place: number): KeyBinding {
  const id = pickKey(question.unit, question.key, place)
  return {
    id,
    name: `${stageScope(protocolId, stage)}/${id}`,
    keys: [question.picks.keys[place] ?? ''],
    label: `${question.title}: ${kindWord(stage, question.picks.kind)} ${place + 1}`,
    group: 'Answering',
    at: question.unit === WHOLE ? undefined : question.unit,
  }
}

export const pickKey = (kind: string, question: string, place: number) => `${kind}/${question}#${place + 1}`

/** A key for each place of what is picked from. */
const pickBindings = (protocolId: string, stage: Stage): KeyBinding[] =>
  stage.questions
    .filter(isPick)
    .flatMap((question) => question.picks.keys.map((_, place) => pickBinding(protocolId, stage, question, place)))

/** A key for each option of each choice. */
export function optionBindings(protocolId: string, stage: Stage): KeyBinding[] {
  return stage.questions.flatMap((question) =>
    (question.options ?? []).map((option) => optionBinding(protocolId, stage, question, option)),
  )
}

export const optionKey = (kind: string, question: string, value: Option['value']) => `${kind}/${question}=${value}`

/** All keys of a stage's workbench: its options, what its forms bring, its protocol's own, and everybody's. */
export const stageBindings = (
  protocolId: string,
  stage: Stage,
  protocolBindings: readonly KeyBinding[],
): readonly KeyBinding[] => [
  ...pickBindings(protocolId, stage),
  ...optionBindings(protocolId, stage),
  ...fieldBindings(stage),
  ...listBindings(stage),
  ...protocolBindings,
  ...BENCH_BINDINGS,
]
