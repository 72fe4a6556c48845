/** Calls an endpoint's route function in this process, as Next would. */
import { routeOf } from '@/app/api/find-route'
import type { Endpoint, Method } from '@/lib/platform/api/endpoint'

type Call = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

/** The route of an endpoint, named as `GET /api/projects/{projectId}`; its chapter is loaded when it is first called. */
export function routeAt(address: `${Method} /api/${string}`): Call {
  const [method, path] = address.split(' ') as [Method, Endpoint['path']]
  return async (request, context) => (await routeOf({ method, path }))(request, context)
}

export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** As it goes over the wire. */
  body?: BodyInit
}

export async function callRoute(endpoint: Pick<Endpoint, 'method' | 'path'>, asked: Asked): Promise<Response> {
  const { params = {}, query = {}, headers, body } = asked
  const place = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const url = new URL(`http://localhost${place}`)
  url.search = new URLSearchParams(query).toString()
  const init = { method: endpoint.method, headers, body, duplex: 'half' }
  const route = await routeOf(endpoint)
  return route(new Request(url, init as RequestInit), { params: Promise.resolve(params) })
}

/** The whole answer; of a stream of events, which never ends, what it says first. */
export async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}
