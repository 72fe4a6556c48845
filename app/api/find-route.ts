/**
 * What answers an address of the interface. The routes are declared by chapter, in `routes/`, and a chapter is loaded when one of its
 * addresses is first asked for. Next would bundle a `route.ts` for each address by itself: docs/decisions/126 has what that cost.
 */
import { endpoints } from '@/app/api/endpoints'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { endpointFinder, paramsOf } from '@/lib/platform/api/find-endpoint'
import type { Route } from '@/lib/platform/server/handle'

/** The chapters, by the tag of their endpoints. */
const chapters: Readonly<Record<string, () => Promise<{ routes: readonly Route[] }>>> = {
  agreement: () => import('./routes/agreement'),
  annotations: () => import('./routes/annotations'),
  api: () => import('./routes/api'),
  assignments: () => import('./routes/assignments'),
  'audit-log': () => import('./routes/audit-log'),
  audits: () => import('./routes/audits'),
  calibration: () => import('./routes/calibration'),
  checks: () => import('./routes/checks'),
  comments: () => import('./routes/comments'),
  consolidation: () => import('./routes/consolidation'),
  corpus: () => import('./routes/corpus'),
  dataset: () => import('./routes/dataset'),
  'e-mails': () => import('./routes/e-mails'),
  evaluation: () => import('./routes/evaluation'),
  evidence: () => import('./routes/evidence'),
  guidelines: () => import('./routes/guidelines'),
  imports: () => import('./routes/imports'),
  inbox: () => import('./routes/inbox'),
  items: () => import('./routes/items'),
  members: () => import('./routes/members'),
  operations: () => import('./routes/operations'),
  people: () => import('./routes/people'),
  practice: () => import('./routes/practice'),
  prefill: () => import('./routes/prefill'),
  projects: () => import('./routes/projects'),
  protocols: () => import('./routes/protocols'),
  'provider keys': () => import('./routes/provider-keys'),
  releases: () => import('./routes/releases'),
  suggestions: () => import('./routes/suggestions'),
  tasks: () => import('./routes/tasks'),
  teams: () => import('./routes/teams'),
  timeline: () => import('./routes/timeline'),
  users: () => import('./routes/users'),
}

type Named = Pick<Endpoint, 'method' | 'path'>
const addressOf = ({ method, path }: Named) => `${method} ${path}`
const endpointsAt = endpointFinder(endpoints)
const tags = new Map(endpoints.map((endpoint) => [addressOf(endpoint), endpoint.tag]))

/** What answers an endpoint. @throws where none of its chapter's routes does */
export async function routeOf(endpoint: Named): Promise<Route> {
  const chapter = await chapters[tags.get(addressOf(endpoint)) ?? '']?.()
  const route = chapter?.routes.find((each) => addressOf(each.endpoint) === addressOf(endpoint))
  if (!route) throw new Error(`There is no route for ${addressOf(endpoint)}.`)
  return route
}

/** What answers an address, with its parameters; null where there is no such address. `parts`: between its slashes, decoded. */
export async function findRoute(
  method: string,
  parts: readonly string[],
): Promise<{ route: Route; params: Record<string, string> } | null> {
  const methods = endpointsAt(parts)
  // HEAD is answered by what answers GET.
  const endpoint = [...(methods?.values() ?? [])].find((each) => each.method === (method === 'HEAD' ? 'GET' : method))
  return endpoint ? { route: await routeOf(endpoint), params: paramsOf(endpoint, parts) } : null
}
