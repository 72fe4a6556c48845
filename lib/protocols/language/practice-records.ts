/** What a protocol file has to practise with, as built-in protocols have it, and what is wrong with it. */
import { findings } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { type PracticeRecord, type PracticeTask, practiceTasks } from '@/lib/protocols/practice-tasks'
import type { Answers, Protocol } from '@/lib/protocols/protocol'
import { shownValue } from '@/lib/protocols/shown-value'
import { type Definition, inLanguage, type PracticeDefinition } from './definition'
import { type PathProblem, pathOfField } from './problems'

/** Reasons are in the file's own language. */
export const practiceRecords = (definition: Definition): PracticeRecord[] =>
  (definition.practice ?? []).map(({ key, record, answers, why }) => ({
    key,
    record,
    ...(answers ? { answers: byStage(definition, answers, ({ value }) => value) } : {}),
    why: byStage(definition, why, ({ text }) => inLanguage(text, definition.language, definition.language)),
  }))

type ByStage<Value> = Record<string, Record<string, Record<string, Value>>>

function byStage<Said extends { unit: string; question: string }, Value>(
  { stages }: Definition,
  labelEntries: readonly Said[],
  valueIn: (said: Said) => Value,
): ByStage<Value> {
  const values: ByStage<Value> = {}
  for (const each of labelEntries) {
    const { unit, question } = each
    const stage = stages.find(({ questions }) => questions.some(({ id }) => id === question))?.id ?? ''
    const stageValues = values[stage] ?? {}
    values[stage] = { ...stageValues, [unit]: { ...stageValues[unit], [question]: valueIn(each) } }
  }
  return values
}

/** What keeps records from being practised with, at their places; none where all is well. */
export function practiceProblems(definition: Definition, protocol: Protocol): PathProblem[] {
  return practiceRecords(definition).flatMap((record, index) => {
    const path = ['practice', index]
    const { why = [], answers = [] } = definition.practice?.[index] ?? {}
    const unknown = [
      ...unknownQuestions(definition, answers, [...path, 'answers']),
      ...unknownQuestions(definition, why, [...path, 'why']),
    ]
    if (unknown.length > 0) return unknown
    const read = protocol.formats[0].read(record.record)
    if (!read.ok)
      return read.problems.map(({ field, message, fix }) =>
        problem([...path, 'record', ...pathOfField(field)], `The record cannot be read: ${field}: ${message}`, fix),
      )
    try {
      return practiceTasks(protocol, [record]).flatMap((task) =>
        taskProblems(protocol, { task, answers: record.answers?.[task.stage] ?? {} }, path),
      )
    } catch {
      return [
        problem(
          [...path, 'record'],
          'The record has no labels of a stage that a reason is given for.',
          'Write the labels of that stage and of those before it into the record, or name questions of a stage that it has labels of.',
        ),
      ]
    }
  })
}

function unknownQuestions(
  { stages }: Definition,
  questionPlaces: readonly Pick<PracticeDefinition['why'][number], 'unit' | 'question'>[],
  path: PathProblem['path'],
): PathProblem[] {
  const questionIds = stages.flatMap(({ questions }) => questions.map(({ id }) => id))
  return questionPlaces.flatMap(({ unit, question }) =>
    questionIds.includes(question)
      ? []
      : [
          problem(
            [...path, `${unit}.${question}`],
            `There is no question "${question}".`,
            `Questions: ${questionIds.join(', ')}.`,
          ),
        ],
  )
}

function taskProblems(
  protocol: Protocol,
  { task, answers }: { task: PracticeTask; answers: Answers },
  path: PathProblem['path'],
): PathProblem[] {
  const stage = protocol.stages.find(({ key }) => key === task.stage)
  if (!stage) return []
  const subject = { content: task.content, units: task.units }
  const { units } = withMadeUnits(stage, subject, task.answers)
  const [missing] = findings(stage, subject, task.answers)
  const incomplete = missing
    ? [
        problem(
          [...path, 'record'],
          `These labels could not be submitted: ${missing.unit}: ${missing.message}`,
          'Complete the record.',
        ),
      ]
    : []
  const questionOf = (unit: string, question: string) => {
    const kind = units.find(({ key }) => key === unit)?.kind
    return stage.questions.find((each) => each.key === question && each.unit === kind)
  }
  const unknown = Object.entries({ answers, why: task.why }).flatMap(([word, named]) =>
    Object.entries(named).flatMap(([unit, said]) =>
      Object.entries(said).flatMap(([question, value]) => {
        const found = questionOf(unit, question)
        const answerPath = [...path, word, `${unit}.${question}`]
        if (!found)
          return [
            problem(
              answerPath,
              `The record has no unit "${unit}" that "${question}" is asked about.`,
              `Units here: ${units.map(({ key }) => key).join(', ')}.`,
            ),
          ]
        const checked = word === 'answers' ? found.schema.safeParse(value) : null
        if (!checked || checked.success) return []
        return [
          problem(
            answerPath,
            `${shownValue(value)} is not an answer to "${question}".`,
            checked.error.issues[0]?.message ?? 'Write another value.',
          ),
        ]
      }),
    ),
  )
  return [...unknown, ...incomplete]
}

const problem = (path: PathProblem['path'], message: string, fix: string): PathProblem => ({
  path,
  at: 'value',
  message,
  fix,
})
