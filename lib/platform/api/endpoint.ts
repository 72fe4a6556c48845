/**
 * One declaration per HTTP endpoint, shared by everyone who must agree on it: the route (lib/platform/server/handle.ts), the
 * browser and the command line (lib/platform/client/fetch-json.ts), the OpenAPI document (lib/platform/api/openapi.ts) and the access table.
 * Rooms declare theirs in contract.ts; app/api/endpoints.ts lists them all.
 */
import type { z } from 'zod'
import type { ProblemCode } from './problem'

/** The header that says whose doing a request is; it is refused where somebody else is signed in. */
export const ACTING_USER_HEADER = 'assay-as'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the answer is: a JSON value of a schema, nothing (204), or a stream of a media type. */
export type ResponseShape = z.ZodType | 'empty' | { stream: readonly string[] }

/** Is the answer a file? Streams of events are opened once and stay. */
export const isFile = (response: ResponseShape): response is { stream: readonly string[] } =>
  typeof response === 'object' && 'stream' in response && !response.stream.includes('text/event-stream')

/** What the request carries: a JSON value of a schema, nothing, or raw bytes that the command reads itself. */
export type BodyShape = z.ZodType | 'bytes' | undefined

export interface Endpoint<
  P extends z.ZodType | undefined = z.ZodType | undefined,
  Q extends z.ZodType | undefined = z.ZodType | undefined,
  B extends BodyShape = BodyShape,
  R extends ResponseShape = ResponseShape,
> {
  method: Method
  /** With parameters in braces, as OpenAPI writes them: `/api/tasks/{taskId}/answers`. */
  path: `/api/${string}`
  /** One line for the API document and the access table. */
  summary: string
  /** The room it belongs to. */
  tag: string
  /** `public` needs nobody; `actor` needs a session or a personal token; `session` refuses tokens. */
  auth: 'public' | 'actor' | 'session'
  /** Of public ones: nobody is looked up, so that it answers also while the database is away. */
  anonymous?: true
  /** Answers under every name that leads here: whoever looks after the process asks the process, not its public address. */
  anyHost?: true
  /** How many ordinary requests it counts as, where somebody asks too much (lib/platform/server/rate-limit.ts). */
  cost?: number
  /** Of files: answered with an ETag of the bytes, and with 304 to a caller that has them. */
  tagged?: true
  /** How it can fail beyond what every endpoint of its kind can (failures.ts). */
  fails?: readonly ProblemCode[]
  params?: P
  query?: Q
  body?: B
  response: R
}

export type Params<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? Output<P> : never
export type Query<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? Output<Q> : never
export type Body<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? Output<B> : never
/** What a caller passes as query or body: the schema's input side (defaults may be left out). */
export type QueryInput<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? Input<Q> : never
export type BodyInput<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? Input<B> : never
export type Result<E> =
  E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? (R extends z.ZodType ? z.output<R> : R) : never

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : S extends 'bytes' ? BodyInit : undefined

/** Declares an endpoint; the identity function, there for its types. */
export function endpoint<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends BodyShape = undefined,
  R extends ResponseShape = ResponseShape,
>(declaration: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  return declaration
}
