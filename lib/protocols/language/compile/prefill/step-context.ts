/** What every step of a file works with: the file, its stage, and what the steps before proposed. */
import type { Answers, Json, ListSeed, Subject } from '@/lib/protocols/answers'
import { type Questions, Scope } from '@/lib/protocols/language/compile/scope'
import type {
  Definition,
  PrefillStepDefinition,
  QuestionDefinition,
  StageDefinition,
} from '@/lib/protocols/language/definition'
import type { PromptPart } from '@/lib/protocols/language/prompts'
import { promptOf } from '@/lib/protocols/language/prompts'
import { listSeedsSchema, seedsWithin, withMadeUnits } from '@/lib/protocols/made-units'
import type { Prompt, StepInput } from '@/lib/protocols/prefill'
import type { Stage } from '@/lib/protocols/protocol'

export interface StepOf {
  definition: Definition
  step: PrefillStepDefinition
  stage: StageDefinition
  /** The place of the stage. */
  index: number
  questions: Questions
  /** The stage in the form of the interface. */
  compiled: Stage
  /** A text in the language of the file, in which models are asked. */
  words(text: Definition['title']): string
}

export const promptFor = ({ step, definition }: StepOf, part: PromptPart): Prompt =>
  promptOf(step, part, definition.version)

/** The questions that the step is for, in the order of the file. */
export const questionsFor = ({ step, stage }: StepOf): QuestionDefinition[] =>
  stage.questions.filter(({ id }) => step.questions.includes(id))

/** A task as the steps before left it: units that a step listed stand among its own, with the answers that were proposed. */
export interface Proposed {
  subject: Subject
  answers: Answers
}

/** The latest proposal for each place counts. What people or gold have listed is not seen: this is proposed before they begin. */
export function proposedSubject(
  { stage, compiled }: StepOf,
  { content, units, proposals }: Pick<StepInput, 'content' | 'units' | 'proposals'>,
): Proposed {
  const listed = stage.questions.flatMap(({ list }) => list?.of ?? [])
  const prepared = { content, units: units.filter(({ kind }) => !listed.includes(kind)) }
  const answers: Answers = {}
  for (const { unit, question, value } of proposals) {
    const isList = stage.questions.some(({ id, list }) => id === question && list)
    if (isList) enter(answers, { unit, question }, listSeedsSchema.safeParse(value).data ?? [])
    else answers[unit] = { ...answers[unit], [question]: value }
  }
  return { subject: withMadeUnits(compiled, prepared, answers), answers }
}

/** Makes proposed entries the answer to their list, and those of lists within them to these; returns their keys. */
export function enter(
  answers: Answers,
  { unit, question }: { unit: string; question: string },
  seeds: readonly ListSeed[],
): string[] {
  const keys = seeds.map((_, place) => `${unit} ${question} ${place + 1}`)
  const entries = keys.map((key): Json => ({ key, made: 'suggested', from: [] }))
  answers[unit] = { ...answers[unit], [question]: entries }
  for (const [place, { values }] of seeds.entries()) {
    const key = keys[place] ?? ''
    const within = Object.entries(values).filter(([, value]) => seedsWithin(value).length > 0)
    answers[key] = Object.fromEntries(
      Object.entries(values).filter((each) => !within.some(([name]) => name === each[0])),
    )
    for (const [name, value] of within) enter(answers, { unit: key, question: name }, seedsWithin(value))
  }
  return keys
}

export const scopeOf = ({ questions, index }: StepOf, { subject, answers }: Proposed): Scope =>
  new Scope(questions, index, subject, answers)
