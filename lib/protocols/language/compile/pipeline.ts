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
import { pickedFrom } from '@/lib/protocols/picks'
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
  settle !== 'aside' && ['choice', 'flag', 'scale', 'set', 'pick'].includes(form)

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
    // What is picked from is another for each unit.
    const together = question.picks ? 1 : MOST_UNITS
    for (let from = 0; from < asked.length; from += together) {
      const found = await ask({ definition, question, subject, units: asked.slice(from, from + together) }, tools)
      proposals.push(...found)
    }
    for (const { unit, question: name, value } of proposals) answers[unit] = { ...answers[unit], [name]: value }
  }
  return { proposals }
}

interface Asked {
  definition: Definition
  question: QuestionDefinition
  subject: Subject
  units: readonly UnitDraft[]
}

async function ask({ definition, question, subject, units }: Asked, tools: StepTools): Promise<Proposal[]> {
  const words = (text: QuestionDefinition['ask']) => inLanguage(text, definition.language, definition.language)
  const choices = choicesOf(question, subject, units, words)
  const names = choices.map(({ name }) => name)
  const shown = shownTexts(definition, subject.content, definition.language)
  const { value, promptHash } = await tools.ask({
    prompt: judgePrompt,
    values: {
      guidelines: codePointSlice(words(definition.guidelines), 0, LONGEST_GUIDELINES),
      item: shown.map(({ title, text }) => `${title}:\n${text}`).join('\n\n'),
      units: units
        .map((unit, at) => `${at + 1}. ${unit.kind === ITEM ? 'the item as a whole' : unit.text.trim()}`)
        .join('\n'),
      question: `${words(question.ask)} ${numberAsked(question)}`,
      values: choices.map(({ line }) => line).join('\n'),
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
    const answer = answerOf(
      question,
      choices.filter(({ name }) => values.includes(name)),
    )
    if (answer === null) continue
    const said = { unit: unit.key, question: question.id, value: answer, promptHash }
    proposed.set(unit.key, why?.trim() ? { ...said, rationale: why.trim() } : said)
  }
  return [...proposed.values()]
}

/** What a model can answer, as it is put to it. */
interface Choice {
  name: string
  line: string
  value: Json
  /** Is it a unit, of which several may be picked? */
  isUnit: boolean
}

/**
 * The values of a question; of one that picks before them the units, under numbers in the order of their keys, which is nobody's: models
 * prefer places as people do.
 */
function choicesOf(
  question: QuestionDefinition,
  { units: all }: Subject,
  [unit]: readonly UnitDraft[],
  words: (text: QuestionDefinition['ask']) => string,
): Choice[] {
  const values = question.options.map(({ value, text, says, exclusive }): Choice => {
    const alone = exclusive ? ' (only alone)' : ''
    return {
      name: String(value),
      line: `- ${String(value)} (${words(text)})${alone}: ${words(says)}`,
      value,
      isUnit: false,
    }
  })
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
