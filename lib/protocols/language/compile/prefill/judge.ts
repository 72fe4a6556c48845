/** A model chooses answers as annotators would: of what is asked, about all units at once, question by question or all questions together. */
import { z } from 'zod'
import type { Json, UnitDraft } from '@/lib/protocols/answers'
import { ITEM, type QuestionDefinition } from '@/lib/protocols/language/definition'
import { type Prompt, type Proposal, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import { batchesOf, doEach, isOfOne, roomOf } from '@/lib/protocols/prefilling/asking'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { answerOf, choicesOf, inLines, mostChosen, namesGiven, numberAsked, shapeOf } from './choices'
import { filledIn, inContext, numberedUnits } from './filled-in'
import { majorityOf } from './majority'
import { type Proposed, type StepOf, scopeOf } from './step-context'

/** Units of one call: answers about more would grow longer than models write at once. */
const MOST_UNITS = 30
const TOKENS_OF_A_UNIT = 120
const TOKENS_BESIDES = 400
/**
 * Of questions that are asked together: of each unit with its reason, of each answer, and of each value where one answer has several. Units go into
 * one call as far as their answers are no longer than `MOST_TOKENS`, one at least.
 */
const TOKENS_OF_A_REASON = 100
const TOKENS_OF_AN_ANSWER = 50
const TOKENS_OF_A_VALUE = 15
const MOST_TOKENS = 4_000

/** How a judge is asked. */
export interface Manner {
  prompt: Prompt
  /** How many answers the majority is taken of. */
  samples: number
  temperature: number
}

export interface Judgements {
  proposals: Proposal[]
  /** What went wrong with some of them, in words. */
  problems: string[]
}

/**
 * The questions in their order, each about the units of which it is asked under what was proposed before, or all of them together where the step
 * says so. `about`: only these units. What is answered stands among the answers then. A failure over some of it is noted; it is thrown where no
 * question was answered, or none could be.
 */
export async function judgeQuestions(
  of: StepOf,
  questions: readonly QuestionDefinition[],
  proposed: Proposed,
  { tools, manner, about }: { tools: StepTools; manner: Manner; about?: ReadonlySet<string> },
): Promise<Judgements> {
  const proposals: Proposal[] = []
  const problems: string[] = []
  const failures: StepFailure[] = []
  let read = 0
  for (const asked of of.step.together ? [questions] : questions.map((question) => [question])) {
    const scope = scopeOf(of, proposed)
    const askedUnits = scope
      .unitsOf(asked[0]?.on ?? ITEM)
      .filter((unit) => (about?.has(unit.key) ?? true) && asked.some((question) => scope.isAsked(question, unit)))
    try {
      const each = await doEach(batchesOf(askedUnits, unitsOfACall(of, asked)), (units) =>
        judge({ of, questions: asked, proposed, units }, tools, manner),
      )
      read += each.results.length
      problems.push(...each.problems, ...each.results.flatMap((judgements) => judgements.problems))
      const answered = each.results.flatMap((judgements) => judgements.proposals)
      proposals.push(...asked.flatMap((question) => enterAsked(of, question, answered, proposed)))
    } catch (error) {
      if (!isOfOne(error)) throw error
      failures.push(error)
    }
  }
  const [first] = failures
  if (first && read === 0) throw first
  return { proposals, problems: [...problems, ...failures.map(({ message }) => message)] }
}

/** What is picked from is another for each unit, and answers to many questions are long. */
function unitsOfACall({ step }: StepOf, questions: readonly QuestionDefinition[]): number {
  if (questions.some(({ picks }) => picks)) return 1
  return step.together ? Math.min(MOST_UNITS, Math.floor(MOST_TOKENS / tokensOfAUnit(questions)) || 1) : MOST_UNITS
}

const tokensOfAUnit = (questions: readonly QuestionDefinition[]): number =>
  questions.reduce((sum, question) => sum + tokensOfAnAnswer(question), TOKENS_OF_A_REASON)

const tokensOfAnAnswer = (question: QuestionDefinition): number =>
  Math.max(TOKENS_OF_AN_ANSWER, TOKENS_OF_A_VALUE * mostChosen(question))

/** The answers to a question about units of which it is asked under what was answered before it; they stand among the answers then. */
function enterAsked(
  of: StepOf,
  question: QuestionDefinition,
  answered: readonly Proposal[],
  proposed: Proposed,
): Proposal[] {
  const scope = scopeOf(of, proposed)
  const asked = new Set(scope.unitsOf(question.on).flatMap((unit) => (scope.isAsked(question, unit) ? [unit.key] : [])))
  const entered = answered.filter((proposal) => proposal.question === question.id && asked.has(proposal.unit))
  for (const { unit, value } of entered) proposed.answers[unit] = { ...proposed.answers[unit], [question.id]: value }
  return entered
}

interface Judged {
  of: StepOf
  /** One, or those that are asked together, about one kind of unit. */
  questions: readonly QuestionDefinition[]
  proposed: Proposed
  units: readonly UnitDraft[]
}

/** Once, or several times for the majority: then what cannot be read of some answers is made up for by the others. */
async function judge(judged: Judged, tools: StepTools, manner: Manner): Promise<Judgements> {
  const ask = judged.of.step.together ? askTogether : askQuestion
  if (manner.samples === 1) return ask(judged, tools, { ...manner, sample: 0 })
  const samples = Array.from({ length: manner.samples }, (_, sample) => sample)
  // Nothing is asked any more once one has failed for all.
  const { results: answers } = await doEach(samples, (sample) =>
    ask(judged, tools, { ...manner, sample }).catch((error: unknown) => {
      if (isOfOne(error)) return error
      throw error
    }),
  )
  const read = answers.flatMap((answer) => (answer instanceof StepFailure ? [] : [answer]))
  const [failure] = answers.flatMap((answer) => (answer instanceof StepFailure ? [answer] : []))
  if (failure && read.length * 2 <= samples.length) throw failure
  const proposals = judged.questions.flatMap((question) => {
    const samplesOfIt = read.map((each) => each.proposals.filter((proposal) => proposal.question === question.id))
    return judged.units.flatMap(({ key }) => majorityOf(question, samplesOfIt, key) ?? [])
  })
  return { proposals, problems: read.flatMap(({ problems }) => problems) }
}

async function askQuestion(
  { of, questions: [question], proposed, units }: Judged,
  tools: StepTools,
  { prompt, temperature, sample }: Manner & { sample: number },
): Promise<Judgements> {
  if (!question) return { proposals: [], problems: [] }
  const { words } = of
  const choices = choicesOf(question, proposed.subject, units, words)
  const names = choices.map(({ name }) => name)
  const { value, promptHash } = await tools.ask({
    prompt,
    values: filledIn(of, prompt, proposed, {
      units: numberedUnits(inContext(of, proposed, units)),
      question: `${words(question.ask)} ${numberAsked(question)}`,
      values: choices.map(({ line }) => line).join('\n'),
    }),
    answer: z.object({
      answers: z.array(
        z.object({
          number: z.number().int(),
          values: z.array(z.enum(names as [string, ...string[]])),
          why: z.string().nullable(),
        }),
      ),
    }),
    maxTokens: TOKENS_BESIDES + TOKENS_OF_A_UNIT * units.length,
    temperature,
    sample,
  })
  return readByNumber(units, value.answers, ({ values, why }, { key: unit }) => {
    const answer = answerOf(
      question,
      choices.filter(({ name }) => values.includes(name)),
    )
    return answer === null ? [] : [{ unit, question: question.id, value: answer, promptHash, ...rationaleOf(why) }]
  })
}

/** All questions in one call: of the item one answer to each with a reason, of other units these by their numbers. */
async function askTogether(
  { of, questions, proposed, units }: Judged,
  tools: StepTools,
  { prompt, temperature, sample }: Manner & { sample: number },
): Promise<Judgements> {
  const { words } = of
  const asked = questions.map((question) => ({
    question,
    choices: choicesOf(question, proposed.subject, units, words),
  }))
  const answers = asked.map(({ question, choices }) => [question.id, shapeOf(question, choices)] as const)
  const shape: Record<string, z.ZodType<Json>> = { ...Object.fromEntries(answers), reason: z.string() }
  const isOfItem = questions.every(({ on }) => on === ITEM)
  const { value, promptHash } = await tools.ask<Record<string, Json>>({
    prompt,
    values: filledIn(of, prompt, proposed, {
      units: numberedUnits(inContext(of, proposed, units)),
      question: asked.map(({ question, choices }) => inLines(question, choices, words)).join('\n\n'),
    }),
    answer: isOfItem
      ? z.object(shape)
      : z.object({ answers: z.array(z.object({ number: z.number().int(), ...shape })) }),
    maxTokens: roomOf(tokensOfAUnit(questions) * units.length),
    temperature,
    sample,
  })
  const given = Array.isArray(value.answers) ? value.answers.filter(isJsonRecord) : []
  const entries = isOfItem
    ? [{ ...value, number: 1 }]
    : given.map((entry) => ({ ...entry, number: Number(entry.number) }))
  return readByNumber(units, entries, (entry: JsonRecord & { number: number }, { key: unit }) => {
    const reason = rationaleOf(typeof entry.reason === 'string' ? entry.reason : null)
    return asked.flatMap(({ question, choices }) => {
      const names = namesGiven(entry[question.id])
      const answer = answerOf(
        question,
        choices.filter(({ name }) => names.includes(name)),
      )
      return answer === null ? [] : [{ unit, question: question.id, value: answer, promptHash, ...reason }]
    })
  })
}

/** What is said of each unit by its number, the last of several. Throws where all of it is for numbers that there are not. */
function readByNumber<Entry extends { number: number }>(
  units: readonly UnitDraft[],
  entries: readonly Entry[],
  read: (entry: Entry, unit: UnitDraft) => Proposal[],
): Judgements {
  const found = new Map<string, Proposal[]>()
  const outside: number[] = []
  for (const entry of entries) {
    const unit = units[entry.number - 1]
    const proposals = unit ? read(entry, unit) : []
    if (!unit) outside.push(entry.number)
    else if (proposals.length > 0) found.set(unit.key, proposals)
  }
  const proposals = [...found.values()].flat()
  if (outside.length === 0) return { proposals, problems: [] }
  const problem = `The model named number ${outside[0]}, but there are only ${units.length}.`
  if (found.size === 0) throw new StepFailure('malformed', `${problem} Try again, or choose another model.`)
  return { proposals, problems: [problem] }
}
