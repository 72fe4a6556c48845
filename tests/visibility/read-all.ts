/** Everything that an actor gets to read: every GET endpoint with every id of the world, the workbenches they opened, and their e-mails. */

import { endpoints } from '@/app/api/endpoints'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { forgetRates } from '@/lib/platform/server/rate-limit'
import { protocolById } from '@/lib/protocols'
import { sessionFor } from '@/tests/actors'
import { callRoute, textOf } from '@/tests/support/call-route'
import { mailTo } from './mail-to'
import type { World } from './world'
import type { Written } from './written'

/** One answer: what was asked, and what came back. */
export interface Read {
  address: string
  status: number
  text: string
}

/** The same to everybody, whatever is in the database. */
const CONSTANT = ['/api/openapi.json', '/api/schemas/native.json', '/api/health']
const readers = endpoints.filter(({ method, path }) => method === 'GET' && !CONSTANT.includes(path))

/** Figures: long to compute, and none of the world's texts is in them. */
const FIGURES =
  /\/(agreement|receipts|plan|disagreements|methods|progress|people|second-adjudications|anchoring|dataset|checks|evaluations)\b/

const workbench = endpoints.find(({ method, path }) => method === 'POST' && path === '/api/tasks/{taskId}/annotation')

type Values = Record<string, readonly string[]>

/** Parameters that are no ids: what the protocols of the world know. */
function namesOf(world: World): Values {
  const protocols = [...new Set(world.projects.map(({ protocol }) => protocol))].map((id) => protocolById(id))
  const stages = protocols.slice(0, 1).flatMap((protocol) => protocol.stages.slice(0, 1))
  return {
    stage: stages.map(({ key }) => key),
    measure: stages.flatMap(({ measures }) => measures.slice(0, 1).map(({ key }) => key)),
    format: [...protocols.map(({ formats }) => formats[0]?.key ?? ''), 'native', 'annotations', 'ratings'],
    kind: ['label-rules'],
    version: ['latest'],
    number: ['1', '2'],
    secret: ['no-such-link'],
    sha256: ['a'.repeat(64)],
  }
}

/** Fields of the records that worlds are written with, labels among them, and what only managers and reviewers may choose. */
const FIELDS = '/prompt,/response,/labels,/type,/comment,/ref'
const EVERY_COLUMN = `state,domain,source,tags,priority,imported,changed,assignees,agreement,model,${FIELDS}`

/** What some addresses have to be asked with; more than one where the answers differ in kind. */
function queriesOf(path: string, { tag, addresses }: Written): Record<string, string>[] {
  if (path === '/api/users') return [{ search: tag }]
  if (path === '/api/invitations')
    return [{}, ...(addresses.projectId ?? []).map((projectId) => ({ projectId, show: 'all' }))]
  if (path.endsWith('/slices')) return [{ by: 'domain' }, { by: 'tag' }]
  if (path.endsWith('/review')) return [{}, { domain: 'wk' }, { tag }]
  if (path.endsWith('/corpus/search')) return [{ query: 'document' }]
  if (path.includes('/evaluations/errors')) return [{ task: 'segments', system: 'a' }]
  if (path.includes('/evaluations/report')) return [{ task: 'segments' }]
  if (path.endsWith('/timeline')) return ['you', 'task', 'A', 'B', 'all'].map((part) => ({ part }))
  if (path.endsWith('/audit-log')) return [{}, { kind: 'answers' }, { kind: 'work' }, { kind: 'consolidation' }]
  if (path.endsWith('/items'))
    return [
      {},
      { columns: EVERY_COLUMN, sort: '-state' },
      { columns: FIELDS, sort: 'changed' },
      { gold: 'e' },
      // How many are found is told too: by words that only answers have, and by what was answered.
      { q: tag },
      { stage: 'segments', measure: 'label', a: 'false', sort: '-priority' },
      { question: 'label' },
    ]
  if (path.endsWith('/items/download'))
    return [
      { format: 'csv', columns: FIELDS },
      { format: 'jsonl', columns: EVERY_COLUMN },
      { format: 'csv', stage: 'segments', measure: 'label', a: 'false', sort: '-changed' },
    ]
  if (path.endsWith('/practice-items/candidate')) return [{ stage: 'segments', position: '1' }]
  if (path.endsWith('/file')) return [{ path: 'README.md' }]
  return [{}]
}

/** Every choice of a value for every parameter of an address. */
function choices(path: string, values: Values): Record<string, string>[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return names.reduce<Record<string, string>[]>(
    (chosen, name) => chosen.flatMap((each) => (values[name] ?? []).map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}

async function read(
  endpoint: Endpoint,
  params: Record<string, string>,
  query: Record<string, string>,
  headers: Record<string, string>,
): Promise<Read> {
  // Everybody asks from the same address.
  forgetRates()
  const response = await callRoute(endpoint, { params, query, headers })
  const place = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const address = `${endpoint.method} ${place} ${new URLSearchParams(query)}`.trim()
  return { address, status: response.status, text: await textOf(response) }
}

/** What one person reads; null: whoever is not signed in. Without `figures` those are left out; `only`: of these addresses alone. */
export async function readAll(
  world: World,
  written: Written,
  { person, figures, only }: { person: number | null; figures: boolean; only?: (address: string) => boolean },
): Promise<Read[]> {
  const user = person === null ? undefined : written.users[person]
  const headers: Record<string, string> = user ? { cookie: await sessionFor(user) } : {}
  const [searchId = 'a'] = written.addresses.searchId ?? []
  const values = {
    ...namesOf(world),
    ...written.addresses,
    // Items to practise with: one of the protocol, and the projects' own.
    key: ['spiders', ...(written.addresses.key ?? [])],
    searchId: [searchId],
    userId: written.users.map(({ id }) => id),
  }
  const all: Read[] = []
  if (workbench && !only)
    for (const bench of written.benches)
      if (bench.person === person) all.push(await read(workbench, { taskId: bench.taskId }, {}, headers))
  if (user && !only) all.push({ address: 'E-MAIL', status: 200, text: (await mailTo(user)) ?? '' })
  const isAsked = ({ method, path }: Endpoint) =>
    (figures || !FIGURES.test(path)) && (only?.(`${method} ${path}`) ?? true)
  for (const endpoint of readers.filter(isAsked))
    for (const params of choices(endpoint.path, values))
      for (const query of queriesOf(endpoint.path, written)) all.push(await read(endpoint, params, query, headers))
  return all
}
