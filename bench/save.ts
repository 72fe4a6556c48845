/**
 * Autosave under 50 annotators: latency with time to think, and the rate without any against two baselines that take
 * turns with it in the same run: a bare route (`select 1`, no session) and the upsert alone, straight to PostgreSQL. The
 * load comes from this process, so it shares the machine with the server. Afterwards every answer is compared.
 */
import http from 'node:http'
import pg from 'pg'
import { say, withApp } from './setting/app'
import { quantile } from './setting/times'

const CLIENTS = 50
const THINK_SECONDS = 30
const ROUNDS = 3
const ROUND_SECONDS = 6
const WARM_UP_SECONDS = 3
/** Connections of the app's pool, hence of the baseline's. */
const CONNECTIONS = 10

type Step = (client: number) => Promise<void>

/** All clients in parallel, each one step after the other until the time is over; the times of the steps in ms. */
async function run(step: Step, seconds: number, clients: number, pause: () => number = () => 0): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  const one = async (client: number) => {
    for (;;) {
      const wait = pause()
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      const start = performance.now()
      if (start >= end) return
      await step(client)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)))
  return times
}

const inWords = (times: readonly number[], share: number) => `${quantile(times, share).toFixed(1)} ms`

const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS })

function request(url: string, method: string, headers: http.OutgoingHttpHeaders, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = http.request(url, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('end', () =>
        response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** An annotator with a task of their own, and what they have been told is saved. */
interface Client {
  taskId: string
  annotationId: string
  unitIds: string[]
  cookie: string
  revisions: number[]
  turn: number
}

async function makeClients(): Promise<Client[]> {
  const { makeAnnotation, makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { sessionFor } = await import('@/tests/actors')
  const project = await makeProject({ stage: { raters: 1 } })
  const segments = Array.from({ length: 5 }, (_, index) => `Sentence ${index + 1} states something about rivers.`)
  const clients: Client[] = []
  while (clients.length < CLIENTS) {
    const person = await makeMember(project, 'annotator')
    const task = await makeTask(project, { raters: 1, segments })
    const { id: annotationId } = await makeAnnotation(task, person, {})
    const unitIds = task.units.filter((unit) => unit.kind === 'segment').map((unit) => unit.id)
    const revisions = unitIds.map(() => 0)
    clients.push({ taskId: task.id, annotationId, unitIds, cookie: await sessionFor(person), revisions, turn: 0 })
  }
  return clients
}

/** The next segment of this client, its label turned over. */
function nextChange(client: Client) {
  const at = client.turn++ % client.unitIds.length
  const revision = client.revisions[at] ?? 0
  return { at, revision, value: revision % 2 === 0 }
}

const saving =
  (url: string, clients: Client[]): Step =>
  async (index) => {
    const client = clients[index] as Client
    const { at, revision, value } = nextChange(client)
    const body = JSON.stringify({
      annotationId: client.annotationId,
      unit: `s${at + 1}`,
      question: 'label',
      value,
      expectedRevision: revision,
      origin: 'chosen',
    })
    const headers = { cookie: client.cookie, 'content-type': 'application/json', origin: url }
    await request(`${url}/api/tasks/${client.taskId}/answers`, 'PATCH', headers, body)
    client.revisions[at] = revision + 1
  }

const UPSERT = {
  name: 'upsert',
  text: `insert into labels (annotation_id, unit_id, task_id, question, value, revision, origin)
         values ($1, $2, $3, 'label', $4, 1, 'chosen')
         on conflict (annotation_id, unit_id, question) do update
           set value = excluded.value, revision = labels.revision + 1, updated_at = now()`,
}

const upserting =
  (pool: pg.Pool, clients: Client[]): Step =>
  async (index) => {
    const client = clients[index] as Client
    const { at, revision, value } = nextChange(client)
    await pool.query({ ...UPSERT, values: [client.annotationId, client.unitIds[at], client.taskId, String(value)] })
    client.revisions[at] = revision + 1
  }

/** Throws unless the database holds exactly what the clients were told, and an event for each save. */
async function expectNoneLost(database: string, saved: Client[]): Promise<number> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ key: string; value: boolean; revision: number }>(
    `select annotation_id || unit_id::text "key", value, revision from labels`,
  )
  const told = await client.query<{ events: number }>(
    `select count(*)::int "events" from events where type = 'answer.saved'`,
  )
  await client.end()
  const held = new Map(rows.map((row) => [row.key, row]))
  let count = 0
  for (const { annotationId, unitIds, revisions } of saved)
    for (const [at, unitId] of unitIds.entries()) {
      const revision = revisions[at] ?? 0
      const row = held.get(annotationId + unitId)
      if (row?.revision !== revision || row.value !== (revision % 2 === 1)) throw new Error('an answer was lost')
      count += revision
    }
  if (told.rows[0]?.events !== count) throw new Error(`${told.rows[0]?.events} events for ${count} saves`)
  return count
}

await withApp(async (app) => {
  const database = await app.databaseUrl()
  const pool = new pg.Pool({ connectionString: database, max: CONNECTIONS })
  const [people, others] = [await makeClients(), await makeClients()]
  const save = saving(app.url, people)
  const steps: [string, Step][] = [
    ['bare route', async () => void (await request(`${app.url}/api/ready`, 'GET', {}))],
    ['save', save],
    ['upsert', upserting(pool, others)],
  ]
  for (const [, step] of steps) await run(step, WARM_UP_SECONDS, CLIENTS)

  const thinking = await run(save, THINK_SECONDS, CLIENTS, () => 500 + Math.random() * 1000)
  say(
    `${CLIENTS} people, a save each every 0.5 to 1.5 s: ${(thinking.length / THINK_SECONDS).toFixed(0)}/s, ` +
      `median ${inWords(thinking, 0.5)}, p95 ${inWords(thinking, 0.95)}, p99 ${inWords(thinking, 0.99)} (goal: p95 under 50 ms)`,
  )

  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, step] of steps) {
      const taken = await run(step, ROUND_SECONDS, CLIENTS)
      times.set(name, [...(times.get(name) ?? []), ...taken])
    }
  const rate = (name: string) => (times.get(name)?.length ?? 0) / (ROUNDS * ROUND_SECONDS)
  for (const [name, taken] of times)
    say(`${name.padEnd(10)} ${rate(name).toFixed(0).padStart(6)}/s, p95 ${inWords(taken, 0.95)}`)
  say(`save to bare route: ${(rate('save') / rate('bare route')).toFixed(2)} (goal: at least 0.4)`)
  say(`save to upsert: ${(rate('save') / rate('upsert')).toFixed(2)}`)
  await pool.end()
  say(`${await expectNoneLost(database, people)} saves, none lost, an event each`)
})
