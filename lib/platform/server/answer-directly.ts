/**
 * Answers the interface without the framework's way from the connection to its route and back, which costs more than a save itself: for
 * addresses that take JSON or nothing and answer with JSON or nothing. Files, streams and pages are the framework's, and so is everything
 * until it has loaded its route of the interface, which then answers here too (docs/decisions/105).
 */
import 'server-only'
import type http from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { z } from 'zod'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { type EndpointsAt, partsOf } from '@/lib/platform/api/find-endpoint'
import { accepts } from './accepts'
import { AppError } from './errors'
import { log, stackOf } from './log'
import { problemResponse } from './problem-response'
import { REQUEST_ID } from './request-id'

/** Answers an address of the interface. `parts`: what stands between its slashes, decoded. */
export type AnswerAddress = (request: Request, parts: readonly string[]) => Promise<Response>

// One for the process: the server is built into several bundles.
const globals: typeof globalThis & { __assayAnswerAddress?: AnswerAddress } = globalThis

/** From now on addresses are answered by this. */
export function provideAnswers(answer: AnswerAddress): void {
  globals.__assayAnswerAddress = answer
}

/** A body is held whole before anybody asks who sends it, so only a short one; longer ones are left to the framework, which hands on a stream. */
const MOST_SENT = 64_000
/** Smaller answers are not worth packing. */
const LEAST_PACKED = 1_024
const pack = promisify(gzip)

const isJson = ({ body, response }: Endpoint) =>
  body !== 'bytes' && (response === 'empty' || response instanceof z.ZodType)

/** What is answered here is sent; false: it is the framework's. */
export function answerDirectly(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  endpointsAt: EndpointsAt,
): boolean {
  const answer = globals.__assayAnswerAddress
  const parts = answer && partsIn(request)
  const endpoint = parts && endpointsAt(parts)?.get(request.method ?? '')
  if (!answer || !parts || !endpoint || !isJson(endpoint)) return false
  void send(answer, parts, request, response).catch((error: unknown) => {
    log.error('answer not sent', { path: endpoint.path, cause: stackOf(error) })
    if (response.headersSent) response.destroy()
    else sendFailure(request, response)
  })
  return true
}

/** A cut connection would be taken for a failing network, and the request sent again and again. */
function sendFailure({ headers }: http.IncomingMessage, response: http.ServerResponse): void {
  const requestId = String(headers[REQUEST_ID] ?? '')
  const problem = problemResponse(new AppError('internal'), requestId)
  response.writeHead(problem.status, { ...Object.fromEntries(problem.headers), [REQUEST_ID]: requestId })
  void problem.text().then((text) => response.end(text))
}

/** The parts of an address that needs no tidying up and of a body of stated length; null of any other. */
function partsIn({ method, url = '/', headers }: http.IncomingMessage): string[] | null {
  const [path = ''] = url.split('?', 1)
  if (!/^\/api(?:\/[\w.~%-]+)+$/.test(path) || headers['transfer-encoding'] !== undefined) return null
  const length = Number(headers['content-length'] ?? 0)
  if (length > (method === 'GET' ? 0 : MOST_SENT)) return null
  const parts = partsOf(path).map(decodeURIComponent)
  return parts.includes('.') || parts.includes('..') ? null : parts
}

async function send(
  answer: AnswerAddress,
  parts: readonly string[],
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
): Promise<void> {
  const body = await bodyOf(incoming).catch(() => null)
  // Its client has gone in the middle of it.
  if (body === null) return
  const abortController = new AbortController()
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) abortController.abort()
  })
  const { method } = incoming
  const request = new Request(new URL(`http://localhost${incoming.url}`), {
    method,
    headers: headersOf(incoming),
    signal: abortController.signal,
    ...(body.length > 0 && method !== 'GET' ? { body } : {}),
  })
  const answered = await answer(request, parts)
  const { status, headers } = answered
  const bytes = answered.body && Buffer.from(await answered.arrayBuffer())
  if (outgoing.destroyed) return
  const packed = bytes && isPacked(incoming, headers, bytes) ? await pack(bytes) : null
  const sent = packed ?? bytes
  const headerList = [...headers].flat()
  if (packed) headerList.push('content-encoding', 'gzip', 'vary', 'accept-encoding')
  if (sent) headerList.push('content-length', String(sent.length))
  outgoing.writeHead(status, headerList)
  outgoing.end(sent)
}

const isPacked = (incoming: http.IncomingMessage, headers: Headers, { length }: Buffer) =>
  length >= LEAST_PACKED && !headers.has('content-encoding') && accepts(incoming, 'gzip')

const bodyOf = (incoming: http.IncomingMessage) =>
  new Promise<Buffer<ArrayBuffer>>((resolve, reject) => {
    const parts: Buffer[] = []
    incoming.on('data', (part: Buffer) => parts.push(part))
    incoming.on('end', () => resolve(Buffer.concat(parts)))
    incoming.on('error', reject)
  })

function headersOf({ headers, socket }: http.IncomingMessage): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const each of typeof value === 'string' ? [value] : (value ?? [])) read.append(name, each)
  // As the framework says it: where no proxy stands before, it is who has connected.
  if (!read.has('x-forwarded-for') && socket.remoteAddress) read.set('x-forwarded-for', socket.remoteAddress)
  return read
}
