/**
 * Small inputs that would keep everybody waiting: as imports to the production build, as jobs that wait in the queue when it starts,
 * on the command line, and as pages. Meanwhile `/api/health` is asked every 20 ms; beyond 250 ms the measurement fails. Pages are
 * fetched by this process, since the app reads the public internet only: its own event loop is what is watched then.
 * Run: npm run bench -- hostile [imports | start | command-line | pages]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { OwnApp } from '@/e2e/own-app/app'
import { fetchPage } from '@/lib/automation/search/fetch-page'
import { newRobotsCache } from '@/lib/automation/search/robots'
import { untilAnswers } from '@/lib/platform/jobs/until-answers'
import type { ImportDetail } from '@/lib/workspace/imports/contract'
import {
  blankPage,
  blankRecord,
  escapedPage,
  hoardingPdf,
  loopingPdf,
  packedPdf,
  quotedRecord,
} from '@/tests/support/hostile-input'
import { pretendWeb } from '@/tests/support/pretend-public'
import { say, withApp } from './setting/app'
import { HealthWatch } from './setting/health-watch'
import { quantile } from './setting/times'

const [only = ''] = process.argv.slice(2)
const isWanted = (part: string) => only === '' || only === part
const MOST_MS = 250
/** What was beyond it. */
const late: string[] = []

const plain = (text: string) => JSON.stringify({ prompt: 'A question?', response: text })
const FILES: readonly (readonly [string, string])[] = [
  ['100 kB of blanks', blankRecord()],
  ['900 kB of blanks', blankRecord(900_000)],
  ['4.9 MB of blanks', blankRecord(4_900_000)],
  ['2 MB of escaped quotes', quotedRecord()],
  ['2 MB of brackets', `{"prompt": ${'['.repeat(2_000_000)}`],
  ['4 MB of stops', plain('. '.repeat(2_000_000))],
  ['2 MB of CSV quotes', `prompt,response\nA question?,"${'""'.repeat(1_000_000)}"\n`],
]
const GOOD = plain('A good record.')

const PAGES: readonly (readonly [string, string, string | Buffer])[] = [
  ['2 MB of no-break spaces', 'text/html', blankPage()],
  ['5 MB of &amp;', 'text/html', escapedPage(990_000)],
  ['a PDF that loops', 'application/pdf', loopingPdf()],
  ['a PDF that takes memory', 'application/pdf', hoardingPdf()],
  ['a PDF that unpacks to 2 GB', 'application/pdf', packedPdf(2_000_000_000)],
]

/** Times of the health while something is done; fails beyond the limit. */
async function watched(what: string, url: string, work: () => Promise<string>): Promise<void> {
  const watch = new HealthWatch(url)
  const start = performance.now()
  const outcome = await work()
  const took = (performance.now() - start) / 1000
  tell(what, outcome, took, await watch.end())
}

function tell(what: string, outcome: string, seconds: number, times: number[]): void {
  const [median, most] = [quantile(times, 0.5), Math.max(...times)]
  say(
    `${what.padEnd(34)} ${outcome.padEnd(60)} ${seconds.toFixed(1)} s; ${median.toFixed(0)} ms, ${most.toFixed(0)} ms`,
  )
  if (most > MOST_MS) late.push(what)
}

interface Manager {
  url: string
  cookie: string
  projectId: string
}

async function upload({ url, cookie, projectId }: Manager, name: string, body: string): Promise<string> {
  const headers = { cookie, origin: url, 'content-type': 'application/octet-stream' }
  const address = `${url}/api/projects/${projectId}/imports?fileName=${encodeURIComponent(name)}`
  const response = await fetch(address, { method: 'POST', headers, body })
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as ImportDetail).id
}

async function checked({ url, cookie }: Manager, importId: string): Promise<string> {
  for (;;) {
    const response = await fetch(`${url}/api/imports/${importId}`, { headers: { cookie } })
    const { state, problems, error } = (await response.json()) as ImportDetail
    const [problem] = problems
    if (state !== 'checking') return problem ? `${state}, line ${problem.line}: ${problem.message}` : (error ?? state)
    await pause(200)
  }
}

async function onCommandLine(file: string): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', 'scripts/run.cjs', 'assay', 'dataset', '--protocol', 'felm', '--file', file],
    { stdio: 'ignore', env: { ...process.env, NODE_OPTIONS: '' } },
  )
  const [code] = await once(child, 'exit')
  return `ended with ${code}`
}

async function readPages(): Promise<void> {
  const web = await pretendWeb()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  for (const [what, type, body] of PAGES) {
    web.pages.set('paper.example/a', (_, response) => void response.writeHead(200, { 'content-type': type }).end(body))
    delay.reset()
    delay.enable()
    const start = performance.now()
    const options = { signal: new AbortController().signal, network: web.network, robots: newRobotsCache() }
    const outcome = await fetchPage('http://paper.example/a', options).then(
      ({ text }) => `${text.length} characters`,
      (error: Error) => error.message.slice(0, 60),
    )
    delay.disable()
    const times = [delay.percentile(50) / 1e6, delay.max / 1e6]
    tell(`page: ${what}`, outcome, (performance.now() - start) / 1000, times)
  }
  await web.close()
}

async function importAll(manager: Manager): Promise<void> {
  // Code is loaded at the first request that needs it.
  await checked(manager, await upload(manager, 'good', GOOD))
  await watched('nothing, for five seconds', manager.url, async () => {
    await pause(5_000)
    return ''
  })
  for (const [what, record] of [['a good record', GOOD] as const, ...FILES])
    await watched(`import: ${what}`, manager.url, async () =>
      checked(manager, await upload(manager, what, record.startsWith('prompt,') ? record : `${GOOD}\n${record}`)),
    )
}

/** Jobs that wait while no worker runs, and a start in the ordinary way. */
async function startWithJobs(app: OwnApp, manager: Manager): Promise<void> {
  await app.stop()
  process.env.ASSAY_WORKER = 'off'
  await app.start()
  for (const [what, record] of FILES) await upload(manager, what, record)
  await app.kill()
  delete process.env.ASSAY_WORKER
  const start = performance.now()
  await app.start()
  await untilAnswers(`${app.url}/api/health`, new AbortController().signal)
  say(
    `answers ${((performance.now() - start) / 1000).toFixed(1)} s after a start with ${FILES.length} such jobs waiting`,
  )
  const client = new pg.Client({ connectionString: await app.databaseUrl() })
  await client.connect()
  await watched('start: all of them', app.url, async () => {
    for (;;) {
      const { rows } = await client.query<{ state: string; count: number }>(
        'select state::text as state, count(*)::int as count from imports group by 1 order by 1',
      )
      if (!rows.some(({ state }) => state === 'checking'))
        return rows.map(({ state, count }) => `${count} ${state}`).join(', ')
      await pause(200)
    }
  })
  await client.end()
}

async function readByCommand(url: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-hostile-'))
  for (const [what, record] of FILES) {
    const file = path.join(folder, 'records.jsonl')
    writeFileSync(file, record)
    await watched(`command line: ${what}`, url, () => onCommandLine(file))
  }
  rmSync(folder, { recursive: true })
}

await withApp(async (app) => {
  const { makeMember, makeProject, makeUser } = await import('@/tests/factories')
  const { sessionFor } = await import('@/tests/actors')
  const [project, user] = [await makeProject(), await makeUser()]
  await makeMember(project, 'manager', user)
  const manager = { url: app.url, cookie: await sessionFor(user), projectId: project.id }
  say('health: median and longest answer; of pages, delay of the event loop')
  if (isWanted('imports')) await importAll(manager)
  if (isWanted('start')) await startWithJobs(app, manager)
  if (isWanted('command-line')) await readByCommand(app.url)
  if (isWanted('pages')) await readPages()
  if (late.length > 0) throw new Error(`an answer took longer than ${MOST_MS} ms: ${late.join('; ')}`)
})
