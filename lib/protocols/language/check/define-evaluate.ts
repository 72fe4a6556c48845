/** What systems are scored on: which answers of the gold, by which classes, and how systems write them. */
import { isAboutListed } from '@/lib/protocols/language/compile/prefill/which-steps'
import { asSpans, isScored } from '@/lib/protocols/language/compile/scored-questions'
import { type Definition, type EvaluationDefinition, ITEM_LABEL } from '@/lib/protocols/language/definition'
import { type Path, suggestion } from '@/lib/protocols/language/problems'
import type { FileEvaluation, ProtocolFile } from '@/lib/protocols/language/vocabulary'
import { checkClasses } from './define-classes'
import type { ProblemList } from './problem-list'

/** What the gold of a file is, as far as it was read. */
interface Gold extends Pick<Definition, 'stages' | 'label'> {
  /** Is this roll-up of a stage, by its number, true or false? */
  isTrueOrFalse(stage: number, rollUp: string): boolean
}

/** What one entry scores: the values that an answer is one of, and what hinders it. `values` is null where answers are more than one value. */
interface Scored {
  values: readonly string[] | null
  problem?: { message: string; fix: string }
}

/** Names of fields that say whose a line is, and what it is about. */
const TAKEN = ['system', 'model', 'item', 'id', 'index', 'unit', 'text', 'about', 'probabilities']
const SCORED = 'Choices, flags, scales, sets, numbers, spans and picks are scored, and roll-ups that are true or false.'

const entriesOf = ({ evaluate }: ProtocolFile): readonly FileEvaluation[] =>
  evaluate === undefined || evaluate === 'none' ? [] : evaluate
const idOf = ({ id, of }: FileEvaluation): string => id ?? of

/** Every entry scores something that gold says, by classes and spellings of values that there are. */
export function checkEvaluate(file: ProtocolFile, gold: Gold, problems: ProblemList): void {
  const entries = entriesOf(file)
  problems.twice(
    entries.map((entry, index) => ({
      name: idOf(entry),
      path: ['evaluate', index, entry.id === undefined ? 'of' : 'id'],
    })),
    'evaluation',
  )
  for (const [index, entry] of entries.entries()) {
    const path = ['evaluate', index]
    const { values, problem } = scoredBy(entry.of, gold)
    if (problem) problems.value([...path, 'of'], problem.message, problem.fix)
    else if (values) checkValues(entry, values, path, problems)
    else refuseClasses(entry, path, problems)
    for (const [place, name] of (entry.fields ?? []).entries())
      if (TAKEN.includes(name))
        problems.value(
          [...path, 'fields', place],
          `"${name}" says whose a line is, or what it is about.`,
          'Name the field that holds the answer.',
        )
  }
}

function scoredBy(of: string, gold: Gold): Scored {
  const { label, stages } = gold
  if (of === ITEM_LABEL && label) return { values: label.values.map(({ value }) => String(value)) }
  for (const [index, { questions, rollUps }] of stages.entries()) {
    const question = questions.find(({ id }) => id === of)
    if (question) {
      if (asSpans(question, questions)) return { values: null }
      if (!isScored(question))
        return { values: null, problem: { message: `No rule scores what is answered to "${of}".`, fix: SCORED } }
      if (isAboutListed(question, { questions }))
        return {
          values: null,
          problem: {
            message: `"${of}" is asked about what annotators list, of which no system knows.`,
            fix: 'Ask it in a later stage, or score the list.',
          },
        }
      const isOne = ['choice', 'flag', 'scale'].includes(question.form)
      return { values: isOne ? question.options.map(({ value }) => String(value)) : null }
    }
    if (rollUps.some(({ name }) => name === of))
      return gold.isTrueOrFalse(index, of)
        ? { values: ['true', 'false'] }
        : {
            values: null,
            problem: { message: `"${of}" is not true or false.`, fix: 'Score a roll-up that compares it.' },
          }
  }
  const definedNames = stages.flatMap(({ questions, rollUps }) => [
    ...questions.map(({ id }) => id),
    ...rollUps.map(({ name }) => name),
  ])
  return {
    values: null,
    problem:
      of === ITEM_LABEL
        ? { message: 'The file says nothing of a label of the item.', fix: 'Add label, or take this out.' }
        : { message: `There is no question or roll-up "${of}".`, fix: suggestion(of, definedNames, 'question') },
  }
}

/** Classes go with answers that are one value. */
function refuseClasses(entry: FileEvaluation, path: Path, problems: ProblemList): void {
  for (const word of ['classes', 'find', 'values', 'abstentions'] as const)
    if (entry[word] !== undefined)
      problems.key(
        [...path, word],
        `"${word}" goes with a choice, a flag, a scale, a roll-up or the label of the item.`,
        `Take "${word}" out: "${entry.of}" is scored by its form.`,
      )
}

function checkValues(entry: FileEvaluation, values: readonly string[], path: Path, problems: ProblemList): void {
  const { classes, find, abstentions } = entry
  const names = classes?.map(({ value }) => String(value)) ?? values
  checkClasses(classes ?? [], { of: entry.of, values }, [...path, 'classes'], problems)
  if (find !== undefined && !names.includes(String(find)))
    problems.value([...path, 'find'], `There is no class "${find}".`, suggestion(String(find), names, 'class'))
  const valueNames = [...new Set([...names, ...values])]
  for (const [written, answer] of Object.entries(entry.values ?? {}))
    if (!valueNames.includes(String(answer)))
      problems.value(
        [...path, 'values', written],
        `There is no value or class "${answer}".`,
        suggestion(String(answer), valueNames, 'value'),
      )
  if (typeof abstentions === 'object' && !valueNames.includes(String(abstentions.as)))
    problems.value(
      [...path, 'abstentions', 'as'],
      `There is no value or class "${abstentions.as}".`,
      suggestion(String(abstentions.as), valueNames, 'value'),
    )
}

/** What a file whose names were checked scores systems on. */
export const evaluationsIn = (file: ProtocolFile): EvaluationDefinition[] =>
  entriesOf(file).map(({ of, title, says, classes, find, fields, values, abstentions, ...entry }) => ({
    id: idOf({ ...entry, of }),
    of,
    ...(title === undefined ? {} : { title }),
    ...(says === undefined ? {} : { says }),
    ...(classes
      ? {
          classes: classes.map((each) => ({
            value: String(each.value),
            title: each.title ?? String(each.value),
            of: each.of.map(String),
          })),
        }
      : {}),
    ...(find === undefined ? {} : { find: String(find) }),
    ...(fields ? { fields } : {}),
    ...(values
      ? { values: Object.entries(values).map(([written, answer]) => ({ written, answer: String(answer) })) }
      : {}),
    ...(abstentions === undefined || abstentions === 'wrong'
      ? {}
      : { abstentions: abstentions === 'out' ? abstentions : { as: String(abstentions.as) } }),
  }))
