/** Calls an endpoint's route function in this process, as Next would. */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@/lib/platform/api/endpoint'

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

export interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** As it goes over the wire. */
  body?: BodyInit
}

const routes = new Map<string, Promise<Record<string, Route>>>()

/** The functions of the route file behind an address; loaded once. */
function routeFile(address: string): Promise<Record<string, Route>> {
  const file = path.resolve(`app${address.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`)
  const loading = routes.get(file) ?? import(/* @vite-ignore */ pathToFileURL(file).href)
  routes.set(file, loading)
  return loading
}

export async function callRoute(endpoint: Pick<Endpoint, 'method' | 'path'>, asked: Asked): Promise<Response> {
  const route = (await routeFile(endpoint.path))[endpoint.method]
  if (!route) throw new Error(`no route for ${endpoint.method} ${endpoint.path}`)
  const { params = {}, query = {}, headers, body } = asked
  const place = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const url = new URL(`http://localhost${place}`)
  url.search = new URLSearchParams(query).toString()
  const init = { method: endpoint.method, headers, body, duplex: 'half' }
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
