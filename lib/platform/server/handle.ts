import 'server-only'
import { z } from 'zod'
import {
  ACTING_USER_HEADER,
  type Body,
  type BodyShape,
  type Endpoint,
  isFile,
  type Params,
  type Query,
  type ResponseShape,
  type Result,
} from '@/lib/platform/api/endpoint'
import { unstorableIn } from '@/lib/platform/api/input'
import type { Issue } from '@/lib/platform/api/problem'
import { queryNames } from '@/lib/platform/api/query-names'
import { tooLong } from '@/lib/platform/api/too-long'
import { unknownFieldsOf } from '@/lib/platform/api/unknown-fields'
import type { Actor } from '@/lib/platform/policy/actor'
import { ProtocolNotLoaded } from '@/lib/protocols/kept-protocols'
import { parseUrl } from '@/lib/text/parse-url'
import { withAnswerHeaders } from './answer-headers'
import { isDatabaseTrouble } from './database-trouble'
import { AppError } from './errors'
import type { SessionClaim } from './identify'
import { log, stackOf } from './log'
import { problemResponse } from './problem-response'
import { identifyWithinRate, limitRate, recognisedClaim } from './rate-limit'
import type { RequestContext } from './request-context'
import { requestIdOf } from './request-id'
import { requireOwnHost } from './require-own-host'
import { loadStoredProtocols } from './stored-protocols'
import { fileAnswer } from './streams/file-answer'
import { watchRequest } from './watch-request'

/** JSON bodies larger than this are refused, and no more of them is read (bytes). */
const MAX_JSON_BODY = 1_000_000

/** The JSON of a request's body; nothing counts as an empty object. @throws `too_large`, `invalid_request` */
async function readJson(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_JSON_BODY) throw new AppError('too_large')
  const text = await readText(request.body)
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new AppError('invalid_request', 'The body is not JSON.')
  }
}

/** Without a stated length a sender could go on for ever. */
async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  // Leaving the loop cancels the stream.
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > MAX_JSON_BODY) throw new AppError('too_large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

type AnyEndpoint = Endpoint<z.ZodType | undefined, z.ZodType | undefined, BodyShape, ResponseShape>

/** What a route's command receives: checked input and who asks. `actor` is null only on public endpoints. */
export interface Call<E> {
  actor: E extends { auth: 'public' } ? Actor | null : Actor
  params: Params<E>
  query: Query<E>
  body: Body<E>
  request: Request
}
/**
 * Answers for whom a session's cookie names, before anybody has asked whether it still stands: the command confirms the claim in the statement
 * that acts on it, and so saves the request a round trip. null: nothing was done, and the request goes the ordinary way.
 */
export type RunClaimed<E> = (call: ClaimedCall<E>) => Promise<Answer<E> | null>
type ClaimedCall<E> = Omit<Call<E>, 'actor'> & { claim: SessionClaim }
type Answer<E> = E extends { response: infer R }
  ? R extends z.ZodType
    ? Result<E>
    : R extends 'empty'
      ? unknown
      : Response
  : never
/** Nobody reads it: for the figures, where it is no failure of the server (the status that proxies use). */
const GIVEN_UP = 499
/** What is said while the database is away, full or overloaded: what was asked may well succeed in a moment. */
const TROUBLED = 'The database cannot do this at the moment. Nothing was half written; try again in a few seconds.'
const AGAIN_SECONDS = 2
/** It was stored while this was being answered. */
const UNLOADED =
  'The protocol of this project has just been stored. Nothing was half written; try again in a few seconds.'
type RouteContext = { params: Promise<Record<string, string | string[] | undefined>> }

/** What answers the requests of an endpoint. `params`: those of its path. */
export interface Route {
  (request: Request, context: RouteContext): Promise<Response>
  endpoint: AnyEndpoint
}

/**
 * Turns a declaration and a command into a route: host, identity, rate, origin, input, command, output, in this order, for every
 * route. Every failure becomes problem+json (RFC 9457); the output schema is a wall against leaking columns. `runClaimed` is tried first, where there is one.
 */
export function handle<const E extends AnyEndpoint>(
  endpoint: E,
  run: (call: Call<E>) => Promise<Answer<E>>,
  runClaimed?: RunClaimed<E>,
) {
  const readQuery = queryReader(endpoint.query)
  const readBody = bodyReader(endpoint.body)
  const route = async (request: Request, context: RouteContext): Promise<Response> => {
    const readAll = async () => ({
      params: parse(endpoint.params, await context.params, 'params'),
      query: readQuery(new URL(request.url).searchParams),
      body: await readBody(request),
      request,
    })
    let read: ReturnType<typeof readAll> | null = null
    // A body comes once.
    const readInput = () => (read ??= readAll())
    const sent = (answer: unknown) => answerOf(request, withAnswerHeaders(present(endpoint, answer, request.headers)))
    // What is wrong with the input is said once it is known who asks.
    const tryClaim = async (claim: SessionClaim) => {
      const input = await readInput().catch(() => null)
      return runClaimed && input ? runClaimed({ claim, ...input } as ClaimedCall<E>) : null
    }
    const answer = async (requestContext: RequestContext) => {
      if (!endpoint.anyHost) requireOwnHost(request.headers)
      const claim = runClaimed ? allowedClaim(endpoint, request) : null
      const claimed = claim && (await tryClaim(claim))
      if (claim && claimed !== null) {
        requestContext.actorId = claim.userId
        return sent(claimed)
      }
      const actor = endpoint.anonymous ? null : await identifyWithinRate(request.headers)
      if (actor) requestContext.actorId = actor.userId
      // A request whose claim was allowed has been counted already.
      if (!actor || !claim) limitRate(endpoint, actor, request.headers)
      assertCaller(endpoint, actor, request)
      // With an account, they were loaded.
      if (!actor && !endpoint.anonymous) await loadStoredProtocols()
      const input = { actor, ...(await readInput()) }
      return sent(await run(input as Call<E>))
    }
    return watchRequest(endpoint, requestIdOf(request.headers), (requestContext) =>
      answer(requestContext).catch((error: unknown) => refuse(error, requestContext, endpoint, request.signal)),
    )
  }
  return Object.assign(route, { endpoint })
}

/**
 * Whom the cookie names, where they may ask this, should it still stand, and have not asked too much. null: what speaks against it is said the
 * ordinary way, once it is known who asks.
 */
function allowedClaim(endpoint: AnyEndpoint, request: Request): SessionClaim | null {
  const claim = recognisedClaim(request.headers)
  if (!claim) return null
  const caller = { userId: claim.userId, via: 'session' } as const
  try {
    assertCaller(endpoint, caller, request)
    limitRate(endpoint, caller, request.headers)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
  return claim
}

const ANOTHER_ACTOR =
  'Somebody else has signed in here meanwhile. Load the page again to go on as them, or sign in again.'

function assertCaller(endpoint: AnyEndpoint, actor: Pick<Actor, 'userId' | 'via'> | null, request: Request) {
  if (endpoint.auth !== 'public' && !actor) throw new AppError('unauthenticated')
  const actingUser = request.headers.get(ACTING_USER_HEADER)
  if (actingUser !== null && !endpoint.anonymous && actingUser !== actor?.userId)
    throw new AppError('unauthenticated', actor ? ANOTHER_ACTOR : undefined)
  if (endpoint.auth === 'session' && actor?.via !== 'session')
    throw new AppError('forbidden', 'A personal token cannot do this; sign in.')
  // Reads too: that somebody has read answers is remembered, and bars them from the task for good.
  if ((endpoint.method === 'GET' && endpoint.auth === 'public') || actor?.via === 'token') return
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  // A page without an origin of its own sends the word null.
  const sameOrigin = !origin || parseUrl(origin)?.host === request.headers.get('host')
  if ((site && site !== 'same-origin' && site !== 'none') || !sameOrigin)
    throw new AppError('forbidden', 'Requests from other sites are refused.')
}

/**
 * Reads a query, refusing what the endpoint does not know: a misspelled filter that is ignored answers with everything, as if
 * everything had been asked for.
 */
function queryReader(schema: z.ZodType | undefined): (given: URLSearchParams) => unknown {
  let names: readonly string[] | null = null
  return (query) => {
    if (query.size > 0) {
      names ??= queryNames(schema)
      const issues = [...new Set(query.keys())].flatMap((name) => issueOf(name, query.getAll(name), names ?? []))
      if (issues.length > 0) throw invalid(issues)
    }
    return parse(schema, Object.fromEntries(query), 'query')
  }
}

function issueOf(name: string, values: readonly string[], names: readonly string[]): Issue[] {
  const path = `query.${name.slice(0, LONGEST_NAME)}`
  if (names.includes(name)) return values.length > 1 ? [{ path, message: 'Give it once.' }] : []
  const namesHint = names.length > 0 ? `There are ${names.join(', ')}.` : 'This address takes none.'
  return [{ path, message: `There is no such parameter. ${namesHint}` }]
}
/** A longer name is cut in what is said of it. */
const LONGEST_NAME = 40

const invalid = (issues: Issue[]) =>
  new AppError('invalid_request', issues.map(({ path, message }) => `${path}: ${message}`).join('; '), { issues })

/** Reads a JSON body, refusing what the endpoint does not know, as of a query. */
function bodyReader(schema: BodyShape): (request: Request) => Promise<unknown> {
  if (schema === undefined || schema === 'bytes') return async () => undefined
  const unknownFields = unknownFieldsOf(schema)
  return async (request) => {
    const json = await readJson(request)
    const body = parse(schema, json, 'body')
    const unknown = unknownFields(json)
    if (unknown.length > 0) throw invalid(unknown)
    return body
  }
}

function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableIn(value, where)
  if (unstorable) throw invalid([unstorable])
  const result = schema.safeParse(value, { error: tooLong })
  if (result.success) return result.data
  throw invalid(result.error.issues.map(({ path, message }) => ({ path: [where, ...path].join('.'), message })))
}

function present(endpoint: AnyEndpoint, answer: unknown, headers: Headers): Response {
  if (endpoint.response === 'empty') return new Response(null, { status: 204 })
  if (answer instanceof Response) {
    if (!isFile(endpoint.response)) return answer
    const file = fileAnswer(answer, headers)
    if (file.body && headers.get('accept') === BYTES) file.headers.set('content-type', BYTES)
    return file
  }
  if (!(endpoint.response instanceof z.ZodType)) throw new Error(`${endpoint.path} must answer with a stream`)
  return Response.json(endpoint.response.parse(answer))
}

/** What a client asks for that keeps a file as it comes, whatever it holds. */
const BYTES = 'application/octet-stream'

/** To HEAD, which Next gives to GET, only what the answer says of itself: a stream of events would never end. */
async function answerOf({ method, signal }: Request, whole: Response): Promise<Response> {
  // Of somebody who has gone Next reads no body, and what it holds, such as a connection to the database, would never be given back.
  if (method !== 'HEAD' && !signal.aborted) return whole
  await whole.body?.cancel()
  return new Response(null, whole)
}

/** What is not expected goes into the log and nowhere else. */
function refuse(error: unknown, requestContext: RequestContext, endpoint: AnyEndpoint, signal: AbortSignal): Response {
  const { requestId } = requestContext
  if (error instanceof AppError) {
    requestContext.problem = error.code
    return problemResponse(error, requestId)
  }
  const fields = { requestId, method: endpoint.method, path: endpoint.path, cause: stackOf(error) }
  if (isGivenUp(error, signal)) {
    log.warn('request given up by its client', fields)
    return new Response(null, { status: GIVEN_UP })
  }
  const appError = isDatabaseTrouble(error)
    ? new AppError('unavailable', TROUBLED, { data: { seconds: AGAIN_SECONDS } })
    : error instanceof ProtocolNotLoaded
      ? new AppError('unavailable', UNLOADED, { data: { seconds: AGAIN_SECONDS } })
      : new AppError('internal')
  requestContext.problem = appError.code
  log.error('request failed', fields)
  return problemResponse(appError, requestId)
}

/** What Node says of a body that broke off; databases and servers that go away say more. */
const isCutOff = (error: Error) => error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'

/** Did it end because its client went away? Whatever else fails meanwhile is a failure as any. */
function isGivenUp(error: unknown, signal: AbortSignal): boolean {
  const isAbort = (what: unknown) =>
    what === signal.reason || (what instanceof Error && (what.name === 'AbortError' || isCutOff(what)))
  return signal.aborted && (isAbort(error) || (error instanceof Error && isAbort(error.cause)))
}
