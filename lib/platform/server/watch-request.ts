import 'server-only'
import { env } from './env'
import { log } from './log'
import { meters } from './metrics'
import { currentRequest, inRequest, type RequestContext } from './request-context'
import { REQUEST_ID } from './request-id'

/** Runs a request: named in the log and in its answer, counted, and written down in one line where that is wanted. */
export async function watchRequest(
  endpoint: { method: string; path: string },
  requestId: string,
  answer: (context: RequestContext) => Promise<Response>,
): Promise<Response> {
  const started = performance.now()
  const context: RequestContext = { requestId }
  const response = await inRequest(context, () => answer(context))
  const ms = performance.now() - started
  const { method, path } = endpoint
  const { requests, problems } = meters()
  requests.observe({ method, endpoint: path, status: `${Math.floor(response.status / 100)}xx` }, ms / 1000)
  if (context.problem) problems.inc({ endpoint: path, code: context.problem })
  if (env().ASSAY_LOG_REQUESTS) {
    const { actorId, problem } = context
    log.info('request', { requestId, method, path, status: response.status, ms: Math.round(ms), actorId, problem })
  }
  response.headers.set(REQUEST_ID, requestId)
  // That of the server, which stands around this one.
  const around = currentRequest()
  if (around) around.framing = framingOf(response.headers)
  return response
}

const framingOf = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    ['content-length', 'content-encoding'].flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
