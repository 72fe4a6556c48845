/**
 * Replays recorded answers from a file instead of asking anybody: for demos and tests. The file is
 * `{ "answers": [...], "fallbacks": [...] }`; an answer is found by model, schema name, sample and the hash of the user
 * message, a fallback by schema name and, where it says one, model.
 */
import 'server-only'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { StepFailure } from '@/lib/protocols/prefill'
import { loadTokenCounter } from './count-tokens'
import type { ChatAnswer, ChatRequest, ModelPort } from './port'
import { inputTokensOf } from './prices'

const replyFields = {
  /** What was answered: a value where JSON was asked for, else a text. */
  answer: z.json(),
  outcome: z.enum(['ok', 'refused', 'truncated', 'malformed']).default('ok'),
  inputTokens: z.int().min(0).optional(),
  outputTokens: z.int().min(0).optional(),
}
const answerSchema = z.object({
  model: z.string(),
  /** Of the answer's shape; "text" where plain text was asked for. */
  schema: z.string(),
  /** sha-256 of the user message, hexadecimal. */
  user: z.string().regex(/^[0-9a-f]{64}$/),
  sample: z.int().min(0).default(0),
  ...replyFields,
})
const scriptSchema = z.object({
  answers: z.array(answerSchema).default([]),
  fallbacks: z.array(z.object({ schema: z.string(), model: z.string().optional(), ...replyFields })).default([]),
})
/** A file of recorded answers, as it is written. */
export type Script = z.input<typeof scriptSchema>
type ReadScript = z.output<typeof scriptSchema>
type Said = ReadScript['answers'][number] | ReadScript['fallbacks'][number]

/** The adapter that replays a file; it is read when first asked. */
export function scriptedModels(file: string | undefined): ModelPort {
  let script: Promise<(request: ChatRequest) => Said | undefined> | undefined
  return {
    id: 'scripted',
    embed: null,
    chat: async (request, { signal }) => {
      if (signal.aborted) throw new StepFailure('cancelled', 'The call was cancelled.')
      script ??= load(file)
        .then(finder)
        .catch((error: unknown) => {
          script = undefined
          throw error
        })
      const record = (await script)(request)
      if (!record) throw missing(request)
      return replay(request, record)
    },
  }
}

/** The record of an answer, as it stands in a file that replays it. */
export function scriptRecord(request: ChatRequest, answer: ChatAnswer): NonNullable<Script['answers']>[number] {
  const asJson = request.schema !== null && answer.outcome === 'ok'
  return {
    model: request.model,
    schema: schemaName(request),
    user: hashOf(request.user),
    sample: request.sample,
    answer: asJson ? z.json().parse(JSON.parse(answer.text)) : answer.text,
    outcome: answer.outcome,
    inputTokens: answer.inputTokens,
    outputTokens: answer.outputTokens,
  }
}

async function load(file: string | undefined): Promise<ReadScript> {
  const text = await readFile(/* turbopackIgnore: true */ file ?? '', 'utf8').catch(() => null)
  const parsed = text === null ? null : scriptSchema.safeParse(parsedJson(text))
  if (parsed?.success) return parsed.data
  throw new StepFailure(
    'no_key',
    parsed
      ? 'The file of recorded answers that ASSAY_SCRIPT names is not one. Ask the administrator to check it.'
      : 'The file of recorded answers cannot be read. Ask the administrator to check ASSAY_SCRIPT.',
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function finder({ answers, fallbacks }: ReadScript): (request: ChatRequest) => Said | undefined {
  const byKey = new Map<string, Said>(
    answers.map((one) => [JSON.stringify([one.model, one.schema, one.sample, one.user]), one]),
  )
  return (request) =>
    byKey.get(JSON.stringify([request.model, schemaName(request), request.sample, hashOf(request.user)])) ??
    fallbacks.find(
      ({ schema, model }) => schema === schemaName(request) && (model === undefined || model === request.model),
    )
}

async function replay(request: ChatRequest, record: Said): Promise<ChatAnswer> {
  const asText = typeof record.answer === 'string' && (request.schema === null || record.outcome !== 'ok')
  const text = asText ? String(record.answer) : JSON.stringify(record.answer)
  const countTokens = await loadTokenCounter()
  return {
    outcome: record.outcome,
    text,
    inputTokens: record.inputTokens ?? inputTokensOf(request, countTokens),
    outputTokens: record.outputTokens ?? countTokens(text),
  }
}

function missing(request: ChatRequest): StepFailure {
  return new StepFailure(
    'bad_request',
    `No answer of "${request.model}" to this question (${schemaName(request)}) was recorded. Recorded answers are ` +
      'replayed here, so choose an item and a model that were recorded, or set OPENAI_API_KEY instead of ASSAY_LLM=scripted.',
  )
}

const schemaName = ({ schema }: ChatRequest): string => schema?.name ?? 'text'
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
