/**
 * Sends an endpoint what nobody should: values drawn from its schema, and the access table's own requests with something
 * changed in them, as somebody who may. Whatever comes, the answer is below 500, in time, in the form of a problem where
 * it refuses, and what is refused leaves the database as it was.
 */
import { z } from 'zod'
import { endpoints } from '@/app/api/endpoints'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { problemSchema } from '@/lib/platform/api/problem'
import { pool } from '@/lib/platform/server/db'
import { type NextIndex, seededRandom } from '@/lib/stats/seeded-random'
import { Scenes } from '@/tests/access/copy-scene'
import type { Input, Row } from '@/tests/access/row'
import { type ActorName, headersOf, type Moment, type Scene } from '@/tests/access/scene'
import { wholeTable } from '@/tests/access/whole-table'
import { callRoute, textOf } from '@/tests/support/call-route'
import { HOSTILE_TEXTS, type Json, mutated } from './hostile'
import { Journal } from './journal'
import { schemaValues } from './schema-values'
import { newTally, type Tally, watched } from './tally'

export const readsBody = ({ body }: Endpoint): boolean => body instanceof z.ZodType

/** Those that read a body of JSON or a query. */
export const fuzzedEndpoints = endpoints.filter((each) => readsBody(each) || each.query !== undefined)

/** What is written on the way to a refusal: that somebody came by a link, and that a report is to be made for those who ask again. */
const WRITTEN_ANYWAY: Readonly<Record<string, readonly string[]>> = {
  '/api/public/releases/{secret}/file': ['public.events'],
  '/api/projects/{projectId}/evaluations/report/download': [
    'public.evaluation_reports',
    'graphile_worker._private_jobs',
  ],
}

/** Figures that follow from the ratings: whoever asks first computes them for everybody, also on the way to a refusal. */
const DERIVED = 'public.kept_figures'

/** Successes use a scene up. After so many of them an endpoint is answered in what is left of the last for a while. */
const MOST_SCENES = 12
const INPUTS_A_SPENT_SCENE = 250

/** Rows that let somebody in come first: refusals at the door try nothing. */
function rowOf(endpoint: Endpoint): { row: Row; name: ActorName } {
  const rows = wholeTable[`${endpoint.method} ${endpoint.path}`] ?? []
  const stopped = (row: Row) => Object.values(row.stopped ?? {}).find(Boolean) ?? ''
  const row = rows.find(({ ok }) => ok) ?? rows.find(stopped) ?? rows[0]
  if (!row) throw new Error(`the access table has no row for ${endpoint.method} ${endpoint.path}`)
  const names = `${row.ok} ${stopped(row)} manager`.split(' ').filter(Boolean) as ActorName[]
  return { row, name: names.at(-2) ?? 'manager' }
}

export async function fuzzEndpoint(
  endpoint: Endpoint,
  inputs: number,
  seed: number,
  mostScenes = MOST_SCENES,
): Promise<Tally> {
  const fuzzing = new EndpointFuzzing(endpoint, seed, mostScenes)
  for (let index = 0; index < inputs; index++) await fuzzing.once()
  fuzzing.clearAway()
  return fuzzing.tally
}

/** Made once a moment; what comes after one that is used up is a copy. */
const made = new Scenes()
const scenes = new Map<Moment, Scene>()

class EndpointFuzzing {
  readonly tally: Tally
  private readonly random: NextIndex
  private readonly row: Row
  private readonly name: ActorName
  private spent = 0
  /** How many inputs have been answered in a scene that is used up. */
  private late = 0
  private isSpent = false
  private journal: Journal | undefined
  private signedIn: { scene: Scene; headers: Record<string, string> } | undefined

  constructor(
    private readonly endpoint: Endpoint,
    seed: number,
    private readonly mostScenes: number,
  ) {
    this.tally = newTally(`${endpoint.method} ${endpoint.path}`)
    this.random = seededRandom(seed)
    const { row, name } = rowOf(endpoint)
    this.row = row
    this.name = name
  }

  /** The next endpoint finds no scene that this one has used up. */
  clearAway(): void {
    if (this.isSpent) scenes.delete(this.row.moment)
    this.isSpent = false
    this.late = 0
  }

  async once(): Promise<void> {
    const { tally } = this
    if (this.isSpent && ++this.late >= INPUTS_A_SPENT_SCENE) this.clearAway()
    const scene = scenes.get(this.row.moment) ?? (await made.own(this.row.moment))
    scenes.set(this.row.moment, scene)
    const asked = this.asked(scene)
    const request = { ...asked, headers: await this.headers(scene) }
    this.journal ??= await Journal.open()
    await this.journal.changed()
    tally.inputs += 1
    const answer = await watched(tally, this.answer(request)).catch((error: unknown) => ({
      status: 0,
      said: String(error),
    }))
    const shown = JSON.stringify(asked).slice(0, 600)
    if (answer === 'hang') tally.failures.push(`hangs: ${shown}`)
    else if (answer.said) tally.failures.push(`${answer.status} ${answer.said}: ${shown}`)
    else if (answer.status < 400) return this.accepted()
    tally.refused += 1
    const changed = (await this.journal.changed()).filter(
      (table) => table !== DERIVED && !WRITTEN_ANYWAY[this.endpoint.path]?.includes(table),
    )
    if (changed.length > 0) tally.failures.push(`refused, and yet wrote to ${changed.join(', ')}: ${shown}`)
  }

  private accepted(): void {
    this.tally.accepted += 1
    if (this.endpoint.method === 'GET') return
    this.isSpent = true
    if (this.spent++ < this.mostScenes) this.clearAway()
  }

  private async headers(scene: Scene): Promise<Record<string, string>> {
    if (this.signedIn?.scene !== scene) this.signedIn = { scene, headers: await headersOf(scene, this.name) }
    return this.signedIn.headers
  }

  /** `said` is what is wrong with the answer; empty when nothing is. */
  private async answer(request: {
    params?: Record<string, string>
    query: Record<string, string>
    headers: Record<string, string>
    body?: string
  }) {
    const response = await callRoute(this.endpoint, request)
    const text = await textOf(response)
    const { status } = response
    if (status >= 500) return { status, said: text.slice(0, 300) }
    // Attempts are counted: everything after them would only be told to wait.
    if (status === 429) await pool().query('delete from throttles')
    if (status < 400) return { status, said: '' }
    const isProblem = response.headers.get('content-type') === 'application/problem+json'
    const parsed = isProblem && problemSchema.safeParse(JSON.parse(text)).success
    return { status, said: parsed ? '' : `is no problem: ${text.slice(0, 200)}` }
  }

  private asked(scene: Scene) {
    const { endpoint, random } = this
    const input = this.row.input(scene)
    const known = knownTexts(scene)
    const query = endpoint.query ? this.query(endpoint.query, input, known) : (input.query ?? {})
    const params = random(12) === 0 ? this.params(input.params ?? {}) : input.params
    if (endpoint.method === 'GET' || endpoint.body === undefined) return { params, query }
    if (endpoint.body === 'bytes') return { params, query, body: String(input.body) }
    return { params, query, body: this.body(endpoint.body, input, known) }
  }

  private body(schema: z.ZodType, input: Input, known: readonly string[]): string {
    const { random } = this
    const base =
      random(2) === 0 ? (JSON.parse(JSON.stringify(input.body ?? {})) as Json) : schemaValues(schema, known)(random)
    const changes = random(3)
    let value = base
    for (let change = 0; change < changes; change++) value = mutated(value, random)
    const text = JSON.stringify(value)
    const act = random(20)
    if (act === 0) return text.slice(0, random(text.length + 1))
    if (act === 1) return text.replace(/^\{/, '{"__proto__":{"isAdmin":true},')
    if (act === 2) return `\ufeff${text}`
    return text
  }

  private query(schema: z.ZodType, { query = {} }: Input, known: readonly string[]): Record<string, string> {
    const { random } = this
    const drawn = schemaValues(schema, known)(random) as { [key: string]: Json }
    const value = random(3) === 0 ? { ...drawn, ...query } : random(2) === 0 ? mutated(drawn, random) : drawn
    const entries = Object.entries(typeof value === 'object' && value !== null ? value : { value })
    // What an address cannot carry at all does not arrive.
    const text = (each: Json) =>
      (typeof each === 'string' ? each : JSON.stringify(each)).slice(0, 16_000).toWellFormed()
    return Object.fromEntries(entries.map(([key, each]) => [key.toWellFormed(), text(each)]))
  }

  private params(params: Record<string, string>): Record<string, string> {
    const hostile = () => HOSTILE_TEXTS[this.random(HOSTILE_TEXTS.length)]?.slice(0, 500).toWellFormed() ?? ''
    return Object.fromEntries(Object.keys(params).map((key) => [key, hostile()]))
  }
}

/** Ids and names that stand for something here. */
const knownTexts = ({ project, task, people, draftId, extras }: Scene): string[] => [
  project.id,
  task.id,
  task.itemId,
  draftId,
  people.assigned.id,
  people.partner.id,
  people.reviewer.id,
  extras.runId,
  extras.evaluationId,
  extras.documentId,
  extras.searchId,
  'item',
  's1',
  's2',
  'label',
  'segments',
  'A',
  'reason',
  'errorType',
  'felm',
  'true',
  'gold',
  '1',
  '2',
  'person@example.org',
  'A thought.',
]
