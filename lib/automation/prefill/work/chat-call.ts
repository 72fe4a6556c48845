/** A question to a model as a call of the ledger, and its answer as a value. */
import 'server-only'
import { z } from 'zod'
import type { ChatAnswer, ChatRequest, ModelPort } from '@/lib/automation/llm/port'
import type { Price } from '@/lib/automation/llm/prices'
import { costOf } from '@/lib/automation/llm/prices'
import type { Call } from '@/lib/automation/prefill/ledger/call'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'

const keptAnswer = z.object({
  outcome: z.enum(['ok', 'refused', 'truncated', 'malformed']),
  text: z.string(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
})

interface Asked {
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
export function chatCall({ port, request, baseUrl, worstMicro, prices, hasForm }: Asked): Call<ChatAnswer> {
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
    read: (kept) => keptAnswer.parse(kept),
    isBad: ({ outcome }) => outcome !== 'ok',
  }
}

/** The shape of an answer as it is sent. */
export function answerSchema(name: string, answer: z.ZodType): NonNullable<ChatRequest['schema']> {
  const { $schema: _, ...schema } = z.toJSONSchema(answer)
  return { name, schema: z.json().parse(schema) }
}

/** The value of a text, or undefined where it has not the form asked for. */
export function readValue<T>(answer: z.ZodType<T>, text: string): { value: T } | undefined {
  try {
    const parsed = answer.safeParse(JSON.parse(text))
    return parsed.success ? { value: parsed.data } : undefined
  } catch {
    return undefined
  }
}

const LONGEST_WORDS = 200

/** Why an answer that came back is none. */
export function badAnswer({ outcome, text }: ChatAnswer, { model, maxTokens }: ChatRequest): StepFailure {
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
    `The answer of ${model} has not the form that was asked for. Try again, or choose another model.`,
  )
}
