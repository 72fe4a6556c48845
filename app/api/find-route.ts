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
const endpointsAt = endpointFinder(endpoints)
const isSame = (one: Named, other: Named) => one.method === other.method && one.path === other.path

async function routeIn(chapter: string, endpoint: Named): Promise<Route> {
  const routes = (await chapters[chapter]?.())?.routes
  const route = routes?.find((each) => isSame(each.endpoint, endpoint))
  if (!route) throw new Error(`There is no route for ${endpoint.method} ${endpoint.path}.`)
  return route
}

/** What answers an endpoint. @throws where none of its chapter's routes does */
export const routeOf = (endpoint: Named): Promise<Route> =>
  routeIn(endpoints.find((each) => isSame(each, endpoint))?.tag ?? '', endpoint)

/** What answers an address, with its parameters; null where there is no such address. `parts`: between its slashes, decoded. */
export async function findRoute(
  method: string,
  parts: readonly string[],
): Promise<{ route: Route; params: Record<string, string> } | null> {
  // HEAD is answered by what answers GET.
  const endpoint = endpointsAt(parts)?.get(method === 'HEAD' ? 'GET' : method)
  return endpoint ? { route: await routeIn(endpoint.tag, endpoint), params: paramsOf(endpoint, parts) } : null
}
