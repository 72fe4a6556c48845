/**
 * What a project's size costs: the same requests in projects of 1,000, 10,000 and 100,000 items in one database, over HTTP
 * against the production build, each as a ratio to the figure at the first size. The projects are made one after the other,
 * so that no query hides behind the size of another project; the first is measured once more beside all the others. Pages are
 * asked for twice: as the requests behind those that have been measured for long, and every page as a browser asks for it.
 * Run: npm run bench -- growth [--plans] [items ...]
 */
import pg from 'pg'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { say, withApp } from './setting/app'
import { type ManyItems, makeManyItems, newRecord } from './setting/many-items'
import { printIndexes, printPlans } from './setting/plans'
import { residentMb } from './setting/resident'

const asked = process.argv.slice(2).filter((each) => !each.startsWith('--'))
const SIZES = asked.length > 0 ? asked.map(Number) : [1_000, 10_000, 100_000]
const ROUNDS = 15
const WARM_UP = 3
/** A page that takes long is asked for less often, but never fewer times than this. */
const LEAST_ROUNDS = 3
const LONGEST_MS = 4_000
const IMPORTED = 1_000

/** Milliseconds by what was done; of an export by item. */
type Figures = Map<string, number>

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const start = performance.now()
  const value = await work()
  return { value, ms: performance.now() - start }
}

/** Pages that people open, as the requests behind them; `{last}` is the last page of items. */
const PAGES: readonly (readonly [name: string, path: string])[] = [
  ['project home', '/home'],
  ['items, first page', '/items'],
  ['items, last page', '/items?page={last}'],
  ['items, search for one', '/items?q=wk-777'],
  ['items, search for all', '/items?q=rivers'],
  ['items, search for none', `/items?q=${encodeURIComponent('海洋')}`],
  ['items, filters', '/items/facets'],
  ['assignments', '/assignments'],
  ['assignments, in progress', '/assignments?filter=in_progress'],
  ['review', '/review'],
  ['progress', '/progress'],
  ['people', '/people'],
  ['dataset', '/dataset'],
  ['exports', '/exports'],
  ['agreement, kept', '/agreement?intervals=when_quick'],
]

/** Every page of a project whose address says all that it shows, as a browser asks for it; `{project}` is its address. */
const SCREENS: readonly (readonly [name: string, path: string])[] = [
  ['projects', '/projects'],
  ['inbox', '/inbox'],
  ['home', '{project}'],
  ['items', '{project}/items'],
  ['import', '{project}/import'],
  ['members', '{project}/members'],
  ['guidelines', '{project}/guidelines'],
  ['settings', '{project}/settings'],
  ['audit log', '{project}/audit-log'],
  ['assignments', '{project}/assignments'],
  ['assignments by rule', '{project}/assignments/by-rule'],
  ['review', '{project}/review'],
  ['pre-fill', '{project}/prefill'],
  ['pre-fill, new run', '{project}/prefill/new'],
  ['pre-fill, outputs', '{project}/prefill/outputs'],
  ['pre-fill, policies', '{project}/prefill/policies'],
  ['pre-fill, corpus', '{project}/prefill/corpus'],
  ['pre-fill, settings', '{project}/prefill/settings'],
  ['anchoring', '{project}/prefill/anchoring'],
  ['agreement', '{project}/agreement'],
  ['agreement, a measure', '{project}/agreement/segments/label'],
  ['distributions', '{project}/agreement/segments/label/distributions'],
  ['disagreements', '{project}/agreement/disagreements'],
  ['agreement, methods', '{project}/agreement/methods'],
  ['agreement, plan', '{project}/agreement/plan'],
  ['progress', '{project}/progress'],
  ['hours', '{project}/hours'],
  ['people', '{project}/people'],
  ['a person', '{project}/people/{annotator}'],
  ['adjudicators', '{project}/adjudicators'],
  ['calibration', '{project}/calibration'],
  ['practice', '{project}/practice'],
  ['dataset', '{project}/dataset'],
  ['checks', '{project}/checks'],
  ['audits', '{project}/audits'],
  ['evaluation', '{project}/evaluation'],
  ['releases', '{project}/releases'],
  ['export', '{project}/export'],
]

/** The pages of somebody who annotated half of the items. */
const OWN_SCREENS: typeof SCREENS = [
  ['own inbox', '/inbox'],
  ['own home', '{project}'],
  ['own figures', '{project}/people/me'],
  ['own submissions', '{project}/submissions'],
]

type Send = <T>(method: string, path: string, body?: unknown) => Promise<T>

async function sender(url: string, person: ManyItems['manager']): Promise<Send> {
  const { sessionFor } = await import('@/tests/actors')
  const headers = { cookie: await sessionFor(person), 'content-type': 'application/json', origin: url }
  return async (method, path, body) => {
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

/** Takes a task from the queue, opens it, answers a question, and leaves it to somebody else. */
async function work(send: Send, { projectId }: ManyItems): Promise<Figures> {
  const times = new Map<string, number[]>([
    ['next task', []],
    ['open', []],
    ['save', []],
  ])
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const next = await timed(() => send<{ taskId: string }>('POST', `/api/projects/${projectId}/next-task`))
    const { taskId } = next.value
    const open = await timed(() => send<Workbench>('POST', `/api/tasks/${taskId}/annotation`))
    const change = { unit: 's1', question: 'label', value: true, expectedRevision: 0, origin: 'chosen' }
    const body = { ...change, annotationId: open.value.annotationId }
    const save = await timed(() => send('PATCH', `/api/tasks/${taskId}/answers`, body))
    await send('POST', `/api/tasks/${taskId}/skip`, { reason: 'Next, please.' })
    if (round < 0) continue
    for (const [name, { ms }] of Object.entries({ 'next task': next, open, save })) times.get(name)?.push(ms)
  }
  return new Map([...times].map(([name, taken]) => [name, median(taken)]))
}

async function repeated(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + LONGEST_MS
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const isLate = performance.now() > end
    if (isLate && times.length >= LEAST_ROUNDS) break
    const { ms } = await timed(work)
    if (round >= 0 || isLate) times.push(ms)
  }
  return times
}

async function visit(send: Send, { projectId, items }: ManyItems): Promise<Figures> {
  const figures: Figures = new Map()
  for (const [name, path] of PAGES) {
    const address = `/api/projects/${projectId}${path.replace('{last}', String(Math.ceil(items / 50)))}`
    figures.set(name, median(await repeated(() => send('GET', address))))
  }
  return figures
}

/** The pages as a browser gets them: until the last byte is there. */
async function look(
  url: string,
  many: ManyItems,
  person: ManyItems['manager'],
  screens: typeof SCREENS,
): Promise<Figures> {
  const { sessionFor } = await import('@/tests/actors')
  const headers = { cookie: await sessionFor(person) }
  const figures: Figures = new Map()
  for (const [name, path] of screens) {
    const address = path
      .replace('{project}', `/projects/${many.projectId}`)
      .replace('{annotator}', many.annotators[0]?.id ?? '')
    const open = async () => {
      const response = await fetch(url + address, { headers, redirect: 'error' })
      const text = await response.text()
      // A page that fails once its first part is under way has answered 200 before.
      if (!response.ok || text.includes('data-dgst')) throw new Error(`${address}: ${response.status}`)
    }
    figures.set(`page: ${name}`, median(await repeated(open)))
  }
  return figures
}

/**
 * What whoever comes first waits for once the ledger has changed: figures of the version before are there, and the worker is at rest. Of the people
 * page and of one's own figures, as requests.
 */
async function firstAfterChange(client: pg.Client, many: ManyItems, manager: Send, own: Send): Promise<Figures> {
  const figures: Figures = new Map()
  for (const [name, send, path] of [
    ['people, after a change', manager, 'people'],
    ['own figures, after a change', own, 'people/me'],
  ] as const) {
    const times: number[] = []
    for (let round = 0; round < LEAST_ROUNDS; round++) {
      await untilIdle(client)
      await client.query('update projects set facts_version = facts_version + 1 where id = $1', [many.projectId])
      times.push((await timed(() => send('GET', `/api/projects/${many.projectId}/${path}`))).ms)
    }
    figures.set(name, median(times))
  }
  await untilIdle(client)
  await client.query('delete from kept_figures')
  const nothing = await timed(() => manager('GET', `/api/projects/${many.projectId}/people`))
  figures.set('people, nothing kept', nothing.ms)
  const kept = await timed(() =>
    until(client, `select exists (select 1 from kept_figures where project_id = $1 and key = 'people') "done"`, [
      many.projectId,
    ]),
  )
  figures.set('people, until the worker is done', nothing.ms + kept.ms)
  return figures
}

/** Agreement with nothing kept, and the exports: once each, they take longer. */
async function read(client: pg.Client, url: string, many: ManyItems, send: Send): Promise<Figures> {
  const { sessionFor } = await import('@/tests/actors')
  const figures: Figures = new Map()
  const overviews: number[] = []
  for (let round = 0; round < 3; round++) {
    await untilIdle(client)
    await client.query('delete from kept_figures')
    const { ms } = await timed(() => send('GET', `/api/projects/${many.projectId}/agreement?intervals=when_quick`))
    overviews.push(ms)
  }
  figures.set('agreement, nothing kept', median(overviews))
  const headers = { cookie: await sessionFor(many.manager) }
  for (const kind of ['native', 'felm']) {
    const download = async () => {
      const response = await fetch(`${url}/api/projects/${many.projectId}/exports/${kind}`, { headers })
      let bytes = 0
      for await (const chunk of response.body ?? []) bytes += chunk.length
      if (!response.ok || bytes === 0) throw new Error(`export ${kind}: ${response.status}, ${bytes} bytes`)
    }
    // The first time, every reading is noted.
    await download()
    figures.set(`export ${kind}, by item`, (await timed(download)).ms / many.gold)
  }
  return figures
}

/**
 * Another thousand items into the project, checked and written by the app's own worker. One record goes in before them: the first import into a project
 * whose items were made by SQL works out by which key each of them is known.
 */
async function importMore(client: pg.Client, { manager, projectId, items }: ManyItems, turn: number): Promise<Figures> {
  const { actorOf } = await import('@/tests/actors')
  const { importRecords } = await import('./setting/import-file')
  const imported = (serials: string[]) => importRecords(actorOf(manager), projectId, serials.map(newRecord), 'ignore')
  await untilIdle(client)
  await imported([`first-${items}-${turn}`])
  await untilIdle(client)
  const serials = Array.from({ length: IMPORTED }, (_, at) => `new-${items}-${turn}-${at}`)
  return new Map([[`import of ${IMPORTED}`, (await timed(() => imported(serials))).ms]])
}

const untilIdle = (client: pg.Client) =>
  until(client, 'select not exists (select 1 from graphile_worker._private_jobs where run_at <= now()) "done"')

async function until(client: pg.Client, question: string, values: unknown[] = []): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ done: boolean }>(question, values)
    if (rows[0]?.done) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function derive(client: pg.Client, { projectId, annotated }: ManyItems): Promise<void> {
  const payload = `json_build_object('projectId', $1::text)`
  await client.query(`select graphile_worker.add_job('rate_tasks', ${payload})`, [projectId])
  const rated = 'select count(*) = $2 "done" from rated_tasks where project_id = $1'
  await until(client, rated, [projectId, annotated])
  await untilIdle(client)
}

let turn = 0
async function measure(client: pg.Client, url: string, many: ManyItems): Promise<Figures> {
  turn += 1
  const manager = await sender(url, many.manager)
  const figures: Figures = new Map([
    ...(await work(await sender(url, many.annotator), many)),
    ...(await visit(manager, many)),
    ...(await firstAfterChange(client, many, manager, await sender(url, many.annotators[0] ?? many.annotator))),
    ...(await look(url, many, many.manager, SCREENS)),
    ...(await look(url, many, many.annotators[0] ?? many.annotator, OWN_SCREENS)),
    ...(await read(client, url, many, manager)),
    ...(await importMore(client, many, turn)),
    ['memory of the process, MB', residentMb()],
  ])
  return figures
}

/** A column, as soon as it is measured. */
function print(title: string, figures: Figures, first: Figures): void {
  say(`\n${title}`)
  for (const [name, figure] of figures) {
    const ratio = (figure / (first.get(name) ?? Number.NaN)).toFixed(2)
    say(`${name.padEnd(28)}${figure.toFixed(figure < 1 ? 3 : 1).padStart(12)}${ratio.padStart(10)}`)
  }
}

await withApp(async (app) => {
  const database = await app.databaseUrl()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  let first: Figures | undefined
  const projects: ManyItems[] = []
  for (const size of SIZES) {
    const many = await makeManyItems(database, size)
    projects.push(many)
    await derive(client, many)
    await client.query('vacuum analyze')
    const figures = await measure(client, app.url, many)
    first ??= figures
    print(`${size} items: ms, to ${SIZES[0]} items`, figures, first)
  }
  const [smallest, largest] = [projects[0], projects.at(-1)]
  if (smallest && first && largest !== smallest)
    print(`${smallest.items} items beside the others`, await measure(client, app.url, smallest), first)
  if (largest && process.argv.includes('--plans')) {
    await printPlans(client, largest)
    await printIndexes(client)
  }
  await client.end()
})
