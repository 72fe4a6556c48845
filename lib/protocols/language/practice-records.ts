/** What a protocol file has to practise with, as built-in protocols have it, and what is wrong with it. */
import { findings } from '@/lib/protocols/completeness'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { type PracticeRecord, type PracticeTask, practiceTasks } from '@/lib/protocols/practice-tasks'
import type { Protocol } from '@/lib/protocols/protocol'
import { type Definition, inLanguage, type PracticeDefinition } from './definition'
import { type PathProblem, pathOfField } from './problems'

/** Reasons are in the file's own language. */
export const practiceRecords = (definition: Definition): PracticeRecord[] =>
  (definition.practice ?? []).map(({ key, record, why }) => ({ key, record, why: byStage(definition, why) }))

function byStage({ stages, language }: Definition, why: PracticeDefinition['why']): PracticeRecord['why'] {
  const reasons: Record<string, Record<string, Record<string, string>>> = {}
  for (const { unit, question, text } of why) {
    const stage = stages.find(({ questions }) => questions.some(({ id }) => id === question))?.id ?? ''
    const known = reasons[stage] ?? {}
    reasons[stage] = { ...known, [unit]: { ...known[unit], [question]: inLanguage(text, language, language) } }
  }
  return reasons
}

/** What keeps records from being practised with, at their places; none where all is well. */
export function practiceProblems(definition: Definition, protocol: Protocol): PathProblem[] {
  return practiceRecords(definition).flatMap((record, index) => {
    const path = ['practice', index]
    const unknown = unknownQuestions(definition, definition.practice?.[index]?.why ?? [], path)
    if (unknown.length > 0) return unknown
    const read = protocol.formats[0].read(record.record)
    if (!read.ok)
      return read.problems.map(({ field, message, fix }) =>
        problem([...path, 'record', ...pathOfField(field)], `The record cannot be read: ${field}: ${message}`, fix),
      )
    try {
      return practiceTasks(protocol, [record]).flatMap((task) => taskProblems(protocol, task, path))
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
  why: PracticeDefinition['why'],
  path: PathProblem['path'],
): PathProblem[] {
  const known = stages.flatMap(({ questions }) => questions.map(({ id }) => id))
  return why.flatMap(({ unit, question }) =>
    known.includes(question)
      ? []
      : [
          problem(
            [...path, 'why', `${unit}.${question}`],
            `There is no question "${question}".`,
            `Questions: ${known.join(', ')}.`,
          ),
        ],
  )
}

function taskProblems(protocol: Protocol, task: PracticeTask, path: PathProblem['path']): PathProblem[] {
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
  const unknown = Object.entries(task.why).flatMap(([unit, reasons]) =>
    Object.keys(reasons)
      .filter((question) => {
        const kind = units.find(({ key }) => key === unit)?.kind
        return !stage.questions.some((each) => each.key === question && each.unit === kind)
      })
      .map((question) =>
        problem(
          [...path, 'why', `${unit}.${question}`],
          `The record has no unit "${unit}" that "${question}" is asked about.`,
          `Units here: ${units.map(({ key }) => key).join(', ')}.`,
        ),
      ),
  )
  return [...incomplete, ...unknown]
}

const problem = (path: PathProblem['path'], message: string, fix: string): PathProblem => ({
  path,
  at: 'value',
  message,
  fix,
})
