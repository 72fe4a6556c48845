/**
 * Lists of many items, and acts on many of them, by the commands that pages and the API use, on a database of their own: the list with
 * three filters in every order; all items of a filter get another domain, and that is undone; two managers at once; and processes
 * that are killed (SIGKILL) at some moment of such an act, after which all of it or nothing stands.
 * Run: npm run bench -- items [--lists "10000 100000 1000000"] [--act 100000] [--kills 12]
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { say } from './setting/app'
import type { ManyItems } from './setting/many-items'
import { quantile } from './setting/times'

const { values } = parseArgs({
  options: {
    lists: { type: 'string', default: '10000 100000 1000000' },
    act: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '12' },
  },
})
const ROUNDS = 5
const FILTERS = [
  { domain: 'science', source: 'bench 3', tag: 'long' },
  { domain: 'science', state: 'open', tag: 'tag 1' },
  { domain: 'science', source: 'bench 3', state: 'open' },
]

const server = await startThrowAwayPostgres()
await migrate(server.url)
await runMigrations({ connectionString: server.url })
process.env.DATABASE_URL = server.url
process.env.NEXTAUTH_SECRET = 'only-for-this-measurement-of-lists'
process.env.NEXTAUTH_URL = 'http://127.0.0.1:3219'
await import('@/compose')
const { actorOf } = await import('@/tests/actors')
const { itemOrders, itemsFilterSchema, itemsQuerySchema } = await import('@/lib/workspace/items/contract')
const { editItems } = await import('@/lib/workspace/items/edits/edit-items')
const { undoEdit } = await import('@/lib/workspace/items/edits/undo-edit')
const { listItems } = await import('@/lib/workspace/items/queries')
const { makeManyItems } = await import('./setting/many-items')

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

async function measureLists(made: ManyItems): Promise<void> {
  const reader = actorOf(made.manager)
  for (const filter of FILTERS) {
    const slowest: [string, number][] = []
    for (const order of itemOrders)
      for (const sort of [order, `-${order}`]) {
        const query = itemsQuerySchema.parse({ ...filter, sort })
        const times: number[] = []
        for (let round = 0; round <= ROUNDS; round++)
          times.push((await timed(() => listItems(reader, made.projectId, query))).ms)
        slowest.push([sort, quantile(times.slice(1), 0.5)])
      }
    const [[worst, most] = ['', 0]] = slowest.toSorted(([, a], [, b]) => b - a)
    const { total } = await listItems(reader, made.projectId, itemsQuerySchema.parse(filter))
    say(
      `${made.items} items, ${JSON.stringify(filter)}: ${total} found; medians of 16 orders ${Math.round(Math.min(...slowest.map(([, ms]) => ms)))} to ${Math.round(most)} ms (${worst})`,
    )
  }
}

const all = (expected: number) => ({ filter: itemsFilterSchema.parse({}), expected })
const toDomain = (domain: string) => ({ act: 'set', domain }) as const

async function measureActs(made: ManyItems): Promise<number> {
  const manager = actorOf(made.manager)
  const { items, projectId } = made
  const set = await timed(() => editItems(manager, projectId, { selection: all(items), change: toDomain('rivers') }))
  const undone = await timed(() => undoEdit(manager, projectId, set.value.id ?? ''))
  say(
    `${items} items, all of a filter: another domain ${seconds(set.ms)}, undone ${seconds(undone.ms)} (${undone.value.changed} as before)`,
  )
  const change = { act: 'set', addTags: ['new'], priority: 3 } as const
  const tagged = await timed(() =>
    editItems(manager, projectId, { selection: all(items), change: { ...change, addTags: ['new'] } }),
  )
  say(`a tag and a priority ${seconds(tagged.ms)}`)
  await undoEdit(manager, projectId, tagged.value.id ?? '')
  const some = itemsFilterSchema.parse({ domain: 'wk', source: 'bench 3', state: 'open' })
  const { total } = await listItems(manager, projectId, itemsQuerySchema.parse(some))
  const discard = { act: 'discard', reason: 'riddle', note: '' } as const
  const discarded = await timed(() =>
    editItems(manager, projectId, { selection: { filter: some, expected: total }, change: discard }),
  )
  const restored = await timed(() => undoEdit(manager, projectId, discarded.value.id ?? ''))
  say(`${total} items discarded ${seconds(discarded.ms)}, undone ${seconds(restored.ms)}`)
  const both = await timed(() =>
    Promise.all(
      ['lakes', 'seas'].map((domain) =>
        editItems(manager, projectId, { selection: all(items), change: toDomain(domain) }),
      ),
    ),
  )
  const undos = []
  for (const { id } of both.value) undos.push((await undoEdit(manager, projectId, id ?? '')).changed)
  say(`two at once ${seconds(both.ms)}; undoing them brings back ${undos.join(' and ')}`)
  return set.ms
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** Begins an act in a process of its own and kills that after so long. */
function killedAct(made: ManyItems, after: number): Promise<void> {
  const script = `
    await import('@/compose')
    const { editItems } = await import('@/lib/workspace/items/edits/edit-items')
    const { prisma } = await import('@/lib/platform/server/db')
    // Connected, so that what is killed is the act.
    await prisma().project.count()
    console.log('begin')
    await editItems(${JSON.stringify({ ...actorOf(made.manager) })}, '${made.projectId}',
      { selection: { filter: {}, expected: ${made.items} }, change: { act: 'set', domain: 'killed' } })`
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', '--input-type=module', '-e', script],
    {
      env: process.env,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), after))
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

async function measureKills(made: ManyItems, typical: number): Promise<void> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const manager = actorOf(made.manager)
  const outcomes = { nothing: 0, all: 0, half: 0 }
  for (let round = 0; round < Number(values.kills); round++) {
    await killedAct(made, (3 * typical * (round + 1)) / Number(values.kills))
    // The server notices by itself that nobody is there any more; whatever it still does ends before this has the row.
    await client.query('begin; select 1 from projects for update; commit')
    const { rows } = await client.query<{ changed: number; acts: number; told: number }>(
      `select (select count(*)::int from items where project_id = $1 and own_domain = 'killed') "changed",
         (select count(*)::int from item_edits d where project_id = $1 and change ->> 'domain' = 'killed'
           and not exists (select 1 from item_edits u where u.undoes_id = d.id)) "acts",
         (select count(*)::int from events e join item_edits d on d.event_id = e.id where d.project_id = $1 and d.change ->> 'domain' = 'killed'
           and not exists (select 1 from item_edits u where u.undoes_id = d.id)) "told"`,
      [made.projectId],
    )
    const { changed, acts, told } = rows[0] ?? { changed: -1, acts: -1, told: -1 }
    const outcome =
      changed === 0 && acts + told === 0
        ? 'nothing'
        : changed === made.items && acts === 1 && told === 1
          ? 'all'
          : 'half'
    outcomes[outcome]++
    if (outcome !== 'all') continue
    const edit = await client.query<{ id: string }>(
      `select id from item_edits where project_id = $1 and change ->> 'domain' = 'killed' order by event_id desc limit 1`,
      [made.projectId],
    )
    const undone = await undoEdit(manager, made.projectId, edit.rows[0]?.id ?? '')
    if (undone.changed !== made.items) throw new Error(`undone of ${undone.changed}`)
  }
  await client.end()
  say(
    `killed amid the act: nothing of it ${outcomes.nothing} times, all of it ${outcomes.all} (undone each), a part ${outcomes.half}`,
  )
}

try {
  for (const items of values.lists.split(' ').filter(Boolean).map(Number))
    await measureLists(await makeManyItems(server.url, items, { bare: true }))
  const made = await makeManyItems(server.url, Number(values.act), { bare: true })
  await measureKills(made, await measureActs(made))
} finally {
  await server.stop()
}
process.exit(0)
