/**
 * Large files of one's own: JSON lines of 20 kB a record, and Parquet in row groups of 100 MB. Upload, check and write run in a process of their
 * own, which is killed (kill -9) once in the middle of each step of the first file and begins again on what is in the database. Says the most memory of
 * that process and of the one that reads, the rate of each step, and that of the write as a ratio to COPY of the same rows of items, tasks and
 * units; and while it is written, how long a change of its project's settings waits, and how long other imports into it would.
 * Run: npm run bench -- file-sizes [--lines-mb 2000] [--parquet-mb 500] [--folder .data/bench-sizes]
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { seededRandom } from '@/lib/stats/seeded-random'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { say } from './setting/app'
import { PlainParquet } from './setting/plain-parquet'

const { values } = parseArgs({
  options: {
    'lines-mb': { type: 'string', default: '2000' },
    'parquet-mb': { type: 'string', default: '500' },
    folder: { type: 'string', default: '.data/bench-sizes' },
  },
})
const folder = path.resolve(values.folder)
const GROUP_BYTES = 100_000_000
const RECORD_BYTES = 20_000
const PARENTS = ['users', 'projects', 'stages', 'imports']
const MEASURED = ['items', 'tasks', 'units']

const random = seededRandom(1)
const WORDS = Array.from({ length: 4_000 }, () => Math.abs(random(1e9)).toString(36))
const PASSAGES = Array.from({ length: 400 }, () =>
  Array.from({ length: 600 }, () => WORDS[random(WORDS.length)]).join(' '),
)

/** A published FELM record: three sentences, and the texts that were read for them. */
function recordOf(index: number) {
  const segments = [`River ${index} is long.`, 'It has a source.', 'It has a mouth.']
  const head = { index: String(index), domain: 'wk', source: 'bench', prompt: `How long is river ${index}?` }
  let contents = ''
  while (contents.length < RECORD_BYTES - 400) contents += `${PASSAGES[random(PASSAGES.length)]}\n`
  return { ...head, response: segments.join(' '), segments, contents: contents.slice(0, RECORD_BYTES - 400) }
}

async function writeLines(file: string, megabytes: number): Promise<number> {
  const records = Math.floor((megabytes * 1e6) / RECORD_BYTES)
  const out = createWriteStream(file)
  for (let index = 0; index < records; index++) {
    const { segments, contents, ...record } = recordOf(index)
    const line = `${JSON.stringify({ ...record, segmented_response: segments, ref_contents: contents })}\n`
    if (!out.write(line)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
  return records
}

async function writeParquet(file: string, megabytes: number): Promise<number> {
  const records = Math.floor((megabytes * 1e6) / RECORD_BYTES)
  const parquet = new PlainParquet(file, ['index', 'domain', 'source', 'prompt', 'response', 'ref_contents'])
  const size = Math.floor(GROUP_BYTES / RECORD_BYTES)
  for (let from = 0; from < records; from += size) {
    const group = Array.from({ length: Math.min(size, records - from) }, (_, at) => recordOf(1e7 + from + at))
    const columns = ['index', 'domain', 'source', 'prompt', 'response', 'contents'] as const
    await parquet.writeGroup(columns.map((name) => group.map((record) => record[name])))
  }
  await parquet.end()
  return records
}

/** Resident megabytes of a process and of those that it started. */
function residentOf(pid: number): { own: number; readers: number } {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const own = all.find(([id]) => id === pid)?.[2] ?? 0
  const readers = all.filter(([, parent]) => parent === pid).map(([, , rss]) => rss ?? 0)
  return { own: own / 1000, readers: Math.max(0, ...readers) / 1000 }
}

interface Step {
  seconds: number
  own: number
  readers: number
  said: string
}

/** Runs one step to its end; with `until`, kills it once that is so, and returns null. */
async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  until?: () => Promise<boolean>,
): Promise<Step | null> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'bench/setting/import-process.ts', ...args],
    { env, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const step: Step = { seconds: 0, own: 0, readers: 0, said: '' }
  let failure = ''
  child.stdout?.on('data', (data) => (step.said += data))
  child.stderr?.on('data', (data) => (failure += data))
  const ended = once(child, 'exit')
  const started = performance.now()
  while (child.exitCode === null && child.signalCode === null) {
    await Promise.race([ended, pause(500)])
    const { own, readers } = residentOf(child.pid ?? 0)
    step.own = Math.max(step.own, own)
    step.readers = Math.max(step.readers, readers)
    if (until && (await until())) child.kill('SIGKILL')
  }
  step.seconds = (performance.now() - started) / 1000
  if (child.signalCode === 'SIGKILL') return null
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed: ${failure.slice(-2000)}`)
  return step
}

const PROBE_MS = 500

/**
 * While an import is written, every half second on a connection of its own: how long the lock takes that a change of the project's settings needs,
 * in milliseconds at most; and for how long, in seconds, nobody else could add items to the project. `stop` ends it.
 */
function watchLocks(
  url: string,
  projectId: string,
): { stop: () => Promise<{ settingsMs: number; itemsSeconds: number }> } {
  const stopped = new AbortController()
  const watch = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    let [settingsMs, held] = [0, 0]
    while (!stopped.signal.aborted) {
      const asked = performance.now()
      await client.query('begin')
      await client.query('select 1 from projects where id = $1 for no key update', [projectId])
      settingsMs = Math.max(settingsMs, performance.now() - asked)
      // As lockPositions asks for it (lib/workspace/imports/positions.ts).
      const lock = "select pg_try_advisory_xact_lock(hashtextextended('import into ' || $1, 0)) as free"
      if (!(await client.query(lock, [projectId])).rows[0].free) held += 1
      await client.query('rollback')
      await pause(PROBE_MS)
    }
    await client.end()
    return { settingsMs, itemsSeconds: (held * PROBE_MS) / 1000 }
  }
  const watching = watch()
  return {
    stop: () => {
      stopped.abort()
      return watching
    },
  }
}

interface Setting {
  env: NodeJS.ProcessEnv
  url: string
  /** Of a database into which COPY writes the same rows. */
  copyUrl: string
  projectId: string
  userId: string
}

/** Upload, check and write of one file; each is killed once on its way where `kills`. */
async function importFile(
  { env, url, copyUrl, projectId, userId }: Setting,
  file: string,
  records: number,
  kills: boolean,
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const row = async () => (await client.query('select * from imports order by created_at desc limit 1')).rows[0]
  const megabytes = (await stat(file)).size / 1e6
  say(`${path.basename(file)}: ${megabytes.toFixed(0)} MB, ${records} records`)
  const past = (share: number, state: string) => async () => {
    const found = await row()
    return found?.state === state && Number(found.progress) > share * megabytes * 1e6
  }
  /** `share`: of the file that the step went through. */
  const told = (name: string, { seconds, own, readers }: Step, share = 1) =>
    say(
      `  ${name} ${seconds.toFixed(0)} s, ${((share * megabytes) / seconds).toFixed(1)} MB/s, ${Math.round((share * records) / seconds)} records/s; memory at most ${own.toFixed(0)} MB, of what reads ${readers.toFixed(0)} MB`,
    )
  const upload = ['upload', projectId, userId, file]
  if (kills && (await run(upload, env, past(0.4, 'uploading'))) === null) {
    const { id, progress } = await row()
    say(`  upload killed at ${Math.round(Number(progress) / 1e6)} MB`)
    const rest = await run(upload, env)
    say(
      `  ... and dropped again: ${rest?.said.split('\n')[0]}; ${rest?.said.includes(id) ? 'the same import' : 'ANOTHER IMPORT'}`,
    )
    if (rest) told('upload of the rest', rest, 1 - Number(progress) / 1e6 / megabytes)
  } else if (!kills) {
    const step = await run(upload, env)
    if (step) told('upload', step)
  }
  const { id } = await row()
  if (kills && (await run(['check', id], env, past(0.3, 'checking'))) === null) say('  check killed; it begins again')
  const check = await run(['check', id], env)
  if (check) told('check', check)
  const checked = await row()
  if (checked.state !== 'ready')
    throw new Error(`the file is ${checked.state}: ${JSON.stringify(checked.problems).slice(0, 500)}`)
  await client.query(
    `update imports set state = 'applying', progress = 0, options = '{"labels":"ignore"}' where id = $1`,
    [id],
  )
  const count = async () =>
    Number((await client.query('select count(*) from items where import_id = $1', [id])).rows[0].count)
  if (kills && (await run(['write', id], env, past(0.3, 'applying'))) === null) {
    say(`  write killed with ${await count()} items in the project; it begins again`)
    await client.query('update imports set progress = 0 where id = $1', [id])
  }
  const locks = watchLocks(url, projectId)
  const write = await run(['write', id], env)
  if (write) told('write', write)
  const { settingsMs, itemsSeconds } = await locks.stop()
  say(
    `  meanwhile a change of the project's settings waited ${settingsMs.toFixed(0)} ms at most; other imports into it would have for about ${itemsSeconds.toFixed(0)} s`,
  )
  if ((await count()) !== records) throw new Error(`${await count()} of ${records} items were written`)
  await client.end()
  const copy = await copyOf(id, url, copyUrl)
  const [checking, writing] = [check?.seconds ?? 0, write?.seconds ?? 0]
  say(
    `  COPY ${copy.toFixed(0)} s; the write has ${(copy / writing).toFixed(2)} of its rate, check and write together ${(copy / (checking + writing)).toFixed(2)}`,
  )
}

/** Columns that a table stores itself, those that it derives left out. */
const STORED = `select string_agg(format('%I', column_name), ', ') as names, string_agg(format('t.%I', column_name), ', ') as values from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`

/** Rows of one import, of which the table's columns are wanted. */
const OF_IMPORT: Readonly<Record<string, string>> = {
  items: 'from items t where t.import_id = $id',
  tasks: 'from items i join tasks t on t.item_id = i.id where i.import_id = $id',
  units: 'from items i join tasks k on k.item_id = i.id join units t on t.task_id = k.id where i.import_id = $id',
}

/** COPY of the rows that one import wrote into the same tables of a database without rows, in seconds. */
async function copyOf(importId: string, from: string, to: string): Promise<number> {
  const [source, target] = [new pg.Client({ connectionString: from }), new pg.Client({ connectionString: to })]
  await Promise.all([source.connect(), target.connect()])
  const file = (table: string) => path.join(folder, `${table}.copy`)
  const names = new Map<string, string>()
  // Fresh rows have no statistics, and without these each unit looks through all items.
  await source.query('analyze items, tasks, units')
  for (const table of [...PARENTS, ...MEASURED]) {
    const stored = (await source.query(STORED, [table])).rows[0]
    names.set(table, stored.names)
    const rows = (OF_IMPORT[table] ?? `from ${table} t`).replace('$id', `'${importId}'`)
    const out = copyTo(`copy (select ${stored.values} ${rows}) to stdout`)
    await pipeline(source.query(out), createWriteStream(file(table)))
  }
  const load = (table: string) =>
    pipeline(createReadStream(file(table)), target.query(copyFrom(`copy ${table} (${names.get(table)}) from stdin`)))
  await target.query(`truncate ${PARENTS.join(', ')} cascade`)
  for (const table of PARENTS) await load(table)
  const started = performance.now()
  await target.query('begin')
  for (const table of MEASURED) await load(table)
  await target.query('commit')
  const seconds = (performance.now() - started) / 1000
  await Promise.all([source.end(), target.end()])
  return seconds
}

async function database(adminUrl: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  await runMigrations({ connectionString: url.href })
  return url.href
}

await mkdir(folder, { recursive: true })
const server = await startThrowAwayPostgres()
try {
  const here = await database(server.adminUrl, 'bench_sizes')
  const copyUrl = await database(server.adminUrl, 'bench_copy')
  const env = { ...process.env, DATABASE_URL: here, NEXTAUTH_SECRET: 'only-for-this-measurement', LOG_LEVEL: 'error' }
  Object.assign(process.env, env)
  const { makeMember, makeProject } = await import('@/tests/factories')
  const project = await makeProject()
  const { id: userId } = await makeMember(project, 'manager')
  const setting = { env, url: here, copyUrl, projectId: project.id, userId }
  const [lines, parquet] = [path.join(folder, 'records.jsonl'), path.join(folder, 'records.parquet')]
  await importFile(setting, lines, await writeLines(lines, Number(values['lines-mb'])), true)
  await importFile(setting, parquet, await writeParquet(parquet, Number(values['parquet-mb'])), false)
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
