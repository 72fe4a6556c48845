/** What a step can reach, for one item: a model, searches, pages. Everything is accounted for on the way. */
import 'server-only'
import { z } from 'zod'
import { loadTokenCounter } from '@/lib/automation/llm/count-tokens'
import type { ChatAnswer, ChatRequest, ModelPort } from '@/lib/automation/llm/port'
import { currentModels } from '@/lib/automation/llm/ports'
import { costOf, type Price, worstCostOf } from '@/lib/automation/llm/prices'
import { renderPrompt } from '@/lib/automation/llm/render-prompt'
import type { RunPlan } from '@/lib/automation/prefill/contract'
import type { Call, Caller, Paid, Pay } from '@/lib/automation/prefill/ledger/call'
import { performCall } from '@/lib/automation/prefill/ledger/perform-call'
import { type Asked, type FailureCode, type Question, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { storableText } from '@/lib/text/storable'
import type { Counts } from './counts'
import { rankBoth, readHit, searchFor } from './look-up'

/** A message as it went out, with what came back. */
export interface Exchange {
  step: string
  model: string
  system: string
  user: string
  outcome: string
  text: string
  cached: boolean
  costMicro: number
}

export interface ToolSettings {
  caller: Caller
  /** The task whose searches they are; null where they are nobody's. */
  taskId: string | null
  search: string | null
  prices: readonly Price[]
  counts: Counts
  onExchange?(exchange: Exchange): void
}

export type PlannedStep = RunPlan['steps'][number]

/** The tools for one step on one item. */
export async function toolsFor(step: PlannedStep, settings: ToolSettings): Promise<StepTools> {
  const countTokens = await loadTokenCounter()
  const { caller, taskId, search } = settings
  const pay = payer(settings)
  return {
    signal: caller.signal,
    countTokens,
    ask: (question) => ask(question, { step, settings, pay, countTokens }),
    search: (query) => searchFor(query, { search, caller, taskId, pay }),
    read: (hit) => readHit(hit, caller),
    rank: (query, passages, most) => rankBoth(query, passages, most, { pay, prices: settings.prices, countTokens }),
  }
}

/** What no step may take for one thing less. */
const FATAL: readonly FailureCode[] = ['budget', 'no_key', 'wrong_key', 'cancelled']

/** Makes calls through the ledger, and counts them for the item. */
const payer =
  ({ caller, counts }: ToolSettings): Pay =>
  async (call) => {
    const paid = await performCall(call, caller).catch((error: unknown) => {
      if (error instanceof StepFailure && FATAL.includes(error.code)) counts.fatal ??= error
      throw error
    })
    counts.calls += paid.sends
    if (paid.cached) counts.cachedCalls += 1
    counts.spentMicro += paid.costMicro
    return paid
  }

interface Asking {
  step: PlannedStep
  settings: ToolSettings
  pay: Pay
  countTokens: (text: string) => number
}

async function ask<T>(question: Question<T>, { step, settings, pay, countTokens }: Asking): Promise<Asked<T>> {
  if (step.model === null) throw noModel()
  const { system, user, hash } = renderPrompt(question.prompt, question.values)
  const request: ChatRequest = {
    model: step.model,
    system,
    user,
    maxTokens: question.maxTokens,
    temperature: question.temperature ?? 0,
    schema: answerSchema(question.prompt.name, question.answer),
    sample: question.sample ?? 0,
  }
  const { prices, counts } = settings
  const hasForm = (text: string) => readValue(question.answer, text) !== undefined
  const paid = await chat(request, { pay, prices, countTokens, hasForm })
  const { outcome, text } = paid.value
  const { cached, costMicro } = paid
  settings.onExchange?.({ step: step.key, model: step.model, system, user, outcome, text, cached, costMicro })
  const read = outcome === 'ok' ? readValue(question.answer, text) : undefined
  if (read) return { value: read.value, model: step.model, promptHash: hash }
  counts.badAnswer = true
  throw badAnswer(outcome === 'ok' ? { ...paid.value, outcome: 'malformed' } : paid.value, request)
}

interface Chatting {
  pay: Pay
  prices: readonly Price[]
  countTokens: (text: string) => number
  hasForm(text: string): boolean
}

/** One message to a model, through the ledger. Throws StepFailure. */
async function chat(request: ChatRequest, { pay, prices, countTokens, hasForm }: Chatting): Promise<Paid<ChatAnswer>> {
  const { port, settings } = await currentModels()
  if (!port) throw noModel()
  const worstMicro = worstCostOf(prices, request, countTokens).micro
  return pay(chatCall({ port, request, prices, baseUrl: settings.baseUrl, worstMicro, hasForm }))
}

/** Plain text from a model, for one item. */
export async function completeThrough(request: ChatRequest, settings: ToolSettings): Promise<ChatAnswer> {
  const countTokens = await loadTokenCounter()
  const { prices, counts } = settings
  const hasForm = (text: string) => text.trim() !== ''
  const { value } = await chat(request, { pay: payer(settings), prices, countTokens, hasForm })
  counts.badAnswer = value.outcome !== 'ok'
  return { ...value, text: storableText(value.text) }
}

const noModel = () =>
  new StepFailure(
    'no_key',
    'No model is configured. Ask the administrator to set OPENAI_API_KEY or OPENAI_BASE_URL, then resume.',
  )

/* A question to a model as a call of the ledger, and its answer as a value. */

const keptAnswer = z.object({
  outcome: z.enum(['ok', 'refused', 'truncated', 'malformed']),
  text: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
})

interface ChatCall {
  port: ModelPort
  request: ChatRequest
  /** Where it is asked: another endpoint's model of the same name is another model. */
  baseUrl: string | null
  worstMicro: number
  prices: readonly Price[]
  /** Has the text the form that was asked for? */
  hasForm(text: string): boolean
}

/** The call. An answer without the form asked for is kept as malformed, so that a retry asks anew. */
function chatCall({ port, request, baseUrl, worstMicro, prices, hasForm }: ChatCall): Call<ChatAnswer> {
  const { model, ...rest } = request
  return {
    kind: 'chat',
    provider: port.id,
    scope: { baseUrl },
    model,
    worstMicro,
    request: rest satisfies Json,
    async send(options) {
      const answer = await port.chat(request, options)
      const outcome = answer.outcome === 'ok' && !hasForm(answer.text) ? 'malformed' : answer.outcome
      const { inputTokens, outputTokens, text } = answer
      const value: ChatAnswer = { outcome, text, inputTokens, outputTokens }
      return { value, kept: { ...value }, inputTokens, outputTokens, costMicro: costOf(prices, model, answer).micro }
    },
    read: (storedAnswer) => keptAnswer.parse(storedAnswer),
    isBad: ({ outcome }) => outcome !== 'ok',
  }
}

/** The shape of an answer as it is sent. */
function answerSchema(name: string, answer: z.ZodType): NonNullable<ChatRequest['schema']> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer)
  return { name, schema: z.json().parse(schema) }
}

/** The value of a text, or undefined where it has not the form asked for. */
function readValue<T>(answer: z.ZodType<T>, text: string): { value: T } | undefined {
  try {
    const parsed = answer.safeParse(JSON.parse(text))
    return parsed.success ? { value: parsed.data } : undefined
  } catch {
    return undefined
  }
}

const LONGEST_WORDS = 200

/** Why an answer that came back is none. */
function badAnswer({ outcome, text }: ChatAnswer, { model, maxTokens }: ChatRequest): StepFailure {
  if (outcome === 'refused') {
    const words = text.trim() === '' ? '' : ` It said: “${text.trim().slice(0, LONGEST_WORDS)}”`
    return new StepFailure('refused', `${model} refused to answer.${words} Try again, or choose another model.`)
  }
  if (outcome === 'truncated')
    return new StepFailure(
      'truncated',
      `The answer of ${model} was cut off at ${maxTokens} tokens. Try again, or choose another model.`,
    )
  return new StepFailure(
    'malformed',
    `The answer of ${model} does not have the form that was asked for. Try again, or choose another model.`,
  )
}
