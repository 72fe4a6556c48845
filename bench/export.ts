/**
 * Gold over HTTP against the production build, beside `COPY ... TO STDOUT` of the rows that it is made of as JSON text (items,
 * tasks, units, gold); they take turns. A release's files, native and converted, which were made when it was built; and
 * downloads of the gold as it is now, which are made as they are read. Says what the process grew by.
 * Run: npm run bench -- export [items]; three of ten are gold.
 */
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { say, withApp } from './setting/app'
import { type ManyItems, makeManyItems } from './setting/many-items'
import { drained, makeRelease, type Taken } from './setting/release'

const items = Number(process.argv[2] ?? 20_000)
const ROUNDS = 3
/** What is downloaded: its path below the project, and the least rate of `COPY`'s (DESIGN.md, section 7). */
const DOWNLOADS = {
  'release, native': { path: 'releases/1/file?path=assay.jsonl', goal: 0.8 },
  'release, felm': { path: 'releases/1/file?path=data/felm.jsonl', goal: 0.5 },
  'now, native': { path: 'exports/native', goal: 0.8 },
  'now, felm': { path: 'exports/felm', goal: 0.5 },
}

const ROWS = [
  `select row_to_json(i) from items i where i.project_id = '$' and exists (
     select 1 from tasks t where t.item_id = i.id and t.state = 'gold')`,
  `select row_to_json(t) from tasks t where t.project_id = '$' and t.state = 'gold'`,
  `select row_to_json(u) from units u join tasks t on t.id = u.task_id where t.project_id = '$' and t.state = 'gold'`,
  `select row_to_json(g) from golds g join tasks t on t.id = g.task_id where t.project_id = '$' and t.state = 'gold'`,
]

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN

async function copy(client: pg.Client, { projectId }: ManyItems): Promise<Taken> {
  const parts: Taken[] = []
  for (const rows of ROWS)
    parts.push(await drained(async () => client.query(copyTo(`copy (${rows.replaceAll('$', projectId)}) to stdout`))))
  const sum = (of: (taken: Taken) => number) => parts.reduce((total, taken) => total + of(taken), 0)
  return { seconds: sum(({ seconds }) => seconds), megabytes: sum(({ megabytes }) => megabytes), grownMb: 0, peakMb: 0 }
}

await withApp(async (app) => {
  const { sessionFor } = await import('@/tests/actors')
  const database = await app.databaseUrl()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const many = await makeManyItems(database, items)
  await client.query('vacuum analyze')
  const headers = { cookie: await sessionFor(many.manager), origin: app.url }
  const project = `${app.url}/api/projects/${many.projectId}`
  say(
    `a release of ${many.gold} items with gold was built in ${(await makeRelease(project, headers)).seconds.toFixed(1)} s`,
  )
  const download = (path: string) =>
    drained(async () => {
      const response = await fetch(`${project}/${path}`, { headers })
      if (!response.ok || !response.body) throw new Error(`${path}: ${response.status}`)
      return response.body
    })
  const takes = new Map<string, () => Promise<Taken>>([
    ...Object.entries(DOWNLOADS).map(([name, { path }]) => [name, () => download(path)] as const),
    ['COPY', () => copy(client, many)],
  ])
  const all = new Map<string, Taken[]>([...takes.keys()].map((name) => [name, []]))
  // Once before, so that every reading is noted and every file is in memory.
  for (let round = -1; round < ROUNDS; round++)
    for (const [name, take] of takes) {
      const one = await take()
      if (round >= 0) all.get(name)?.push(one)
    }
  const seconds = (name: string) => median((all.get(name) ?? []).map((taken) => taken.seconds))
  for (const [name, taken] of all) {
    const grown = Math.max(...taken.map(({ grownMb }) => grownMb))
    const rate = `${(many.gold / seconds(name)).toFixed(0)} items/s`
    say(
      `${name.padEnd(15)} ${taken[0]?.megabytes.toFixed(0)} MB, ${seconds(name).toFixed(2)} s, ${rate}` +
        (name === 'COPY' ? '' : `, memory +${grown.toFixed(0)} MB`),
    )
  }
  for (const [name, { goal }] of Object.entries(DOWNLOADS))
    say(`${name} to COPY: ${(seconds('COPY') / seconds(name)).toFixed(2)} (goal: at least ${goal})`)
  await client.end()
})
