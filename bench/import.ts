/**
 * Importing 100,000 items: time of each step, memory, and the ratio to `COPY` of the same rows into the same tables.
 * Run: node --conditions=react-server --import tsx bench/import.ts [items]
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'

const items = Number(process.argv[2] ?? 100_000)
const SEGMENTS = 5
// In the order in which they refer to each other; the last three are what is measured.
const PARENTS = ['users', 'projects', 'stages', 'imports']
const MEASURED = ['items', 'tasks', 'units']

const seconds = (since: number) => (performance.now() - since) / 1000

/** A file of FELM records, made as it is read. */
function records(): ReadableStream<Uint8Array> {
  let index = 0
  return new ReadableStream({
    pull(controller) {
      if (index >= items) return controller.close()
      const lines = Array.from({ length: Math.min(500, items - index) }, () => record(index++))
      controller.enqueue(Buffer.from(`${lines.join('\n')}\n`))
    },
  })
}

function record(index: number): string {
  const segments = Array.from(
    { length: SEGMENTS },
    (_, at) =>
      `Sentence ${at + 1} of answer ${index} states something about rivers, dates and names that can be checked.`,
  )
  const prompt = `What is known about river number ${index}, its length, its source and its mouth?`
  const response = segments.join(' ')
  return JSON.stringify({
    index: String(index),
    domain: 'wk',
    source: 'bench',
    prompt,
    response,
    segmented_response: segments,
  })
}

/** The highest resident size while `work` runs, above that before it, in MB. */
async function withPeak<T>(
  work: () => Promise<T>,
): Promise<{ value: T; seconds: number; grownMb: number; peakMb: number }> {
  const before = process.memoryUsage.rss()
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  try {
    const value = await work()
    return { value, seconds: seconds(started), grownMb: (peak - before) / 1e6, peakMb: peak / 1e6 }
  } finally {
    clearInterval(timer)
  }
}

async function importAll() {
  const { prisma } = await import('@/lib/platform/server/db')
  const { makeMember, makeProject } = await import('@/tests/factories')
  const { uploadImport } = await import('@/lib/workspace/imports/upload-import')
  const { checkImport } = await import('@/lib/workspace/imports/check-import')
  const { startImport } = await import('@/lib/workspace/imports/start-import')
  const { applyImport } = await import('@/lib/workspace/imports/apply-import')
  const project = await makeProject()
  const person = await makeMember(project, 'manager')
  const manager = { userId: person.id, name: person.name, isAdmin: false, via: 'session' as const }
  const { signal } = new AbortController()
  const upload = await withPeak(() => uploadImport(manager, project.id, { name: 'bench.jsonl', body: records() }))
  const { id, byteSize } = upload.value
  const check = await withPeak(() => checkImport(id, signal))
  await startImport(manager, id, { labels: 'ignore', independent: false, open: true })
  const write = await withPeak(() => applyImport(id, signal))
  const written = await prisma().item.count({ where: { projectId: project.id } })
  if (written !== items) throw new Error(`${written} items were written`)
  await prisma().$disconnect()
  return { megabytes: byteSize / 1e6, upload, check, write }
}

/** COPY of the rows that the import wrote, into the same tables of an empty database. */
async function copyAll(from: string, to: string): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-bench-'))
  const [source, target] = [new pg.Client({ connectionString: from }), new pg.Client({ connectionString: to })]
  await Promise.all([source.connect(), target.connect()])
  const file = (table: string) => path.join(folder, table)
  for (const table of [...PARENTS, ...MEASURED]) {
    await pipeline(source.query(copyTo(`copy ${table} to stdout`)), createWriteStream(file(table)))
  }
  const load = (table: string) =>
    pipeline(createReadStream(file(table)), target.query(copyFrom(`copy ${table} from stdin`)))
  for (const table of PARENTS) await load(table)
  const started = performance.now()
  await target.query('begin')
  for (const table of MEASURED) await load(table)
  await target.query('commit')
  const taken = seconds(started)
  await Promise.all([source.end(), target.end()])
  await rm(folder, { recursive: true })
  return taken
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

const server = await startThrowAwayPostgres()
try {
  const here = await database(server.adminUrl, 'bench_import')
  const there = await database(server.adminUrl, 'bench_copy')
  process.env.DATABASE_URL = here
  process.env.NEXTAUTH_SECRET = 'only-for-this-measurement'
  const { megabytes, upload, check, write } = await importAll()
  const copy = await copyAll(here, there)
  const step = ({ seconds: s, grownMb, peakMb }: typeof write | typeof upload) =>
    `${s.toFixed(1)} s, ${Math.round(items / s)} items/s, memory +${grownMb.toFixed(0)} MB (peak ${peakMb.toFixed(0)} MB)`
  process.stdout.write(`${items} items with ${SEGMENTS} segments, ${megabytes.toFixed(0)} MB
upload  ${step(upload)}
check   ${step(check)}
write   ${step(write)}
COPY    ${copy.toFixed(1)} s, ${Math.round(items / copy)} items/s
ratio of the write to COPY: ${(copy / write.seconds).toFixed(2)}; of check and write: ${(copy / (check.seconds + write.seconds)).toFixed(2)}
`)
} finally {
  await server.stop()
}
process.exit(0)
