/**
 * The workbench of a protocol file beside the same one with a view in code: FELM's own and `felm-in-medicine.yaml`, which says FELM with one
 * value more, on the same records. They take turns in one run: what a first visit loads, how long it takes to open, and how long a key takes
 * until the page has been drawn again. FELM itself is a file as well (decision 125): run it on a version before and after a change to compare.
 * Run: npm run bench -- file-workbench [rounds]
 */
import { readFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { expectAwake } from '@/e2e/fixtures'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { timeKeys, watchKeys } from './setting/drawn-keys'
import { importRecords } from './setting/import-file'
import { quantile } from './setting/times'

const ROUNDS = Number(process.argv[2] ?? 9)
const SEGMENTS = 30
const GOAL = 1.1

const RECORD = {
  index: 'r1',
  domain: 'wk',
  source: 'bench',
  prompt: 'What is known of the rivers of Europe?',
  response: Array.from({ length: SEGMENTS }, (_, n) => `River ${n + 1} flows through a country.`).join(' '),
  segmented_response: Array.from({ length: SEGMENTS }, (_, n) => `River ${n + 1} flows through a country.`),
  labels: Array.from({ length: SEGMENTS }, () => true),
  comment: Array.from({ length: SEGMENTS }, () => ''),
  type: Array.from({ length: SEGMENTS }, () => null),
  ref: [],
  ref_contents: '',
}

interface Side {
  name: string
  taskId: string
  path: string
  cookie: { name: string; value: string }
  kilobytes: number[]
  openings: number[]
  keys: number[]
}

/** A task of the record under a protocol, for a person whose session is the cookie. */
async function makeSide(name: string, protocolId: string): Promise<Side> {
  const { makeAssignment, makeMember, makeProject } = await import('@/tests/factories')
  const { actorOf, sessionFor } = await import('@/tests/actors')
  const { prisma } = await import('@/lib/platform/server/db')
  const project = await makeProject({ protocolId })
  await importRecords(actorOf(await makeMember(project, 'manager')), project.id, [RECORD], 'ignore')
  const task = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
  const person = await makeMember(project, 'annotator')
  await makeAssignment(task, person)
  const [cookie = '', value = ''] = (await sessionFor(person)).split('=')
  const path = `/projects/${project.id}/tasks/${task.id}/annotate`
  return { name, taskId: task.id, path, cookie: { name: cookie, value }, kilobytes: [], openings: [], keys: [] }
}

/** One visit with nothing kept by the browser, and a key for each segment. */
async function visit(browser: Browser, url: string, side: Side): Promise<void> {
  const context = await browser.newContext({ baseURL: url })
  await context.addCookies([{ ...side.cookie, url }])
  const page = await context.newPage()
  await page.addInitScript(watchKeys)
  const start = performance.now()
  await page.goto(side.path, { waitUntil: 'commit' })
  await page.locator('[aria-pressed]').first().waitFor()
  await expectAwake(page)
  side.openings.push(performance.now() - start)
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
      .reduce((sum, size) => sum + size, 0),
  )
  side.kilobytes.push(bytes / 1000)
  side.keys.push(
    ...(await timeKeys(
      page,
      Array.from({ length: SEGMENTS }, (_, n) => (n % 3 === 2 ? 'k' : 't')),
    )),
  )
  await context.close()
}

await withApp(async (app) => {
  const { makeProtocolVersion } = await import('@/tests/support/protocol-file')
  // The file's own tests name records beside it, which are not published here.
  const source = readFileSync('docs/examples/protocols/felm-in-medicine.yaml', 'utf8').replace(/\ntests:[\s\S]*$/, '\n')
  const { protocolId } = await makeProtocolVersion({ source })
  const sides = [await makeSide('in code', 'felm'), await makeSide('from a file', protocolId)]
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  for (let round = 0; round <= ROUNDS; round++)
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      await visit(browser, app.url, side)
      // The first visit of each warms the server up.
      if (round === 0) for (const figures of [side.kilobytes, side.openings, side.keys]) figures.length = 0
    }
  await browser.close()
  const { prisma } = await import('@/lib/platform/server/db')
  for (const { name, taskId } of sides)
    if ((await prisma().label.count({ where: { taskId } })) === 0) throw new Error(`no key has answered ${name}`)
  const figures = {
    'loaded, kB': ({ kilobytes }: Side) => quantile(kilobytes, 0.5),
    'open, ms': ({ openings }: Side) => quantile(openings, 0.5),
    'key to drawn page, ms': ({ keys }: Side) => quantile(keys, 0.5),
    'the same, 95 of 100 under, ms': ({ keys }: Side) => quantile(keys, 0.95),
  }
  say(`| median of ${ROUNDS} visits, ${SEGMENTS} keys each | ${sides.map(({ name }) => name).join(' | ')} | ratio |`)
  say('|---|--:|--:|--:|')
  for (const [title, of] of Object.entries(figures)) {
    const [code = Number.NaN, file = Number.NaN] = sides.map(of)
    say(`| ${title} | ${code.toFixed(1)} | ${file.toFixed(1)} | ${(file / code).toFixed(2)} |`)
  }
  say(`(goal: a ratio of at most ${GOAL})`)
})
