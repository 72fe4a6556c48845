/**
 * A server that speaks Chat Completions and Embeddings, for tests and figures: it refuses what the published shape
 * refuses, answers the same to the same, misbehaves as planned and keeps count. `fake-openai-main.ts` runs it on its own.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type OpenAI from 'openai'
import type { Json } from '@/lib/protocols/protocol'
import { answerFor, embeddingFor, HOSTILE, wrongAnswer } from './fake-openai-answers'
import { type Fault, Faults, type Plan, type PlanInput, planSchema } from './fake-openai-plan'
import { type ChatBody, checkChat, checkEmbedding, type EmbeddingBody } from './fake-openai-requests'
import { FakeCounts, type FakeStats } from './fake-openai-stats'

export interface FakeOpenAI {
  /** Base URL, as for OPENAI_BASE_URL. */
  url: string
  /** Replaces the plan; faults start counting anew. */
  plan(plan: PlanInput): void
  /** From now on answers wait, `after` so many more of them, until the returned function is called. */
  hold(after?: number): () => void
  /** What was counted so far. */
  stats(): FakeStats
  reset(): void
  close(): Promise<void>
}

export interface FakeOptions {
  port?: number
  /** Computes answers in the same process; undefined: as the plan says. */
  answer?: (schema: string, body: ChatBody) => Json | undefined
}

export async function startFakeOpenAI(plan: PlanInput = {}, options: FakeOptions = {}): Promise<FakeOpenAI> {
  const fake = new Fake(plan, options)
  const server = createServer((request, response) => {
    fake.handle(request, response).catch((error: unknown) => sendError(response, 500, String(error)))
  })
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    plan: (next) => fake.follow(next),
    hold: (after = 0) => fake.hold(after),
    stats: () => fake.counts.stats(),
    reset: () => fake.counts.reset(),
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

class Fake {
  readonly counts = new FakeCounts()
  private current: Plan
  private faults: Faults
  private held: { after: number; freed: Promise<void> } | null = null

  constructor(
    plan: PlanInput,
    private readonly options: FakeOptions,
  ) {
    this.current = planSchema.parse(plan)
    this.faults = new Faults(this.current.faults)
  }

  follow(plan: PlanInput): void {
    this.current = planSchema.parse(plan)
    this.faults = new Faults(this.current.faults)
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const path = request.url ?? ''
    if (path === '/control') return this.control(request, response, body)
    const key = String(request.headers['idempotency-key'] ?? '')
    this.counts.received(key, response, body)
    if (this.current.apiKey !== null && request.headers.authorization !== `Bearer ${this.current.apiKey}`)
      return sendError(response, 401, `Incorrect API key provided: ${request.headers.authorization ?? 'none'}.`)
    if (request.method === 'GET' && path === '/v1/models')
      return send(response, 200, { object: 'list', data: [{ id: 'small', object: 'model' }] })
    if (request.method !== 'POST') return sendError(response, 405, 'Method not allowed')
    if (path === '/v1/chat/completions') return this.chat(key, body, response)
    if (path === '/v1/embeddings') return this.embed(key, body, response)
    sendError(response, 404, `There is nothing at ${path}.`)
  }

  /** GET: what was counted. PUT: another plan. DELETE: counting from 0. */
  private control(request: IncomingMessage, response: ServerResponse, body: unknown): void {
    if (request.method === 'PUT') this.follow(planSchema.parse(body))
    if (request.method === 'DELETE') this.counts.reset()
    send(response, 200, this.counts.stats())
  }

  private async chat(key: string, given: unknown, response: ServerResponse): Promise<void> {
    const body = checkChat(given)
    if ('problem' in body) return this.refuse(response, body.problem)
    const schema = body.response_format?.json_schema.name ?? 'text'
    const user = body.messages.at(-1)?.content ?? ''
    const fault = this.faults.next({ key, model: body.model, schema, user })
    await this.takeTime()
    if (fault && misbehave(fault, body, response)) return
    const answer = this.options.answer?.(schema, body) ?? this.current.answers[schema]
    const completion = completionOf(body, answer, fault)
    if (fault?.kind === 'cut_body' || fault?.kind === 'stall') return sendHalf(response, completion, fault.kind)
    send(response, 200, fault?.kind === 'no_usage' ? { ...completion, usage: undefined } : completion)
  }

  private async embed(key: string, given: unknown, response: ServerResponse): Promise<void> {
    const body = checkEmbedding(given)
    if ('problem' in body) return this.refuse(response, body.problem)
    const texts = typeof body.input === 'string' ? [body.input] : body.input
    const fault = this.faults.next({ key, model: body.model, schema: 'embedding', user: texts.join('\n') })
    await this.takeTime()
    if (fault && misbehave(fault, body, response)) return
    send(response, 200, embeddingsOf(body, texts))
  }

  private refuse(response: ServerResponse, problem: string): void {
    this.counts.invalid(problem)
    sendError(response, 400, `Invalid request: ${problem}`)
  }

  hold(after: number): () => void {
    let letGo = () => {}
    const freed = new Promise<void>((resolve) => {
      letGo = resolve
    })
    this.held = { after, freed }
    return letGo
  }

  private async takeTime(): Promise<void> {
    const { latencyMs } = this.current
    if (latencyMs > 0) await new Promise((done) => setTimeout(done, latencyMs))
    if (this.held && this.held.after-- <= 0) await this.held.freed
  }
}

/** Does what a fault does instead of answering; false where it only changes the answer. */
function misbehave(
  { kind, retryAfter, status, code }: Fault,
  body: ChatBody | EmbeddingBody,
  response: ServerResponse,
): boolean {
  if (kind === 'hang') return true
  if (kind === 'drop') response.destroy()
  else if (kind === 'rate_limit')
    sendError(
      response,
      429,
      'Rate limit reached.',
      'rate_limit_exceeded',
      retryAfter ? { 'retry-after': retryAfter } : {},
    )
  else if (kind === 'no_credit') sendError(response, 429, 'You exceeded your quota.', 'insufficient_quota')
  else if (kind === 'server_error') sendError(response, status ?? 500, 'The server had an error.')
  else if (kind === 'bad_request') sendError(response, status ?? 400, 'This model has a shorter context.', code)
  else if (kind === 'unknown_model')
    sendError(response, 404, `The model ${body.model} does not exist.`, 'model_not_found')
  else if (kind === 'fixed_temperature' && 'temperature' in body)
    send(response, 400, {
      error: { message: 'Only the default is supported.', param: 'temperature', code: 'unsupported_value' },
    })
  else if (kind === 'html') {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Welcome</title>')
  } else return false
  return true
}

function completionOf(body: ChatBody, given: Json | undefined, fault: Fault | null): OpenAI.ChatCompletion {
  const schema = body.response_format?.json_schema.schema
  const user = body.messages.at(-1)?.content ?? ''
  const hostile = fault?.kind === 'injected' ? HOSTILE : null
  const seed = [body.model, body.seed ?? 0, user].join('\n')
  const made = given !== undefined && !hostile ? given : schema ? answerFor(schema, seed, hostile) : null
  const text =
    typeof made === 'string' && !schema ? made : schema ? JSON.stringify(made) : (hostile ?? `You asked: ${user}`)
  const { content, refusal, finish } = spoiled(text, fault)
  const prompt = tokens(body.messages.map((message) => message.content).join(' '))
  const completion = tokens(content ?? refusal ?? '')
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model,
    choices: [{ index: 0, finish_reason: finish, logprobs: null, message: { role: 'assistant', content, refusal } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
}

interface Spoken {
  content: string | null
  refusal: string | null
  finish: OpenAI.ChatCompletion.Choice['finish_reason']
}

/** The answer, with what a fault makes of it. */
function spoiled(text: string, fault: Fault | null): Spoken {
  const plain = { content: text, refusal: null, finish: 'stop' as const }
  if (fault?.kind === 'truncated') return { ...plain, content: text.slice(0, text.length / 2), finish: 'length' }
  if (fault?.kind === 'refused') return { ...plain, content: null, refusal: 'I cannot help with that.' }
  if (fault?.kind === 'content_filter') return { ...plain, content: null, finish: 'content_filter' }
  if (fault?.kind === 'wrong_schema') return { ...plain, content: JSON.stringify(wrongAnswer) }
  if (fault?.kind === 'not_json') return { ...plain, content: 'Sure! Here is the answer: {"label"' }
  if (fault?.kind === 'empty') return { ...plain, content: null }
  return plain
}

function embeddingsOf(body: EmbeddingBody, texts: readonly string[]): OpenAI.CreateEmbeddingResponse {
  const used = texts.reduce((sum, text) => sum + tokens(text), 0)
  return {
    object: 'list',
    model: body.model,
    data: texts.map((text, index) => ({ object: 'embedding', index, embedding: embeddingFor(text) })),
    usage: { prompt_tokens: used, total_tokens: used },
  }
}

/** About as many as a tokenizer would count. */
const tokens = (text: string): number => Math.ceil(text.length / 4)

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part)
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return null
  }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

function sendError(
  response: ServerResponse,
  status: number,
  message: string,
  code: string | null = null,
  headers: Record<string, string> = {},
): void {
  send(response, status, { error: { message, type: 'fake', param: null, code } }, headers)
}

function sendHalf(response: ServerResponse, body: unknown, kind: 'cut_body' | 'stall'): void {
  const text = JSON.stringify(body)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.write(text.slice(0, text.length / 2), () => {
    if (kind === 'cut_body') response.destroy()
  })
}
