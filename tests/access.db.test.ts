import { describe, expect, it } from 'vitest'
import { apiNames, endpoints } from '@/app/api/endpoints'
import { routeOf } from '@/app/api/find-route'
import { API_VERSION } from '@/lib/platform/api/contract'
import { openApi } from '@/lib/platform/api/openapi'
import { Scenes } from './access/copy-scene'
import { expectations, type Row } from './access/row'
import { type ActorName, CHOICES, forgetThrottle, headersOf, type Scene } from './access/scene'
import { QUESTION, SECRETS } from './access/secrets'
import { moveSequences, sequenceNumbersIn } from './access/sequences'
import { wholeTable as table, tableSize } from './access/whole-table'

const addresses = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)

async function knock(
  address: string,
  row: Row,
  scene: Scene,
  name: ActorName,
): Promise<{ status: number; text: string; headers: string }> {
  const endpoint = endpoints.find(({ method, path }) => address === `${method} ${path}`)
  if (!endpoint) throw new Error(`There is no endpoint ${address}.`)
  const { method, path } = endpoint
  const route = await routeOf(endpoint)
  const { params = {}, query = {}, body } = row.input(scene)
  const url = new URL(`http://localhost${path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')}`)
  url.search = new URLSearchParams(query).toString()
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  const request = new Request(url, {
    method,
    headers: await headersOf(scene, name),
    body: method === 'GET' ? undefined : raw,
  })
  const response = await route(request, { params: Promise.resolve(params) })
  const headers = [...response.headers].map((header) => header.join(': ')).join('\n')
  return { status: response.status, text: await textOf(response), headers }
}

/** A stream of events never ends: what it says first is what counts. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text()
  const reader = response.body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

const document = openApi(endpoints, API_VERSION, apiNames)

/** The statuses that the API document promises. */
function statusesOf(address: string): number[] {
  const [method = '', path = ''] = address.split(' ')
  return Object.keys(document.paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number)
}

const STRANGERS: readonly ActorName[] = ['nobody', 'expired', 'outsider', 'unassigned']

/** Who may read what Ada asked. */
const ASKED: readonly ActorName[] = ['assigned', 'manager', 'administrator']

/**
 * Nobody but its writer reads what somebody chose or wrote before all have submitted, nor while the item is discarded;
 * later on viewers do not before it is gold, and strangers never.
 */
function expectNoLeak({ moment }: Row, name: ActorName, text: string) {
  const isBlind = moment === 'open' || moment === 'listing' || moment === 'discarded'
  // Agreement names every value there is; how often each was given is counted once all have submitted.
  const counted = isBlind ? /"value":"\w+","count":0,"share":null,/g : /"value":"\w+","count":\d+,"share":/g
  const values = text.replace(/\{"value":"\w+","text":"[^"]*","tone":"\w+"\}/g, '').replace(counted, '')
  const isClosed = STRANGERS.includes(name) || (name === 'viewer' && moment !== 'gold' && moment !== 'released')
  if (!ASKED.includes(name)) expect(text).not.toContain(QUESTION)
  for (const writer of ['assigned', 'partner'] as const) {
    if (name === writer || (!isBlind && !isClosed)) continue
    expect(text).not.toContain(SECRETS[writer])
    // What a release says of its labels is for whoever has the link.
    if (moment !== 'released')
      expect(values).not.toMatch(new RegExp(`"${CHOICES[writer]}"|,${CHOICES[writer]}\\b|\\\\"${CHOICES[writer]}`))
  }
}

/** Reads and refusals change nothing that a later row asks for, so those of a moment share one scene; a change gets a copy. */
const scenes = new Scenes()

const moved = await moveSequences()
const { endpoints: routes, rows: lines, actors: people, answers } = tableSize()

describe(`the access table: ${routes} endpoints in ${lines} rows, ${people} actors, ${answers} answers`, () => {
  it('has a row for every endpoint, and no other', () => {
    expect(Object.keys(table).sort()).toEqual([...addresses].sort())
  })

  it('is held against a database whose every sequence is known by its numbers', () => {
    expect(moved).toContain('public.events_id_seq')
    expect(sequenceNumbersIn('{"id":"e7770001110000042"}')).toHaveLength(1)
    expect(sequenceNumbersIn(`"${(7_770_001_110_000_042).toString(16)}"`)).toHaveLength(1)
  })

  for (const [address, rows] of Object.entries(table))
    for (const [index, row] of rows.entries())
      it(`${address}, ${row.moment}${index ? ` (${index + 1})` : ''}`, async () => {
        const expected = expectations(row)
        await forgetThrottle()
        const isRead = address.startsWith('GET')
        const declared = statusesOf(address)
        const got: Record<string, number> = {}
        const ask = async (name: ActorName, scene: Scene) => {
          const answer = await knock(address, row, scene, name)
          got[name] = answer.status === 204 ? 200 : answer.status
          expect(declared, address).toContain(answer.status)
          expectNoLeak(row, name, answer.text)
          expect(sequenceNumbersIn(`${answer.headers}\n${answer.text}`)).toEqual([])
        }
        const changes = [...expected].filter(([, status]) => status === 200 && !isRead).map(([name]) => name)
        const others = [...expected.keys()].filter((name) => !changes.includes(name))
        const shared = await scenes.shared(row.moment)
        await Promise.all(others.map((name) => ask(name, shared)))
        for (const name of changes) await ask(name, await scenes.own(row.moment))
        expect(got).toEqual(Object.fromEntries(expected))
      })
})
