/** A model chooses answers, question by question, as annotators would: of what is asked, about all units at once. */
import { z } from 'zod'
import type { Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import { schemaOf } from '@/lib/protocols/language/compile/questions'
import type { QuestionDefinition } from '@/lib/protocols/language/definition'
import { pickedFrom } from '@/lib/protocols/picks'
import { type Prompt, type Proposal, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import { batchesOf, doEach, isOfOne } from '@/lib/protocols/prefilling/asking'
import { filledIn, inContext, numberedUnits } from './filled-in'
import { majorityOf } from './majority'
import { type Proposed, type StepOf, scopeOf } from './step-context'

/** Units of one call: answers about more would grow longer than models write at once. */
const MOST_UNITS = 30
const TOKENS_OF_A_UNIT = 120
const TOKENS_BESIDES = 400

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
 * The questions in their order, each about the units of which it is asked under what was proposed before. `about`: only these units. What is
 * answered stands among the answers then. A failure over some of it is noted; it is thrown where no question was answered, or none could be.
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
  for (const question of questions) {
    const scope = scopeOf(of, proposed)
    const askedUnits = scope
      .unitsOf(question.on)
      .filter((unit) => (about?.has(unit.key) ?? true) && scope.isAsked(question, unit))
    // What is picked from is another for each unit.
    const together = question.picks ? 1 : MOST_UNITS
    try {
      const each = await doEach(batchesOf(askedUnits, together), (units) =>
        judge({ of, question, proposed, units }, tools, manner),
      )
      read += each.results.length
      problems.push(...each.problems, ...each.results.flatMap((judgements) => judgements.problems))
      proposals.push(...each.results.flatMap((judgements) => judgements.proposals))
    } catch (error) {
      if (!isOfOne(error)) throw error
      failures.push(error)
    }
    for (const { unit, question: name, value } of proposals)
      proposed.answers[unit] = { ...proposed.answers[unit], [name]: value }
  }
  const [first] = failures
  if (first && read === 0) throw first
  return { proposals, problems: [...problems, ...failures.map(({ message }) => message)] }
}

interface Judged {
  of: StepOf
  question: QuestionDefinition
  proposed: Proposed
  units: readonly UnitDraft[]
}

/** Once, or several times for the majority: then what cannot be read of some answers is made up for by the others. */
async function judge(judged: Judged, tools: StepTools, manner: Manner): Promise<Judgements> {
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
  const sampleProposals = read.map(({ proposals }) => proposals)
  return {
    proposals: judged.units.flatMap(({ key }) => majorityOf(judged.question, sampleProposals, key) ?? []),
    problems: read.flatMap(({ problems }) => problems),
  }
}

async function ask(
  { of, question, proposed, units }: Judged,
  tools: StepTools,
  { prompt, temperature, sample }: Manner & { sample: number },
): Promise<Judgements> {
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
  const found = new Map<string, Proposal>()
  const outside: number[] = []
  for (const { number, values, why } of value.answers) {
    const unit = units[number - 1]
    if (!unit) {
      outside.push(number)
      continue
    }
    const answer = answerOf(
      question,
      choices.filter(({ name }) => values.includes(name)),
    )
    if (answer === null) continue
    const proposal = { unit: unit.key, question: question.id, value: answer, promptHash }
    found.set(unit.key, why?.trim() ? { ...proposal, rationale: why.trim() } : proposal)
  }
  if (outside.length === 0) return { proposals: [...found.values()], problems: [] }
  const problem = `The model named number ${outside[0]}, but there are only ${units.length}.`
  if (found.size === 0) throw new StepFailure('malformed', `${problem} Try again, or choose another model.`)
  return { proposals: [...found.values()], problems: [problem] }
}

/** What a model can answer, as it is put to it. */
interface Choice {
  name: string
  line: string
  value: Json
  /** Is it a unit, of which several may be picked? */
  isUnit: boolean
}

/** The values of a question, or the labels of spans, each on a line with what it means. */
export function choicesAmong({ options }: QuestionDefinition, words: StepOf['words']): Choice[] {
  return options.map(({ value, text, says, exclusive }): Choice => {
    const alone = exclusive ? ' (only alone)' : ''
    return {
      name: String(value),
      line: `- ${String(value)} (${words(text)})${alone}: ${words(says)}`,
      value,
      isUnit: false,
    }
  })
}

/**
 * The values of a question; of one that picks before them the units, under numbers in the order of their keys, which is nobody's: models
 * prefer places as people do.
 */
function choicesOf(
  question: QuestionDefinition,
  { units: all }: Subject,
  [unit]: readonly UnitDraft[],
  words: StepOf['words'],
): Choice[] {
  const values = choicesAmong(question, words)
  const { picks } = question
  if (!picks || !unit) return values
  const units = pickedFrom({ picks: { kind: picks.of, keys: picks.keys } }, all, unit.key)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ key, text }, place): Choice => {
      const name = `#${place + 1}`
      return { name, line: `- ${name}: ${text.trim()}`, value: key, isUnit: true }
    })
  return [...units, ...values]
}

const numberAsked = ({ form, min, max }: QuestionDefinition): string => {
  if (form === 'pick' && (max ?? 1) > 1) return `(one value, or ${min ?? 1} to ${max} that begin with #)`
  if (form !== 'set') return '(one value)'
  if (max === null) return min === null || min < 2 ? '(one value or more)' : `(at least ${min} values)`
  return `(${min ?? 1} to ${max} values)`
}

/** The answer that these values make; null where they make none that may be given: it is left to people. */
function answerOf(question: QuestionDefinition, chosen: readonly Choice[]): Json {
  const values = chosen.map(({ value }) => value)
  const areSeveral = question.form === 'set' || (chosen.length > 0 && chosen.every(({ isUnit }) => isUnit))
  const checked = schemaOf(question).safeParse(areSeveral ? values : values.length === 1 ? values[0] : null)
  return checked.success ? checked.data : null
}
