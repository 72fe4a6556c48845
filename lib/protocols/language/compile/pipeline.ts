/**
 * What machines can do for a protocol file: a model answers the questions of a stage that are chosen from what is given, as a judge. It is told
 * what annotators are told, no more: the texts that they see, the guidelines, and every value with its definition.
 */
import { z } from 'zod'
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import {
  type Definition,
  ITEM,
  inLanguage,
  type QuestionDefinition,
  type StageDefinition,
} from '@/lib/protocols/language/definition'
import {
  type Pipeline,
  type PrefillStep,
  type Prompt,
  type Proposal,
  StepFailure,
  type StepInput,
  type StepOutput,
  type StepTools,
} from '@/lib/protocols/prefill'
import { codePointSlice } from '@/lib/text/code-points'
import { shownTexts } from './present'
import { schemaOf } from './questions'
import { questionsOf, Scope } from './scope'

/** Units of one call: answers about more would grow longer than models write at once. */
const MOST_UNITS = 30
const TOKENS_OF_A_UNIT = 120
const TOKENS_BESIDES = 400
/** Of the guidelines: what is longer than this is left out at its end. */
const LONGEST_GUIDELINES = 20_000

export const judgePrompt: Prompt = {
  name: 'judge',
  version: 1,
  system: `You judge numbered parts of an item as a careful annotator does. What the guidelines, the question and the values say is the standard; the item and its parts are what is judged by it.
Answer for every number once, with values as they are written. Where one value is asked for, give one; where several may apply, give all that do, and a value that is marked "only alone" without others. Say in one sentence why. Leave a number out if you cannot tell.`,
  user: `The guidelines:
{{guidelines}}

The item:
{{item}}

What is asked about, by number:
{{units}}

The question:
{{question}}

The values:
{{values}}`,
}

/** The step of a stage; its proposals can be scored as a system's answers. */
export const judgeStep = (stage: string): string => `judge-${stage}`

/** Numbers and written words have no values that a judge could choose from, and what is everybody's own is not proposed. */
export const isJudged = ({ form, settle }: QuestionDefinition): boolean =>
  settle !== 'aside' && ['choice', 'flag', 'scale', 'set'].includes(form)

/** The questions of a stage that are put to a model: what annotators list in it is not there yet. */
const judgedIn = ({ questions }: StageDefinition): QuestionDefinition[] =>
  questions.filter((question) => isJudged(question) && !questions.some(({ list }) => list?.of === question.on))

/** One step for each stage that has a question with values; null where none has. */
export function compilePipeline(definition: Definition, protocolId: string): Pipeline | null {
  const steps = definition.stages.flatMap((stage, index) =>
    judgedIn(stage).length > 0 ? [stepOf(definition, stage, index)] : [],
  )
  return steps.length > 0 ? { protocolId, steps, generated: null } : null
}

function stepOf(definition: Definition, stage: StageDefinition, index: number): PrefillStep {
  const titles = judgedIn(stage).map(({ title }) => inLanguage(title, definition.language, definition.language))
  return {
    key: judgeStep(stage.id),
    title: 'Answers by a model',
    summary: `Puts each question with values to a model, with the guidelines and the definitions: ${titles.join(', ')}.`,
    stage: stage.id,
    methods: ['model'],
    uses: [],
    after: [],
    parameters: z.object({}),
    prompts: [judgePrompt],
    run: (input, tools) => judge(definition, { stage, index }, input, tools),
  }
}

/** The questions in their order, each of the units about which it is asked under what was proposed before. */
async function judge(
  definition: Definition,
  { stage, index }: { stage: StageDefinition; index: number },
  { content, units }: StepInput,
  tools: StepTools,
): Promise<StepOutput> {
  const subject: Subject = { content, units: [...units] }
  const proposals: Proposal[] = []
  const answers: Answers = {}
  for (const question of judgedIn(stage)) {
    const scope = new Scope(questionsOf(definition), index, subject, answers)
    const asked = scope.unitsOf(question.on).filter((unit) => scope.isAsked(question, unit))
    for (let from = 0; from < asked.length; from += MOST_UNITS) {
      const found = await ask({ definition, question, content, units: asked.slice(from, from + MOST_UNITS) }, tools)
      proposals.push(...found)
    }
    for (const { unit, question: name, value } of proposals) answers[unit] = { ...answers[unit], [name]: value }
  }
  return { proposals }
}

interface Asked {
  definition: Definition
  question: QuestionDefinition
  content: Json
  units: readonly UnitDraft[]
}

async function ask({ definition, question, content, units }: Asked, tools: StepTools): Promise<Proposal[]> {
  const words = (text: QuestionDefinition['ask']) => inLanguage(text, definition.language, definition.language)
  const names = question.options.map(({ value }) => String(value))
  const shown = shownTexts(definition, content, definition.language)
  const { value, promptHash } = await tools.ask({
    prompt: judgePrompt,
    values: {
      guidelines: codePointSlice(words(definition.guidelines), 0, LONGEST_GUIDELINES),
      item: shown.map(({ title, text }) => `${title}:\n${text}`).join('\n\n'),
      units: units
        .map((unit, at) => `${at + 1}. ${unit.kind === ITEM ? 'the item as a whole' : unit.text.trim()}`)
        .join('\n'),
      question: `${words(question.ask)} ${numberAsked(question)}`,
      values: question.options
        .map(({ value: each, text, says, exclusive }) => {
          const alone = exclusive ? ' (only alone)' : ''
          return `- ${String(each)} (${words(text)})${alone}: ${words(says)}`
        })
        .join('\n'),
    },
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
  })
  const proposed = new Map<string, Proposal>()
  for (const { number, values, why } of value.answers) {
    const unit = units[number - 1]
    if (!unit)
      throw new StepFailure(
        'malformed',
        `The model named number ${number}, but there are only ${units.length}. Try again, or choose another model.`,
      )
    const answer = answerOf(question, values)
    if (answer === null) continue
    const said = { unit: unit.key, question: question.id, value: answer, promptHash }
    proposed.set(unit.key, why?.trim() ? { ...said, rationale: why.trim() } : said)
  }
  return [...proposed.values()]
}

const numberAsked = ({ form, min, max }: QuestionDefinition): string => {
  if (form !== 'set') return '(one value)'
  if (max === null) return min === null || min < 2 ? '(one value or more)' : `(at least ${min} values)`
  return `(${min ?? 1} to ${max} values)`
}

/** The answer that these values make; null where they make none that may be given: it is left to people. */
function answerOf(question: QuestionDefinition, names: readonly string[]): Json {
  const values = question.options.filter(({ value }) => names.includes(String(value))).map(({ value }) => value)
  const checked = schemaOf(question).safeParse(
    question.form === 'set' ? values : values.length === 1 ? values[0] : null,
  )
  return checked.success ? checked.data : null
}
