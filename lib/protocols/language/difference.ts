/** What changes for annotators and for gold from one version of a protocol file to another. */
import type { Json } from '@/lib/protocols/answers'
import { MOST_ENTRIES } from '@/lib/protocols/made-units'
import { MOST_SPANS } from '@/lib/protocols/marked-spans'
import { MARKS_OVERLAP } from '@/lib/protocols/marks'
import { CLAIM_SIMILARITY_THRESHOLD } from '@/lib/text/text-similarity'
import { carriedQuestions } from './compile/stage-units'
import {
  type Definition,
  inLanguage,
  labelQuestionOf,
  measureKey,
  type OptionDefinition,
  type PrefillStepDefinition,
  placeQuestionOf,
  type QuestionDefinition,
  type StageDefinition,
  wordForItem,
} from './definition'
import type { OptionValue } from './vocabulary'

/**
 * What of a project would no longer be right after a change, so that it can be counted there. `project`: nothing that is counted, a project
 * cannot follow the change at all. `finished`: annotations that were submitted, and gold. `aligned`: tasks of several annotators that are being
 * settled or are gold, whose lists were laid side by side. `tasks`: those of a stage, which hold their units. `answers`: those to a question, of one value if it is named.
 */
export type Touched =
  | { what: 'nothing' | 'project' | 'items' }
  | { what: 'tasks' | 'finished' | 'aligned' | 'gold'; stage: string }
  | { what: 'answers'; stage: string; on: string; question: string; value: OptionValue | null }

/**
 * One change. `labels`: stored answers are touched: they lose their question or value, may no longer be allowed, or are missing where they
 * were not. `work`: what annotators do from now on is another, and stored answers stand. `text`: words and looks only.
 */
export interface DefinitionChange {
  weight: 'labels' | 'work' | 'text'
  /** What it is about: `label.verdict`, `record.content`. */
  at: string
  message: string
  touched: Touched
  /** The question that finished work has no answer to, or none under the condition that it has now. */
  asks?: string
}

const NOTHING: Touched = { what: 'nothing' }
const PROJECT: Touched = { what: 'project' }
const ITEMS: Touched = { what: 'items' }

const HEAVIEST = ['labels', 'work', 'text']

/** The changes, those that touch stored answers first. */
export function definitionDifference(before: Definition, after: Definition): DefinitionChange[] {
  const changes = [
    ...nameChanges(before, after),
    ...stageChanges(before, after),
    ...unitChanges(before, after),
    ...recordChanges(before, after),
    ...prefillChanges(before, after),
    ...textChanges(before, after),
  ]
  return changes.toSorted((one, other) => HEAVIEST.indexOf(one.weight) - HEAVIEST.indexOf(other.weight))
}

const change = (
  weight: DefinitionChange['weight'],
  location: string,
  message: string,
  touched: Touched = NOTHING,
): DefinitionChange => ({ weight, at: location, message, touched })
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Pairs by their names: what both have, what only the first has, what only the second has. */
function paired<Entry>(before: readonly Entry[], after: readonly Entry[], nameOf: (entry: Entry) => string) {
  const find = (list: readonly Entry[], name: string) => list.find((entry) => nameOf(entry) === name)
  return {
    both: before.flatMap((entry) => {
      const other = find(after, nameOf(entry))
      return other ? [[entry, other] as const] : []
    }),
    gone: before.filter((entry) => !find(after, nameOf(entry))),
    fresh: after.filter((entry) => !find(before, nameOf(entry))),
  }
}

function nameChanges(before: Definition, after: Definition): DefinitionChange[] {
  if (before.id !== after.id)
    return [
      change('labels', 'id', `"${before.id}" and "${after.id}" are two protocols, not two versions of one.`, PROJECT),
    ]
  if (before.version === after.version && !isSame(before, after))
    return [
      change(
        'labels',
        'version',
        `Both say version ${before.version}; a version that was published never changes.`,
        PROJECT,
      ),
    ]
  return before.version > after.version
    ? [change('text', 'version', `${after.version} is older than ${before.version}.`)]
    : []
}

function stageChanges(before: Definition, after: Definition): DefinitionChange[] {
  const { both, gone, fresh } = paired(before.stages, after.stages, ({ id }) => id)
  return [
    ...gone.map(({ id }) => change('labels', id, 'The stage was removed, and its answers no longer count.', PROJECT)),
    ...(isSame(
      both.map(([{ id }]) => id),
      after.stages.filter((stage) => !fresh.includes(stage)).map(({ id }) => id),
    )
      ? []
      : [change('labels', 'stages', 'The order of the stages has changed.', PROJECT)]),
    ...fresh.map(({ id }) =>
      change('labels', id, 'The stage is new: items that are gold have nothing in it.', PROJECT),
    ),
    ...both.flatMap(([old, now]) => {
      const questions = paired(old.questions, now.questions, ({ id }) => id)
      const settings = (['raters', 'coverage', 'policy', 'approve', 'third', 'guidelinesFirst'] as const).filter(
        (name) => old[name] !== now[name],
      )
      return [
        ...questions.gone.map((question) =>
          change(
            'labels',
            `${old.id}.${question.id}`,
            'The question was removed; its answers are kept and no longer count.',
            answersTo(old.id, question),
          ),
        ),
        ...questions.fresh.map(({ id, required }) => ({
          ...change(
            required ? 'labels' : 'work',
            `${old.id}.${id}`,
            required ? 'The question is new and has to be answered: finished items lack it.' : 'The question is new.',
            { what: 'finished', stage: old.id },
          ),
          asks: id,
        })),
        ...questions.both.flatMap(([one, other]) => questionChanges(old.id, one, other)),
        ...questions.both.flatMap(([one, other]) => alignmentChanges(old, now, one, other)),
        ...questions.both.flatMap(([one, other]) => markLabelChanges(old, now, one, other)),
        ...settings.map((name) =>
          change(
            'work',
            old.id,
            `${name} was ${String(old[name])} and is ${String(now[name])}.`,
            settingTouches(old.id, name),
          ),
        ),
        ...partChanges(
          old.id,
          { word: 'roll-up', touched: { what: 'gold', stage: old.id } },
          old.rollUps,
          now.rollUps,
          ({ name }) => name,
        ),
        ...partChanges(old.id, { word: 'measure', touched: NOTHING }, old.measures, now.measures, measureKey),
        ...(isSame(old.checks, now.checks)
          ? []
          : [change('work', old.id, 'What an annotation must not hold has changed.')]),
        ...shownUnitChanges(old, now),
        ...earlierChanges(before, after, old.id),
      ]
    }),
  ]
}

/** Tasks hold the units that they were made with. */
function shownUnitChanges(old: StageDefinition, now: StageDefinition): DefinitionChange[] {
  if (isSame(old.units ?? null, now.units ?? null)) return []
  const kinds = ({ units }: StageDefinition) =>
    units === undefined
      ? 'all kinds of unit'
      : units.map(({ of, when }) => (when ? `${of} under a condition` : of)).join(', ') || 'the item alone'
  const [units, unitsNow] = [kinds(old), kinds(now)]
  return [
    change(
      'work',
      old.id,
      units === unitsNow
        ? 'It shows units under another condition, and tasks hold those that they were made with.'
        : `It showed ${units} and shows ${unitsNow}, and tasks hold those that they were made with.`,
      { what: 'tasks', stage: old.id },
    ),
  ]
}

/** What is shown of what was settled before; tasks hold what their units carried when they were made. */
function earlierChanges(before: Definition, after: Definition, stage: string): DefinitionChange[] {
  const carriedBy = (definition: Definition) =>
    carriedQuestions(
      definition,
      definition.stages.findIndex(({ id }) => id === stage),
    )
  const shownBy = ({ stages }: Definition) => stages.find(({ id }) => id === stage)?.earlier ?? []
  const [had, has] = [carriedBy(before), carriedBy(after)]
  const settled = after.stages.slice(
    0,
    after.stages.findIndex(({ id }) => id === stage),
  )
  const needed = settled.flatMap(({ questions }) => questions.map(({ id }) => id)).filter((id) => has?.has(id) ?? true)
  const lacks = had !== null && needed.some((id) => !had.has(id))
  if (!lacks && isSame(shownBy(before), shownBy(after))) return []
  return [
    change(
      'work',
      stage,
      lacks
        ? 'More of what was settled before is looked at, and tasks hold what they were made with.'
        : 'Other answers that were settled before are shown.',
      lacks ? { what: 'tasks', stage } : NOTHING,
    ),
  ]
}

const answersTo = (stage: string, { on, id }: QuestionDefinition, value: OptionValue | null = null): Touched => ({
  what: 'answers',
  stage,
  on,
  question: id,
  value,
})

/** Raters, coverage and the third rater are the project's own from its first day. Who settles differences is too, and cannot be changed. */
function settingTouches(stage: string, name: string): Touched {
  if (name === 'policy') return PROJECT
  return name === 'approve' ? { what: 'finished', stage } : NOTHING
}

function partChanges<Part>(
  stage: string,
  { word, touched }: { word: string; touched: Touched },
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
): DefinitionChange[] {
  const { both, gone, fresh } = paired(before, after, nameOf)
  return [
    ...gone.map((part) => change('work', stage, `The ${word} "${nameOf(part)}" was removed.`, touched)),
    ...fresh.map((part) => change('work', stage, `The ${word} "${nameOf(part)}" is new.`, touched)),
    ...both
      .filter(([one, other]) => !isSame(one, other))
      .map(([part]) => change('work', stage, `The ${word} "${nameOf(part)}" is derived differently.`, touched)),
  ]
}

/** Is an answer to it one thing, in which no single value is counted? */
const isWhole = ({ form }: QuestionDefinition): boolean => form === 'rank' || form === 'span'

function questionChanges(stage: string, before: QuestionDefinition, after: QuestionDefinition): DefinitionChange[] {
  const questionPath = `${stage}.${before.id}`
  const all = answersTo(stage, before)
  const finished: Touched = { what: 'finished', stage }
  if (before.on !== after.on)
    return [
      change(
        'labels',
        questionPath,
        `It was asked about ${before.on} and is asked about ${after.on}; its answers no longer count.`,
        all,
      ),
    ]
  const { both, gone, fresh } = paired(before.options, after.options, ({ value }) => String(value))
  const moved = both.filter(([one, other]) => one.key !== other.key)
  const bounds = (['min', 'max', 'step', 'pattern', 'longest'] as const).filter((name) => before[name] !== after[name])
  return [
    ...(before.form === after.form
      ? []
      : [change('labels', questionPath, `Its form was ${before.form} and is ${after.form}.`, all)]),
    ...gone.map(({ value }) =>
      change(
        'labels',
        questionPath,
        `${value} can no longer be chosen; where it was, the question is to be answered again.`,
        isWhole(after) ? all : answersTo(stage, before, value),
      ),
    ),
    ...fresh.map(({ value }) =>
      change('work', questionPath, `${value} can be chosen from now on.`, after.form === 'rank' ? all : NOTHING),
    ),
    ...orderChanges(questionPath, all, both, after),
    ...(before.form === after.form ? markingChanges(questionPath, all, before.marks, after.marks) : []),
    ...pickingChanges(questionPath, all, before.picks, after.picks),
    ...(before.list && after.list ? listingChanges(questionPath, all, before.list, after.list) : []),
    ...(isSame(before.when, after.when)
      ? []
      : [
          {
            ...change(
              'labels',
              questionPath,
              'It is asked under another condition: answers may no longer count, or may be missing.',
              finished,
            ),
            asks: after.id,
          },
        ]),
    ...(before.required || !after.required
      ? []
      : [{ ...change('labels', questionPath, 'It has to be answered now.', finished), asks: after.id }]),
    ...bounds.map((name) =>
      change(
        isWider(name, before, after) ? 'work' : 'labels',
        questionPath,
        `${name} was ${boundText(before[name])} and is ${boundText(after[name])}.`,
        isWider(name, before, after) ? NOTHING : all,
      ),
    ),
    ...both.flatMap(([one, other]) => {
      if (one.exclusive === other.exclusive) return []
      return other.exclusive
        ? [
            change(
              'labels',
              questionPath,
              `${one.value} can only be chosen alone.`,
              answersTo(stage, before, one.value),
            ),
          ]
        : [change('work', questionPath, `${one.value} can be chosen with others.`)]
    }),
    ...(before.takes === after.takes
      ? []
      : [
          after.takes === 'address'
            ? change('labels', questionPath, 'It is the address of a page now.', all)
            : before.takes === 'address'
              ? change('work', questionPath, 'It is any text now, and no address of a page.')
              : change('work', questionPath, 'Queries that found nothing are written down elsewhere.'),
        ]),
    ...(before.settle === after.settle && isSame(before.tie, after.tie)
      ? []
      : [change('work', questionPath, 'Several answers are combined differently.', finished)]),
    ...(isSame(before.gold, after.gold)
      ? []
      : [
          change(
            'work',
            questionPath,
            'Its answers have another place in the record, or are written differently.',
            ITEMS,
          ),
        ]),
    ...(isSame(before.votes ?? null, after.votes ?? null)
      ? []
      : [
          change('work', questionPath, 'Votes on it have another place in the record, or are read differently.', ITEMS),
        ]),
    ...moved.map(([one, other]) =>
      change('work', questionPath, `${one.value} is chosen by ${other.key}, and was by ${one.key}.`),
    ),
    ...(isSame([before.ask, before.title], [after.ask, after.title])
      ? []
      : [change('text', questionPath, 'The question is worded differently.')]),
    ...(isSame(before.section, after.section)
      ? []
      : [change('text', questionPath, 'Another section of the guidelines is opened for it.')]),
    ...both
      .filter(([one, other]) => !isSame([one.text, one.says, one.tone], [other.text, other.says, other.tone]))
      .map(([one]) => change('text', questionPath, `${one.value} is described differently.`)),
  ]
}

function markingChanges(
  questionPath: string,
  all: Touched,
  before: QuestionDefinition['marks'],
  after: QuestionDefinition['marks'],
): DefinitionChange[] {
  if (!before || !after) return []
  return [
    ...(before.in === after.in ? [] : [change('labels', questionPath, 'Its spans are marked in another text.', all)]),
    ...(before.overlapping && !after.overlapping
      ? [change('labels', questionPath, 'Its spans may not overlap any more.', all)]
      : []),
    ...(!before.overlapping && after.overlapping
      ? [change('work', questionPath, 'Its spans may overlap from now on.')]
      : []),
  ]
}

function pickingChanges(
  questionPath: string,
  all: Touched,
  before: QuestionDefinition['picks'],
  after: QuestionDefinition['picks'],
): DefinitionChange[] {
  if (!before || !after) return []
  if (before.of !== after.of)
    return [change('labels', questionPath, `It picks from ${after.of}, and picked from ${before.of}.`, all)]
  return isSame(before.keys, after.keys)
    ? []
    : [change('work', questionPath, `Keys to pick by were ${before.keys.join(' ')} and are ${after.keys.join(' ')}.`)]
}

function listingChanges(
  questionPath: string,
  all: Touched,
  before: NonNullable<QuestionDefinition['list']>,
  after: NonNullable<QuestionDefinition['list']>,
): DefinitionChange[] {
  return [
    ...(before.of === after.of
      ? []
      : [
          change(
            'labels',
            questionPath,
            `Its entries were units of the kind ${before.of} and are of the kind ${after.of}.`,
            all,
          ),
        ]),
    ...(before.text === after.text
      ? []
      : [change('labels', questionPath, `The text of its entries was ${before.text} and is ${after.text}.`, all)]),
    ...(isSame(before.evidence ?? null, after.evidence ?? null)
      ? []
      : [change('work', questionPath, 'What is quoted from a search goes elsewhere.')]),
  ]
}

function alignmentChanges(
  old: StageDefinition,
  now: StageDefinition,
  before: QuestionDefinition,
  after: QuestionDefinition,
): DefinitionChange[] {
  const [was, is] = [alikeOf(before, old), alikeOf(after, now)]
  if (was === is || was === null || is === null) return []
  return [
    change(
      'work',
      `${old.id}.${before.id}`,
      `Entries count as the same from a similarity of ${is} on; lists of several annotators were laid side by side, and settled, from ${was} on.`,
      { what: 'aligned', stage: old.id },
    ),
  ]
}

function markLabelChanges(
  old: StageDefinition,
  now: StageDefinition,
  before: QuestionDefinition,
  after: QuestionDefinition,
): DefinitionChange[] {
  if (!placeQuestionOf(before, old.questions) || !placeQuestionOf(after, now.questions)) return []
  const [was, is] = [labelQuestionOf(before, old.questions)?.id, labelQuestionOf(after, now.questions)?.id]
  if (was === is) return []
  return [
    change(
      'work',
      `${old.id}.${before.id}`,
      `Marks are labelled by ${is ?? 'nothing'}, in the text, in agreement and in evaluation, and were by ${was ?? 'nothing'}.`,
      { what: 'finished', stage: old.id },
    ),
  ]
}

/** How alike the entries of a list are that stand for one; null of other questions. */
function alikeOf(question: QuestionDefinition, { questions }: StageDefinition): number | null {
  if (!question.list) return null
  const otherwise = placeQuestionOf(question, questions) ? MARKS_OVERLAP : CLAIM_SIMILARITY_THRESHOLD
  return question.list.alike ?? otherwise
}

/** Sets are stored in the order of their options; the order of a scale is what its values mean. */
function orderChanges(
  questionPath: string,
  all: Touched,
  both: readonly (readonly [OptionDefinition, OptionDefinition])[],
  after: QuestionDefinition,
): DefinitionChange[] {
  const order = both.map(([, option]) => after.options.indexOf(option))
  const off = both.filter(([one, other]) => one.outside !== other.outside)
  return [
    ...(isSame(
      order,
      order.toSorted((one, other) => one - other),
    )
      ? []
      : [
          after.form === 'set' || after.form === 'rank'
            ? change('labels', questionPath, 'The order of its options, in which answers are stored, has changed.', all)
            : change('work', questionPath, 'The order of its options has changed.'),
        ]),
    ...off.map(([, { value, outside }]) =>
      change('work', questionPath, outside ? `${value} lies off the scale now.` : `${value} lies on the scale now.`),
    ),
  ]
}

/** Does a set, a pick or a list, or do spans, allow all that they allowed before? */
function isWider(name: string, before: QuestionDefinition, after: QuestionDefinition): boolean {
  if (before.form !== after.form || !['set', 'span', 'list', 'pick'].includes(after.form)) return false
  return name === 'min' ? leastOf(after) <= leastOf(before) : name === 'max' && mostOf(after) >= mostOf(before)
}

/** How many values a set has, or spans or entries there are, at least. */
const leastOf = ({ form, min }: QuestionDefinition): number => min ?? (form === 'set' || form === 'pick' ? 1 : 0)

/** And at most: of a set those that can stand together. */
const mostOf = ({ form, max, options }: QuestionDefinition): number =>
  max ??
  (form === 'pick'
    ? 1
    : form === 'set'
      ? options.filter(({ exclusive }) => !exclusive).length
      : form === 'list'
        ? MOST_ENTRIES
        : MOST_SPANS)

const boundText = (value: Json): string => (value === null ? 'not bounded' : String(value))

/** How its units come into being, and what they are called. */
const originOf = ({ from, shuffled, prefix }: Definition['units'][number]) => [from, shuffled, prefix ?? null]

function unitChanges(before: Definition, after: Definition): DefinitionChange[] {
  const { both, gone, fresh } = paired(before.units, after.units, ({ id }) => id)
  return [
    ...gone.map(({ id }) => change('labels', id, 'This kind of unit was removed, with all answers about it.', ITEMS)),
    ...fresh.map(({ id, from }) =>
      'listedFor' in from
        ? change('work', id, 'Annotators list this kind of unit from now on.')
        : change('work', id, 'This kind of unit is new.', ITEMS),
    ),
    ...both
      .filter(([one, other]) => !isSame(originOf(one), originOf(other)))
      .map(([{ id }]) =>
        change('labels', id, 'These units are made differently: items have to be imported again.', ITEMS),
      ),
  ]
}

function recordChanges(before: Definition, after: Definition): DefinitionChange[] {
  const identity = isSame(before.record.identity ?? null, after.record.identity ?? null)
    ? []
    : [
        change(
          'work',
          'record.identity',
          'Other content says which item a record is about: what is imported from now on is compared by it.',
          ITEMS,
        ),
      ]
  const names = (['content', 'hidden', 'id', 'title', 'domain', 'source', 'csv'] as const).filter(
    (name) => !isSame(before.record[name], after.record[name]),
  )
  const label = isSame(before.label, after.label)
    ? []
    : [
        change('work', 'label', 'The label of an item is derived differently.', {
          what: 'gold',
          stage: (after.label ?? before.label)?.stage ?? '',
        }),
      ]
  return [
    ...names.map((name) =>
      change(
        'work',
        `record.${name}`,
        'It is read from another place: items that are there keep what they were imported with.',
        ITEMS,
      ),
    ),
    ...(isSame(before.record.join ?? null, after.record.join ?? null)
      ? []
      : [
          change(
            'work',
            'record.join',
            'Records have other partners in second files: items that are there keep those that they were imported with.',
            ITEMS,
          ),
        ]),
    ...(isSame(before.record.each ?? null, after.record.each ?? null)
      ? []
      : [
          change(
            'work',
            'record.each',
            'Items stand elsewhere in a document: those that are there would lose their places in it, or be written to others.',
            ITEMS,
          ),
        ]),
    ...(isSame(before.record.group ?? null, after.record.group ?? null)
      ? []
      : [
          change(
            'work',
            'record.group',
            'Other rows of a file are one item: items that are there would lose the rows that they were made of, or be written as others.',
            ITEMS,
          ),
        ]),
    ...(isSame(before.record.offsets ?? null, after.record.offsets ?? null)
      ? []
      : [
          change(
            'work',
            'record.offsets',
            'Records count the offsets of spans otherwise: items that are there keep theirs, and are written in the new way.',
            ITEMS,
          ),
        ]),
    ...identity,
    ...label,
  ]
}

/** Words of a step whose changes are named by themselves. */
const SAID_OF_STEPS = ['prompt', 'queries', 'quotes', 'title', 'says']

/** What machines propose from now on; what they proposed, and what people answered, stands. */
function prefillChanges(before: Definition, after: Definition): DefinitionChange[] {
  if (isSame(before.prefill ?? null, after.prefill ?? null)) return []
  const say = (message: string) => change('work', 'prefill', message)
  if (!after.prefill)
    return [say('The file says nothing about pre-fill any more: every step that its questions allow is offered.')]
  if (!before.prefill)
    return [
      say(
        `The file says which steps of pre-fill there are: ${after.prefill.map(({ id }) => id).join(', ') || 'none'}.`,
      ),
    ]
  const { both, gone, fresh } = paired(before.prefill, after.prefill, ({ id }) => id)
  const changed = both.flatMap(([one, other]) => {
    const prompts = (['prompt', 'queries', 'quotes'] as const).filter(
      (part) => !isSame(one[part] ?? null, other[part] ?? null),
    )
    const rest = (step: PrefillStepDefinition) => Object.entries(step).filter(([word]) => !SAID_OF_STEPS.includes(word))
    return [
      ...prompts.map((part) =>
        say(
          part === 'prompt'
            ? `The step "${one.id}" asks with another prompt.`
            : `The step "${one.id}" asks for ${part} with another prompt.`,
        ),
      ),
      ...(isSame(rest(one), rest(other)) ? [] : [say(`The step "${one.id}" works differently.`)]),
      ...(isSame([one.title ?? null, one.says ?? null], [other.title ?? null, other.says ?? null])
        ? []
        : [change('text', 'prefill', `The step "${one.id}" is described differently.`)]),
    ]
  })
  const isMoved = !isSame(
    both.map(([{ id }]) => id),
    after.prefill.filter((step) => !fresh.includes(step)).map(({ id }) => id),
  )
  return [
    ...gone.map(({ id }) => say(`The step "${id}" was removed.`)),
    ...fresh.map(({ id }) => say(`The step "${id}" is new.`)),
    ...changed,
    ...(isMoved ? [say('The steps run in another order.')] : []),
  ]
}

function textChanges(before: Definition, after: Definition): DefinitionChange[] {
  const words = (['title', 'summary', 'guidelines'] as const).filter((name) => !isSame(before[name], after[name]))
  const shownNow = isSame(before.show, after.show)
    ? []
    : [change('work', 'show', 'Annotators read other texts, or the texts in another order.')]
  const tables = isSame(before.tables ?? null, after.tables ?? null)
    ? []
    : [change('work', 'tables', 'Other tables say what a dataset consists of.')]
  const evaluate = isSame(before.evaluate ?? null, after.evaluate ?? null)
    ? []
    : [change('work', 'evaluate', 'Systems are scored on something else, or differently.')]
  const item = isSame(before.item ?? null, after.item ?? null)
    ? []
    : [change('text', 'item', `An item is called: ${inLanguage(wordForItem(after), after.language, after.language)}`)]
  const discard = isSame(before.discard, after.discard)
    ? []
    : [change('work', 'discard', 'The reasons to discard items have changed.')]
  return [
    ...shownNow,
    ...discard,
    ...tables,
    ...evaluate,
    ...item,
    ...words.map((name) =>
      change(
        'text',
        name,
        name === 'guidelines'
          ? 'The guidelines have changed.'
          : `It reads: ${inLanguage(after[name], after.language, after.language)}`,
      ),
    ),
  ]
}
