/** What changes for annotators and for gold from one version of a protocol file to another. */
import type { Json } from '@/lib/protocols/answers'
import { type Definition, inLanguage, type QuestionDefinition } from './definition'

/**
 * One change. `labels`: stored answers are touched: they lose their question or value, may no longer be allowed, or are missing where they
 * were not. `work`: what annotators do from now on is another, and stored answers stand. `text`: words and looks only.
 */
export interface DefinitionChange {
  weight: 'labels' | 'work' | 'text'
  /** What it is about: `label.verdict`, `record.content`. */
  at: string
  message: string
}

const HEAVIEST = ['labels', 'work', 'text']

/** The changes, those that touch stored answers first. */
export function definitionDifference(before: Definition, after: Definition): DefinitionChange[] {
  const changes = [
    ...nameChanges(before, after),
    ...stageChanges(before, after),
    ...unitChanges(before, after),
    ...recordChanges(before, after),
    ...textChanges(before, after),
  ]
  return changes.toSorted((one, other) => HEAVIEST.indexOf(one.weight) - HEAVIEST.indexOf(other.weight))
}

const change = (weight: DefinitionChange['weight'], at: string, message: string): DefinitionChange => ({
  weight,
  at,
  message,
})
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
    return [change('labels', 'id', `"${before.id}" and "${after.id}" are two protocols, not two versions of one.`)]
  if (before.version === after.version && !isSame(before, after))
    return [
      change('labels', 'version', `Both say version ${before.version}; a version that was published never changes.`),
    ]
  return before.version > after.version
    ? [change('text', 'version', `${after.version} is older than ${before.version}.`)]
    : []
}

function stageChanges(before: Definition, after: Definition): DefinitionChange[] {
  const { both, gone, fresh } = paired(before.stages, after.stages, ({ id }) => id)
  return [
    ...gone.map(({ id }) => change('labels', id, 'The stage is gone, and its answers count no more.')),
    ...fresh.map(({ id }) => change('labels', id, 'The stage is new: items that are gold have nothing in it.')),
    ...both.flatMap(([old, now]) => {
      const questions = paired(old.questions, now.questions, ({ id }) => id)
      const settings = (['raters', 'coverage', 'policy', 'approve', 'third', 'guidelinesFirst'] as const).filter(
        (name) => old[name] !== now[name],
      )
      return [
        ...questions.gone.map(({ id }) =>
          change('labels', `${old.id}.${id}`, 'The question is gone; its answers are kept and count no more.'),
        ),
        ...questions.fresh.map(({ id, required }) =>
          change(
            required ? 'labels' : 'work',
            `${old.id}.${id}`,
            required ? 'The question is new and has to be answered: finished items lack it.' : 'The question is new.',
          ),
        ),
        ...questions.both.flatMap(([one, other]) => questionChanges(old.id, one, other)),
        ...settings.map((name) =>
          change('work', old.id, `${name} was ${String(old[name])} and is ${String(now[name])}.`),
        ),
        ...partChanges(old.id, 'roll-up', old.rollUps, now.rollUps, ({ name }) => name),
        ...partChanges(old.id, 'measure', old.measures, now.measures, ({ of }) => of),
        ...(isSame(old.checks, now.checks)
          ? []
          : [change('work', old.id, 'What an annotation must not hold is another.')]),
      ]
    }),
  ]
}

function partChanges<Part>(
  stage: string,
  word: string,
  before: readonly Part[],
  after: readonly Part[],
  nameOf: (part: Part) => string,
): DefinitionChange[] {
  const { both, gone, fresh } = paired(before, after, nameOf)
  return [
    ...gone.map((part) => change('work', stage, `The ${word} "${nameOf(part)}" is gone.`)),
    ...fresh.map((part) => change('work', stage, `The ${word} "${nameOf(part)}" is new.`)),
    ...both
      .filter(([one, other]) => !isSame(one, other))
      .map(([part]) => change('work', stage, `The ${word} "${nameOf(part)}" follows in another way.`)),
  ]
}

function questionChanges(stage: string, before: QuestionDefinition, after: QuestionDefinition): DefinitionChange[] {
  const at = `${stage}.${before.id}`
  if (before.on !== after.on)
    return [
      change(
        'labels',
        at,
        `It was asked about ${before.on} and is asked about ${after.on}; its answers count no more.`,
      ),
    ]
  const { both, gone, fresh } = paired(before.options, after.options, ({ value }) => String(value))
  const moved = both.filter(([one, other]) => one.key !== other.key)
  const bounds = (['min', 'max', 'step', 'pattern', 'longest'] as const).filter((name) => before[name] !== after[name])
  return [
    ...(before.form === after.form ? [] : [change('labels', at, `Its form was ${before.form} and is ${after.form}.`)]),
    ...gone.map(({ value }) =>
      change('labels', at, `${value} can no longer be chosen; where it was, the question is to be answered again.`),
    ),
    ...fresh.map(({ value }) => change('work', at, `${value} can be chosen from now on.`)),
    ...(isSame(before.when, after.when)
      ? []
      : [change('labels', at, 'It is asked under another condition: answers may count no more, or be missing.')]),
    ...(before.required || !after.required ? [] : [change('labels', at, 'It has to be answered now.')]),
    ...bounds.map((name) => change('labels', at, `${name} was ${shown(before[name])} and is ${shown(after[name])}.`)),
    ...(before.settle === after.settle && isSame(before.tie, after.tie)
      ? []
      : [change('work', at, 'Several answers become one in another way.')]),
    ...(isSame(before.gold, after.gold)
      ? []
      : [change('work', at, 'Its answers stand in another place of the record, or are written otherwise.')]),
    ...moved.map(([one, other]) =>
      change('work', at, `${one.value} is chosen by ${other.key}, and was by ${one.key}.`),
    ),
    ...(isSame(before.ask, after.ask) ? [] : [change('text', at, 'The question is put in other words.')]),
    ...both
      .filter(([one, other]) => !isSame([one.text, one.says, one.tone], [other.text, other.says, other.tone]))
      .map(([one]) => change('text', at, `${one.value} is described in other words.`)),
  ]
}

const shown = (value: Json): string => (value === null ? 'not bounded' : String(value))

function unitChanges(before: Definition, after: Definition): DefinitionChange[] {
  const { both, gone, fresh } = paired(before.units, after.units, ({ id }) => id)
  return [
    ...gone.map(({ id }) => change('labels', id, 'This kind of unit is gone, with all answers about it.')),
    ...fresh.map(({ id }) => change('work', id, 'This kind of unit is new.')),
    ...both
      .filter(([one, other]) => !isSame([one.from, one.shuffled], [other.from, other.shuffled]))
      .map(([{ id }]) =>
        change('labels', id, 'These units come about in another way: items have to be imported again.'),
      ),
  ]
}

function recordChanges(before: Definition, after: Definition): DefinitionChange[] {
  const names = (['content', 'hidden', 'id', 'title', 'domain', 'source', 'csv'] as const).filter(
    (name) => !isSame(before.record[name], after.record[name]),
  )
  const label = isSame(before.label, after.label)
    ? []
    : [change('work', 'label', 'The label of an item follows in another way.')]
  return [
    ...names.map((name) =>
      change(
        'work',
        `record.${name}`,
        'It is read from another place: items that are there keep what they were imported with.',
      ),
    ),
    ...label,
  ]
}

function textChanges(before: Definition, after: Definition): DefinitionChange[] {
  const words = (['title', 'summary', 'guidelines'] as const).filter((name) => !isSame(before[name], after[name]))
  const shownNow = isSame(before.show, after.show)
    ? []
    : [change('work', 'show', 'Annotators read other texts, or in another order.')]
  return [
    ...shownNow,
    ...words.map((name) =>
      change(
        'text',
        name,
        name === 'guidelines'
          ? 'The guidelines are others.'
          : `It reads: ${inLanguage(after[name], after.language, after.language)}`,
      ),
    ),
  ]
}
