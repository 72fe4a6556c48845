/** The one way from the browser and the command line to the server: typed by the endpoint, checked on arrival. */
import { z } from 'zod'
import {
  ACTING_USER_HEADER,
  type BodyInput,
  type Endpoint,
  type Params,
  type QueryInput,
  type Result,
} from '@/lib/platform/api/endpoint'
import { problemSchema } from '@/lib/platform/api/problem'
import { ApiError } from './api-error'
import { refusalWords } from './field-words'

export type CallInput<E> = (Params<E> extends undefined ? { params?: undefined } : { params: Params<E> }) &
  (QueryInput<E> extends undefined ? { query?: undefined } : { query?: QueryInput<E> }) &
  (BodyInput<E> extends undefined ? { body?: undefined } : { body: BodyInput<E> })

export interface CallOptions {
  signal?: AbortSignal
  /** Where the server is; empty in the browser. */
  baseUrl?: string
  /** A personal token, for the command line. */
  token?: string
  /** Lets the request finish while the page is being left. */
  keepalive?: boolean
  /** Whose doing this is, where it is not that of the page's user: refused where the browser is somebody else's by now. */
  as?: string
}

let pageUser: string | undefined

/**
 * Says whose page this is. Every later request that names nobody is then refused once the browser is somebody else's: what is done on
 * one person's page must not count as another's. Returns how to end that.
 */
export function actAs(userId: string): () => void {
  pageUser = userId
  return () => {
    if (pageUser === userId) pageUser = undefined
  }
}

/** The address of an endpoint with its parameters filled in. */
export function urlFor<const E extends Endpoint>(endpoint: E, input: Omit<CallInput<E>, 'body'>, baseUrl = ''): string {
  const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: Record<string, unknown> }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  return `${baseUrl}${path}${search.size ? `?${search}` : ''}`
}

/** Sends a request and returns the checked answer; throws ApiError for every failure, network included. */
export async function call<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Result<E>> {
  const response = await send(endpoint, input, options)
  if (!(endpoint.response instanceof z.ZodType)) return undefined as Result<E>
  return endpoint.response.parse(await response.json()) as Result<E>
}

/** Like `call`, for endpoints that answer with a stream: returns the response unread. */
export async function send<const E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Response> {
  const body: unknown = (input as { body?: unknown }).body
  const raw = endpoint.body === 'bytes'
  const actingUser = options.as ?? (options.token === undefined ? pageUser : undefined)
  const init: RequestInit & { duplex?: 'half' } = {
    method: endpoint.method,
    signal: options.signal,
    keepalive: options.keepalive,
    headers: {
      ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
      ...(actingUser === undefined ? {} : { [ACTING_USER_HEADER]: actingUser }),
      ...(body !== undefined ? { 'content-type': raw ? 'application/octet-stream' : 'application/json' } : {}),
    },
    ...(body === undefined
      ? {}
      : raw
        ? { body: body as globalThis.BodyInit, duplex: 'half' }
        : { body: JSON.stringify(body) }),
  }
  let response: Response
  try {
    response = await fetch(urlFor(endpoint, input, options.baseUrl), init)
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiError({ code: 'network', status: 0, detail: 'The server cannot be reached.' }, { cause })
  }
  if (!response.ok) throw await readProblem(response, endpoint.path)
  return response
}

async function readProblem(response: Response, path: string): Promise<ApiError> {
  const parsed = problemSchema.safeParse(await response.json().catch(() => null))
  if (parsed.success) {
    const { code, issues = [] } = parsed.data
    const isOfFields = code === 'invalid_request' && issues.length > 0
    return new ApiError(parsed.data, { message: isOfFields ? refusalWords(issues, path) : undefined })
  }
  return new ApiError({ code: 'network', status: response.status, detail: `The server answered ${response.status}.` })
}
