/**
 * What is answered before Next's router sees it, or otherwise than it would, which offers no place of its own for this. Addresses that cannot be decoded
 * (%ff) it gives to nobody and fails, without a word in the log; TRACE throws in it; and for a method that a route does not
 * export it says 405 without `Allow` and without a problem; `proxy.ts` could ask, but the interface does not pass through it, because that would
 * cost half of the requests a second. Here it costs a walk through the path of the address.
 */
import 'server-only'
import http from 'node:http'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { type EndpointsAt, endpointFinder, partsOf } from '@/lib/platform/api/find-endpoint'
import { parseUrl } from '@/lib/text/parse-url'
import { answerDirectly } from './answer-directly'
import { withAnswerHeaders } from './answer-headers'
import { env } from './env'
import { AppError } from './errors'
import { FOREIGN_HOST, isOwnHost } from './own-host'
import { sendPacked } from './packed-files'
import { problemResponse } from './problem-response'
import { inRequest, type RequestContext } from './request-context'
import { REQUEST_ID, requestIdOf } from './request-id'

/** next-auth has addresses of its own and sorts them out itself. */
const SIGN_IN = /^\/api\/auth\/./
const SIGN_IN_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST']

/** The methods at a path, in the order of the alphabet; null where it is none of the interface's. */
type MethodsAt = (path: string) => readonly string[] | null

const withHead = (method: string) => (method === 'GET' ? ['GET', 'HEAD'] : [method])

const methodsOf =
  (endpointsAt: EndpointsAt): MethodsAt =>
  (path) => {
    if (!path.startsWith('/api/')) return null
    if (SIGN_IN.test(path)) return SIGN_IN_METHODS
    const methods = endpointsAt(partsOf(path))?.keys()
    return methods ? [...methods].flatMap(withHead).concat('OPTIONS').sort() : null
  }

/**
 * Stands before a server of these endpoints, or with the prototype before all of this process. Names the request, too, so that everything that
 * is printed on the way has its id. `directly`: what can be answered here is; whoever develops has the framework make their changes into
 * programs on the way.
 */
export function answerBeforeRouter(
  endpoints: readonly Endpoint[],
  { servers = http.Server.prototype, directly = false }: { servers?: http.Server; directly?: boolean } = {},
): void {
  const endpointsAt = endpointFinder(endpoints)
  const methodsAt = methodsOf(endpointsAt)
  const { emit } = servers
  servers.emit = function (this: http.Server, event: string | symbol, ...eventArguments: unknown[]): boolean {
    const [request, response] = eventArguments
    const isRequest = request instanceof http.IncomingMessage && response instanceof http.ServerResponse
    if (event !== 'request' || !isRequest) return Reflect.apply(emit, this, [event, ...eventArguments])
    const requestId = nameOf(request)
    const answer = answerTo(request, requestId, methodsAt)
    if (!answer) {
      const context: RequestContext = { requestId }
      if (directly && inRequest(context, () => answerDirectly(request, response, endpointsAt))) return true
      completeHead(response, context)
      if (directly) sendPacked(request, response)
      return inRequest(context, () => Reflect.apply(emit, this, [event, ...eventArguments]))
    }
    void send(answer, request, response)
    return true
  }
}

/** When to ask again, in seconds. */
const AGAIN = '2'

/**
 * Makes 503 of the 500 with which Next answers whatever a page throws, where it was the database that failed. A page has no
 * say in its status, and what was asked may well succeed in a moment, as it does of the interface. And says how long an answer of a route
 * is, and how it is packed: Next leaves both out, because what is fetched elsewhere and passed on is unpacked by then.
 */
function completeHead(response: http.ServerResponse, context: RequestContext): void {
  const { writeHead } = response
  response.writeHead = function (this: http.ServerResponse, status: number, ...headArguments: unknown[]) {
    const isTrouble = status === 500 && context.isTroubled === true && !this.headersSent
    if (isTrouble) this.setHeader('retry-after', AGAIN)
    if (!this.headersSent)
      for (const [name, value] of Object.entries(context.framing ?? {})) this.setHeader(name, value)
    return Reflect.apply(writeHead, this, [isTrouble ? 503 : status, ...headArguments])
  }
}

/** Gives the request a name that everybody after this finds in its headers. */
function nameOf({ headers }: http.IncomingMessage): string {
  const requestId = requestIdOf({ get: (name) => String(headers[name] ?? '') })
  headers[REQUEST_ID] = requestId
  return requestId
}

/** The answer, or null where the router is to give it. */
function answerTo(request: http.IncomingMessage, requestId: string, methodsAt: MethodsAt): Response | null {
  const refusal = takeApart(request) ?? refuse(request, methodsAt)
  if (!refusal) return null
  const { error, allow } = refusal
  const answer = error ? problemResponse(error, requestId) : withAnswerHeaders(new Response(null, { status: 204 }))
  if (allow) answer.headers.set('allow', allow.join(', '))
  answer.headers.set(REQUEST_ID, requestId)
  return answer
}

function refuse({ method = 'GET', url = '/' }: http.IncomingMessage, methodsAt: MethodsAt): Refusal | null {
  const path = pathOf(url)
  if (path === null) return undecodable()
  return lostParameter(path, url) ?? refusalOf(method, path, methodsAt)
}

interface Refusal {
  /** Left out where all that was asked for is what may be asked. */
  error?: AppError
  allow?: readonly string[]
}

const undecodable = (): Refusal => ({
  error: new AppError(
    'invalid_request',
    'The address cannot be read: a percent sign in it is not followed by the code of a letter.',
  ),
})

/** The router keeps parameters in an object, in which one of this name is lost before a route could refuse it as unknown. */
function lostParameter(path: string, url: string): Refusal | null {
  const queryStart = url.indexOf('?')
  if (queryStart < 0 || !path.startsWith('/api/') || !new URLSearchParams(url.slice(queryStart)).has(LOST)) return null
  return { error: new AppError('invalid_request', `query.${LOST}: There is no such parameter.`) }
}
const LOST = '__proto__'

function refusalOf(method: string, path: string, methodsAt: MethodsAt): Refusal | null {
  // What there is not, and what is the router's own, it sorts out itself.
  const allow = path === '*' ? SERVER_METHODS : (methodsAt(path) ?? methodsOfPage(path))
  if (method === 'OPTIONS') return allow && { allow }
  if (allow?.includes(method) || (!allow && NEXT_KNOWS.has(method))) return null
  const allowedMethods = allow ?? PAGE_METHODS
  return {
    error: new AppError('method_not_allowed', `${method} is not for this address; ${allowedMethods.join(', ')} are.`),
    allow: allowedMethods,
  }
}

/** Mail programs send the link that stops e-mails without opening its page (proxy.ts leads them on). */
const STOPS_MAIL = /^\/unsubscribe\/[^/]+$/

const methodsOfPage = (path: string): readonly string[] | null => {
  if (!isPage(path)) return null
  return STOPS_MAIL.test(path) ? [...PAGE_METHODS, 'POST'] : PAGE_METHODS
}

const isPage = (path: string): boolean => !/^\/(?:api(?:\/|$)|_)/.test(path)

/** Methods that Next does not throw at. */
const NEXT_KNOWS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH'])
const PAGE_METHODS = ['GET', 'HEAD', 'OPTIONS']
/** Of the server as a whole, which `OPTIONS *` asks for. */
const SERVER_METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/**
 * Takes an address as proxies write it, with the name of the server before the path, apart, as if the name had come as `Host`
 * (RFC 9112 3.2.2): Next would send whoever asks for it to that server. Returns the refusal of an address that is none of ours.
 */
function takeApart(request: http.IncomingMessage): Refusal | null {
  const { url = '/', method, headers } = request
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return null
  const address = /^https?:\/\//i.test(url) ? parseUrl(url) : null
  if (!address)
    return { error: new AppError('invalid_request', 'The address begins with a slash, and this one does not.') }
  if (!isOwnHost(address.host, env().NEXTAUTH_URL)) return { error: new AppError('misdirected', FOREIGN_HOST) }
  headers.host = address.host
  request.url = address.pathname + address.search
  return null
}

/** The path, decoded; null where it cannot be. */
function pathOf(url: string): string | null {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '')
  } catch {
    return null
  }
}

async function send(answer: Response, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.end(request.method === 'HEAD' ? undefined : await answer.text())
}
