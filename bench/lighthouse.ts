/**
 * Lighthouse 12 (desktop) over the production build: sign-in, workbench, consolidation and agreement, each signed in as who
 * works there. Lighthouse is too large to be installed with the product; npm fetches it when this runs for the first time.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { chromium } from '@playwright/test'
import pg from 'pg'
import { z } from 'zod'
import { type Browser, findBrowser } from '@/scripts/chromium'
import { StartError } from '@/scripts/start-error'
import { say, withApp } from './setting/app'
import { makeManyItems } from './setting/many-items'

const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const GOAL = 95
const ROUNDS = 3
const ITEMS = 300

const reportSchema = z.object({
  categories: z.record(z.enum(CATEGORIES), z.object({ score: z.number().nullable() })),
  audits: z.record(
    z.string(),
    z.object({ title: z.string(), score: z.number().nullable(), displayValue: z.string().optional() }),
  ),
})
type Report = z.output<typeof reportSchema>

const METRICS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift']

/** One run in a browser of its own. */
async function examine(browser: Browser, url: string, cookie: string | null, attempts = 3): Promise<Report> {
  const { launchOptions } = browser
  const flags = ['--headless=new', '--no-sandbox', ...(launchOptions.args ?? [])].join(' ')
  const call = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    url,
    '--preset=desktop',
    '--quiet',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    '--output-path=stdout',
    `--chrome-flags=${flags}`,
    ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
  ]
  const child = spawn('npm', call, {
    env: {
      ...process.env,
      ...launchOptions.env,
      CHROME_PATH: launchOptions.executablePath ?? chromium.executablePath(),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (code === 0) return reportSchema.parse(JSON.parse(out))
  // A trace that Chromium did not begin in time says nothing about the page.
  if (errors.includes('NO_NAVSTART') && attempts > 1) return examine(browser, url, cookie, attempts - 1)
  throw new StartError(`${LIGHTHOUSE} did not run; npm must be able to fetch it.\n${errors.slice(-2000)}`)
}

/** The pages with who reads them; null: nobody is signed in. */
async function makePages(database: string) {
  const { sessionFor } = await import('@/tests/actors')
  const { makeMember } = await import('@/tests/factories')
  const many = await makeManyItems(database, ITEMS)
  const reviewer = await makeMember({ id: many.projectId }, 'reviewer')
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const task = async (state: string) => {
    const first = 'select id from tasks where project_id = $1 and state = $2::"TaskState" order by position limit 1'
    const { rows } = await client.query<{ id: string }>(first, [many.projectId, state])
    return rows[0]?.id ?? ''
  }
  const [open, submitted] = [await task('open'), await task('consolidating')]
  await client.query(
    `insert into assignments (id, task_id, user_id, state, origin) values (gen_random_uuid(), $1, $2, 'assigned', 'manager')`,
    [open, many.annotator.id],
  )
  await client.query(`select graphile_worker.add_job('rate_tasks', json_build_object('projectId', $1::text))`, [
    many.projectId,
  ])
  await client.end()
  const project = `/projects/${many.projectId}`
  return [
    { name: 'sign-in', path: '/sign-in', cookie: null },
    { name: 'workbench', path: `${project}/tasks/${open}/annotate`, cookie: await sessionFor(many.annotator) },
    { name: 'consolidation', path: `${project}/tasks/${submitted}/consolidate`, cookie: await sessionFor(reviewer) },
    { name: 'agreement', path: `${project}/agreement`, cookie: await sessionFor(many.manager) },
  ]
}

const scoreOf = (report: Report, category: (typeof CATEGORIES)[number]) =>
  Math.round((report.categories[category].score ?? 0) * 100)

/** What keeps a report from being perfect. */
const lacks = ({ audits }: Report) =>
  Object.values(audits).flatMap(({ title, score, displayValue = '' }) =>
    score === null || score >= 0.9 ? [] : [`  ${title} ${displayValue}`.trimEnd()],
  )

await withApp(async (app) => {
  const browser = await findBrowser()
  if (!browser) throw new StartError('Lighthouse needs a Chromium: run "npx playwright install chromium".')
  for (const { name, path: at, cookie } of await makePages(await app.databaseUrl())) {
    const reports: Report[] = []
    for (let round = 0; round < ROUNDS; round++) reports.push(await examine(browser, app.url + at, cookie))
    // The middle one by performance, as Lighthouse itself advises.
    const middle = reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))[Math.floor(ROUNDS / 2)]
    if (!middle) throw new Error('there are no reports')
    const scores = CATEGORIES.map((category) => `${category} ${scoreOf(middle, category)}`)
    const metrics = METRICS.map((metric) => `${metric} ${middle.audits[metric]?.displayValue ?? '?'}`)
    say(`${name}: ${scores.join(', ')} (goal: ${GOAL} each); ${metrics.join(', ')}`)
    for (const line of lacks(middle)) say(line)
  }
})
