/** Addresses that cannot be decoded (%ff) are answered here: Next gives them to nobody and fails, without a word in the log. */
import 'server-only'
import http from 'node:http'
import { AppError } from './errors'
import { problemResponse } from './problem-response'
import { REQUEST_ID, requestIdOf } from './request-id'

/** Stands before a server, or with the prototype before all of this process: Next offers no place before its router. */
export function refuseUndecodable(servers: http.Server = http.Server.prototype): void {
  const { emit } = servers
  servers.emit = function (this: http.Server, event: string | symbol, ...given: unknown[]): boolean {
    const [request, response] = given
    const isRequest = request instanceof http.IncomingMessage && response instanceof http.ServerResponse
    if (event !== 'request' || !isRequest || isDecodable(request.url ?? ''))
      return Reflect.apply(emit, this, [event, ...given])
    void refuse(request, response)
    return true
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?')[0] ?? '')
    return true
  } catch {
    return false
  }
}

async function refuse({ headers }: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const requestId = requestIdOf(new Headers({ [REQUEST_ID]: String(headers[REQUEST_ID] ?? '') }))
  const said = problemResponse(
    new AppError(
      'invalid_request',
      'The address cannot be read: a percent sign in it is not followed by the code of a letter.',
    ),
    requestId,
  )
  said.headers.set(REQUEST_ID, requestId)
  response.writeHead(said.status, Object.fromEntries(said.headers))
  response.end(await said.text())
}
