/**
 * For tests of pipelines: step tools that replay a script. No model, no net, no clock. What is asked is checked on the way:
 * prompts are given exactly the values that they name, and answers have shapes that structured outputs take.
 */
import { z } from 'zod'
import { listSeedsSchema } from './made-units'
import {
  type Asked,
  type Hit,
  type Page,
  type PrefillStep,
  type Proposal,
  type Question,
  type Ranked,
  StepFailure,
  type StepMethod,
  type StepSettings,
  type StepTools,
} from './prefill'
import { PROMPT_NAME } from './prompt-names'
import type { Json, Stage, Question as StageQuestion, UnitDraft } from './protocol'

/** What a model says: an answer, a failure that is thrown, or either by what is asked. */
export type ScriptedAnswer = Json | StepFailure | ((question: AskedQuestion) => Json | StepFailure)

export interface AskedQuestion {
  prompt: string
  values: Readonly<Record<string, string>>
  temperature: number
  sample: number
  maxTokens: number
}

export interface Script {
  /** By the name of the prompt: one answer for all questions, or one after the other. */
  answers?: Readonly<Record<string, ScriptedAnswer | { inTurn: readonly ScriptedAnswer[] }>>
  /** Hits by query; '*' for all others. Titles and snippets may be left out. */
  hits?: Readonly<Record<string, readonly (Partial<Hit> & { url: string })[] | StepFailure>>
  /** Texts of pages by address; what is not there cannot be read. */
  pages?: Readonly<Record<string, string | StepFailure>>
  model?: string
  signal?: AbortSignal
}

/** What a step did with its tools, in order. */
export interface Used {
  asked: AskedQuestion[]
  searched: string[]
  read: string[]
}

export function scriptedTools(script: Script = {}): StepTools & { used: Used } {
  const used: Used = { asked: [], searched: [], read: [] }
  return {
    used,
    signal: script.signal ?? new AbortController().signal,
    ask: async (question) => answer(script, used, question),
    search: async (query) => search(script, used, query),
    read: async (hit) => read(script, used, hit),
    rank: async (query, passages, most) => rank(query, passages, most),
    countTokens: (text) => Math.ceil(text.length / 4),
  }
}

async function answer<T>(script: Script, used: Used, question: Question<T>): Promise<Asked<T>> {
  checkQuestion(question)
  const { prompt, values, maxTokens, temperature = 0, sample = 0 } = question
  const askedQuestion: AskedQuestion = { prompt: prompt.name, values, maxTokens, temperature, sample }
  const before = used.asked.filter((each) => each.prompt === prompt.name).length
  used.asked.push(askedQuestion)
  const scripted = turn(script.answers?.[prompt.name], before, prompt.name)
  const scriptedAnswer = typeof scripted === 'function' ? scripted(askedQuestion) : scripted
  if (scriptedAnswer instanceof StepFailure) throw scriptedAnswer
  const checked = question.answer.safeParse(scriptedAnswer)
  if (!checked.success) throw new StepFailure('malformed', `The answer does not fit: ${checked.error.message}`)
  return { value: checked.data, model: script.model ?? 'scripted', promptHash: `${prompt.name}@${prompt.version}` }
}

function turn(scripted: NonNullable<Script['answers']>[string] | undefined, before: number, name: string) {
  if (scripted === undefined) throw new Error(`The script has no answer to ${name}`)
  if (typeof scripted !== 'object' || scripted === null || scripted instanceof StepFailure) return scripted
  if (Array.isArray(scripted) || !('inTurn' in scripted) || !Array.isArray(scripted.inTurn)) return scripted as Json
  const inTurn: readonly ScriptedAnswer[] = scripted.inTurn
  const next = inTurn[before]
  if (next === undefined) throw new Error(`The script has no answer number ${before + 1} to ${name}`)
  return next
}

/** Throws where a real endpoint would refuse the request, or a prompt would be sent with holes. */
function checkQuestion<T>({ prompt, values, answer: shape, maxTokens }: Question<T>): void {
  const placeholderNames = Array.from(`${prompt.system} ${prompt.user}`.matchAll(PROMPT_NAME), ([, name = '']) => name)
  const valueNames = Object.keys(values)
  const odd = [
    ...placeholderNames.filter((name) => !valueNames.includes(name)),
    ...valueNames.filter((name) => !placeholderNames.includes(name)),
  ]
  if (odd.length > 0) throw new Error(`The prompt ${prompt.name} and its values do not fit: ${odd.join(', ')}`)
  if (!Number.isInteger(maxTokens) || maxTokens < 1) throw new Error(`${prompt.name}: ${maxTokens} tokens`)
  const schema = z.toJSONSchema(shape)
  if (schema.type !== 'object') throw new Error(`${prompt.name}: an answer has to be an object`)
  const problems = optionalFields(schema as Json)
  if (problems.length > 0) throw new Error(`${prompt.name}: fields have to be nullable, not optional: ${problems}`)
}

/** The names of fields that an answer may leave out, anywhere in its schema. */
function optionalFields(schema: Json): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(optionalFields)
  const { properties, required } = schema
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
  const needed = Array.isArray(required) ? required : []
  return [...names.filter((name) => !needed.includes(name)), ...Object.values(schema).flatMap(optionalFields)]
}

function search({ hits = {} }: Script, used: Used, query: string): Hit[] {
  used.searched.push(query)
  const found = hits[query] ?? hits['*'] ?? []
  if (found instanceof StepFailure) throw found
  return found.map((hit, index) => ({ rank: index + 1, title: '', snippet: '', ...hit }))
}

function read({ pages = {} }: Script, used: Used, { url, title }: Hit): Page {
  used.read.push(url)
  const text = pages[url] ?? new StepFailure('page_failed', `The script has no page ${url}`)
  if (text instanceof StepFailure) throw text
  return { url, title, text, snapshotId: `snapshot of ${url}`, fetchedAt: '2026-01-01T00:00:00.000Z' }
}

/** By the share of the query's words that a passage holds; equals in their order. */
function rank(query: string, passages: readonly string[], most: number): Ranked[] {
  const words = wordsOf(query)
  const share = (text: string) => {
    const passageWords = new Set(wordsOf(text))
    return words.filter((word) => passageWords.has(word)).length / Math.max(1, words.length)
  }
  return passages
    .map((text, index) => ({ text, index, score: share(text) }))
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, most)
}

const wordsOf = (text: string) => [...new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])]

/** The step's settings with the parameters filled in as the core does. */
export function settingsOf(
  step: PrefillStep,
  method?: StepMethod,
  parameters: Record<string, Json> = {},
): StepSettings {
  return { method: method ?? step.methods[0], parameters: step.parameters.parse(parameters) }
}

/** What is wrong with proposals, in words: units and questions that the stage does not have, values that do not fit. */
export function proposalProblems(
  stage: Stage,
  units: readonly UnitDraft[],
  proposals: readonly Proposal[] = [],
): string[] {
  return proposals.flatMap(({ unit: key, question: name, value, score = 0 }) => {
    const prefix = `${key} ${name}: `
    const unit = units.find((each) => each.key === key)
    const question = stage.questions.find((each) => each.key === name && each.unit === unit?.kind)
    if (!question) return [`${prefix}no such question`]
    if (score < 0 || score > 1) return [`${prefix}score ${score}`]
    if (question.list) return seedProblems(stage, question.list, value).map((problem) => prefix + problem)
    const problem = question.schema.safeParse(value).error?.message
    return problem === undefined ? [] : [prefix + problem]
  })
}

function seedProblems(stage: Stage, { kind, marks }: NonNullable<StageQuestion['list']>, value: Json): string[] {
  const seeds = listSeedsSchema.safeParse(value)
  if (!seeds.success) return [seeds.error.message]
  if (seeds.data.length === 0) return marks ? [] : ['an empty list']
  return seeds.data.flatMap(({ values }) =>
    Object.entries(values).flatMap(([key, seedValue]) => {
      const question = stage.questions.find((each) => each.key === key && each.unit === kind)
      if (question?.list) return seedProblems(stage, question.list, seedValue).map((problem) => `${key}: ${problem}`)
      const problem = question ? question.schema.safeParse(seedValue).error?.message : 'no such question'
      return problem === undefined ? [] : [`${key}: ${problem}`]
    }),
  )
}
