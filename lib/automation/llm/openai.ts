/**
 * Models behind any endpoint that speaks OpenAI's Chat Completions and Embeddings. One try a call: whoever calls keeps
 * the ledger, and decides whether to try again.
 */
import 'server-only'
import OpenAI from 'openai'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { z } from 'zod'
import { StepFailure } from '@/lib/protocols/prefill'
import { storableJson, storableText } from '@/lib/text/storable'
import { loadTokenCounter } from './count-tokens'
import { failureOf } from './openai-failure'
import { plainFetch } from './plain-fetch'
import type { CallOptions, ChatAnswer, ChatRequest, EmbeddingAnswer, ModelPort } from './port'
import { inputTokensOf } from './prices'

export const OPENAI_URL = 'https://api.openai.com/v1'

export interface OpenAISettings {
  /** Left out where the endpoint asks for none. */
  apiKey?: string | undefined
  /** Left out: OpenAI's own. */
  baseURL?: string | undefined
  embeddings: boolean
}

/** The adapter for an endpoint. Nothing is sent before the first call. */
export function openaiModels({ apiKey, baseURL = OPENAI_URL, embeddings }: OpenAISettings): ModelPort {
  const client = clientOf(apiKey, baseURL)
  const send = sender(apiKey, baseURL)
  const complete = completer(client)
  return {
    id: 'openai',
    chat: async (request, options) => {
      const answer = await send(options, request.model, (sent) => complete(chatParams(request, baseURL), sent))
      return chatAnswer(request, read(completionSchema, answer))
    },
    embed: embeddings
      ? async (model, texts, options) => {
          const answer = await send(options, model, (sent) =>
            client.embeddings.create({ model, input: [...texts], encoding_format: 'float' }, sent),
          )
          return embeddingAnswer(texts, read(embeddingsSchema, answer))
        }
      : null,
  }
}

const clientOf = (apiKey: string | undefined, baseURL: string) =>
  new OpenAI({
    // The library wants some key; without one of its own the header is taken out again.
    apiKey: apiKey ?? 'none',
    baseURL,
    organization: null,
    project: null,
    fetch: plainFetch(),
    maxRetries: 0,
    logLevel: 'off',
    ...(apiKey ? {} : { defaultHeaders: { Authorization: null } }),
  })

const modelsSchema = z.object({ data: z.array(z.unknown()) })

/** How many models the endpoint lists, which costs nothing; null where it has no such list. Throws StepFailure. */
export async function askForModels(
  { apiKey, baseURL = OPENAI_URL }: Omit<OpenAISettings, 'embeddings'>,
  options: CallOptions,
): Promise<number | null> {
  const client = clientOf(apiKey, baseURL)
  const answer = await sender(apiKey, baseURL)(options, 'models', async (sent) => {
    try {
      return await client.get('/models', sent)
    } catch (error) {
      if (error instanceof OpenAI.NotFoundError) return null
      throw error
    }
  })
  return answer === null ? null : read(modelsSchema, answer).data.length
}

interface Sent {
  headers: Record<string, string>
  signal: AbortSignal
  timeout: number
}

/** Sends within a call's time and signal, and gives every failure its name. */
function sender(apiKey: string | undefined, baseURL: string) {
  return async (options: CallOptions, model: string, call: (sent: Sent) => Promise<unknown>): Promise<unknown> => {
    // The library's own timeout ends with the headers; this one covers the body too.
    const timeout = AbortSignal.timeout(options.timeoutMs)
    const signal = AbortSignal.any([options.signal, timeout])
    try {
      signal.throwIfAborted()
      return await call({ headers: { 'Idempotency-Key': options.key }, signal, timeout: options.timeoutMs })
    } catch (error) {
      const ended = options.signal.aborted ? 'cancelled' : timeout.aborted ? 'timeout' : null
      throw failureOf(error, { ended, apiKey, baseURL, model, timeoutMs: options.timeoutMs })
    }
  }
}

/**
 * Sends a chat. Models that reason accept no temperature and say so without asking for money: they are asked again
 * without one, and from then on at their own.
 */
function completer(client: OpenAI) {
  const fixed = new Set<string>()
  const send = ({ temperature, ...params }: ChatCompletionCreateParamsNonStreaming, sent: Sent) =>
    client.chat.completions.create(fixed.has(params.model) ? params : { ...params, temperature }, sent)
  return async (params: ChatCompletionCreateParamsNonStreaming, sent: Sent): Promise<unknown> => {
    try {
      return await send(params, sent)
    } catch (error) {
      const refused = error instanceof OpenAI.BadRequestError && error.param === 'temperature'
      if (!refused || fixed.has(params.model)) throw error
      fixed.add(params.model)
      return send(params, sent)
    }
  }
}

/** The request as it is sent, typed as the library types it. */
function chatParams(request: ChatRequest, baseURL: string): ChatCompletionCreateParamsNonStreaming {
  const { model, system, user, temperature, maxTokens, schema, sample } = request
  return {
    model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
      { role: 'user' as const, content: user },
    ],
    temperature,
    seed: sample,
    // OpenAI's newer models refuse the old name; many other servers do not know the new one.
    ...(new URL(baseURL).hostname.endsWith('openai.com')
      ? { max_completion_tokens: maxTokens }
      : { max_tokens: maxTokens }),
    ...(schema
      ? {
          response_format: {
            type: 'json_schema' as const,
            json_schema: {
              name: schema.name,
              strict: true,
              schema: z.record(z.string(), z.json()).parse(schema.schema),
            },
          },
        }
      : {}),
  }
}

const usageSchema = z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0).optional() })

const completionSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: usageSchema.nullish(),
})

const embeddingsSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()).min(1) })),
  usage: usageSchema.nullish(),
})

/** Checks what came back: what is no answer at all is the endpoint's failure. */
function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw new StepFailure(
    'server_error',
    'The model endpoint answered with something that is not an answer of a model. Check OPENAI_BASE_URL; if it is right, try again later.',
    true,
  )
}

async function chatAnswer(request: ChatRequest, completion: z.infer<typeof completionSchema>): Promise<ChatAnswer> {
  const outcome = outcomeOf(request, completion)
  const usage = completion.usage
  if (usage?.completion_tokens !== undefined)
    return { ...outcome, inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens }
  // Some local servers do not count.
  const countTokens = await loadTokenCounter()
  return { ...outcome, inputTokens: inputTokensOf(request, countTokens), outputTokens: countTokens(outcome.text) }
}

function outcomeOf(
  { schema }: ChatRequest,
  { choices }: z.infer<typeof completionSchema>,
): Pick<ChatAnswer, 'outcome' | 'text'> {
  const [choice] = choices
  const text = storableText(choice?.message.content ?? '')
  const refusal = storableText(choice?.message.refusal ?? '')
  if (refusal) return { outcome: 'refused', text: refusal }
  if (choice?.finish_reason === 'content_filter') return { outcome: 'refused', text }
  if (choice?.finish_reason === 'length') return { outcome: 'truncated', text }
  if (!(schema ? isJson(text) : text.trim() !== '')) return { outcome: 'malformed', text }
  return { outcome: 'ok', text: schema ? storableJson(text) : text }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function embeddingAnswer(
  texts: readonly string[],
  { data, usage }: z.infer<typeof embeddingsSchema>,
): Promise<EmbeddingAnswer> {
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  const vectors = texts.map((_, index) => {
    const vector = byIndex.get(index)
    if (vector && vector.length === data[0]?.embedding.length) return vector
    throw new StepFailure('server_error', 'The model endpoint left texts out of its embeddings. Try again later.', true)
  })
  if (usage) return { vectors, inputTokens: usage.prompt_tokens }
  const countTokens = await loadTokenCounter()
  return { vectors, inputTokens: texts.reduce((sum, text) => sum + countTokens(text), 0) }
}
