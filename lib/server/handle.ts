import 'server-only'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Body, BodyShape, Endpoint, Params, Query, ResponseShape, Result } from '@/lib/api/endpoint'
import { unstorableIn } from '@/lib/api/input'
import { PROBLEMS, type Problem } from '@/lib/api/problem'
import type { Actor } from '@/lib/policy/actor'
import { AppError } from './errors'
import { identify } from './identify'
import { log } from './log'

type AnyEndpoint = Endpoint<z.ZodType | undefined, z.ZodType | undefined, BodyShape, ResponseShape>

/** What a route's command receives: checked input and who asks. `actor` is null only on public endpoints. */
export interface Call<E> {
  actor: E extends { auth: 'public' } ? Actor | null : Actor
  params: Params<E>
  query: Query<E>
  body: Body<E>
  request: Request
}
type Answer<E> = E extends { response: infer R }
  ? R extends z.ZodType
    ? Result<E>
    : R extends 'empty'
      ? unknown
      : Response
  : never
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/** JSON bodies larger than this are refused before they are parsed (bytes). */
const MAX_JSON_BODY = 1_000_000

/**
 * Turns a declaration and a command into a route: identity, origin, input, command, output, in this order, for every
 * route. Every failure becomes problem+json (RFC 9457); the output schema is a wall against leaking columns.
 */
export function handle<const E extends AnyEndpoint>(endpoint: E, run: (call: Call<E>) => Promise<Answer<E>>) {
  const route = async (request: Request, context: RouteContext): Promise<Response> => {
    const requestId = request.headers.get('x-request-id') ?? randomUUID()
    try {
      const actor = await identify(request.headers)
      refuseStrangers(endpoint, actor, request)
      const input = {
        actor,
        params: parse(endpoint.params, await context.params, 'params'),
        query: parse(endpoint.query, Object.fromEntries(new URL(request.url).searchParams), 'query'),
        body: await readBody(endpoint, request),
        request,
      }
      const answer = await run(input as Call<E>)
      return present(endpoint, answer)
    } catch (error) {
      return problemResponse(error, requestId, endpoint)
    }
  }
  return Object.assign(route, { endpoint })
}

function refuseStrangers(endpoint: AnyEndpoint, actor: Actor | null, request: Request) {
  if (endpoint.auth !== 'public' && !actor) throw new AppError('unauthenticated')
  if (endpoint.auth === 'session' && actor?.via !== 'session')
    throw new AppError('forbidden', 'A personal token cannot do this; sign in.')
  if (endpoint.method === 'GET' || actor?.via === 'token') return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // A page without an origin of its own sends the word null.
  const sameOrigin = !origin || (URL.canParse(origin) && new URL(origin).host === request.headers.get('host'))
  if ((site && site !== 'same-origin' && site !== 'none') || !sameOrigin)
    throw new AppError('forbidden', 'Requests from other sites are refused.')
}

async function readBody(endpoint: AnyEndpoint, request: Request): Promise<unknown> {
  if (endpoint.body === undefined || endpoint.body === 'bytes') return undefined
  if (Number(request.headers.get('content-length') ?? 0) > MAX_JSON_BODY) throw new AppError('too_large')
  const text = await request.text()
  if (text.length > MAX_JSON_BODY) throw new AppError('too_large')
  let json: unknown
  try {
    json = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON.')
  }
  return parse(endpoint.body, json, 'body')
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableIn(value, where)
  if (unstorable)
    throw new AppError('invalid_request', `${unstorable.path}: ${unstorable.message}`, { issues: [unstorable] })
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map((issue) => ({
    path: [where, ...issue.path].join('.'),
    message: issue.message,
  }))
  throw new AppError('invalid_request', issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '), { issues })
}

function present(endpoint: AnyEndpoint, answer: unknown): Response {
  if (endpoint.response === 'empty') return new Response(null, { status: 204 })
  if (answer instanceof Response) return answer
  if (!(endpoint.response instanceof z.ZodType)) throw new Error(`${endpoint.path} must answer with a stream`)
  return Response.json(endpoint.response.parse(answer), { headers: { 'cache-control': 'no-store' } })
}

function problemResponse(error: unknown, requestId: string, endpoint: AnyEndpoint): Response {
  const known = error instanceof AppError ? error : new AppError('internal')
  if (!(error instanceof AppError)) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error)
    log.error('request failed', { requestId, method: endpoint.method, path: endpoint.path, cause })
  }
  const problem: Problem = {
    type: 'about:blank',
    title: PROBLEMS[known.code][1],
    status: known.status,
    code: known.code,
    detail: known.message,
    requestId,
    ...known.extra,
  }
  const headers = { 'content-type': 'application/problem+json', 'cache-control': 'no-store' }
  return new Response(JSON.stringify(problem), { status: known.status, headers })
}
