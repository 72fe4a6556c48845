/**
 * Agreement of 10,000, 100,000 and 1,000,000 labels of three annotators, over HTTP against the production build: the rate
 * at which the ledger takes them in; the overview's page and its data with nothing kept; the time until all intervals are
 * there; saves of an annotator meanwhile; all beside the plain aggregate over the same labels. Pages that read more than
 * counts are timed as well, with an event for every label.
 * Run: npm run bench -- agreement [labels ...]
 */
import pg from 'pg'
import { say, withApp } from './setting/app'
import { type ManyLabels, makeManyLabels } from './setting/many-labels'
import { makeSaver, type Saver } from './setting/saver'
import { quantile } from './setting/times'

const asked = process.argv.slice(2).map(Number)
const SIZES = asked.length > 0 ? asked : [10_000, 100_000, 1_000_000]
const ROUNDS = 5

/** What agreement would be counted from, if all there were to do was counting. */
const PLAIN = `
  select l.question, l.value, count(*) from labels l join tasks t on t.id = l.task_id
  where t.project_id = $1 group by 1, 2`

const ms = (time: number) => `${time.toFixed(0)} ms`
const median = (times: number[]) => quantile(times, 0.5)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The median of some rounds, each with nothing kept and the worker at rest. */
async function cold(client: pg.Client, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await client.query('delete from kept_figures')
    times.push(await timed(work))
    await untilIdle(client)
  }
  return median(times)
}

async function derive(client: pg.Client, { projectId, tasks }: ManyLabels): Promise<void> {
  await client.query(`select graphile_worker.add_job('rate_tasks', json_build_object('projectId', $1::text))`, [
    projectId,
  ])
  const rated = 'select count(*) = $2 "done" from rated_tasks where project_id = $1'
  await until(client, rated, [projectId, tasks], 500)
}

/** Until the worker has nothing left to do: reads are remembered, intervals are computed. */
const untilIdle = (client: pg.Client) =>
  until(client, 'select not exists (select 1 from graphile_worker._private_jobs where run_at <= now()) "done"')

async function until(client: pg.Client, question: string, values: unknown[] = [], everyMs = 20): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ done: boolean }>(question, values)
    if (rows[0]?.done) return
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

/** From the visit that asks for the intervals until the worker has kept them. */
async function intervalsAfter(client: pg.Client, projectId: string, visit: () => Promise<unknown>): Promise<number> {
  await client.query('delete from kept_figures')
  return timed(async () => {
    await visit()
    const kept = `select exists (select 1 from kept_figures where project_id = $1 and key like 'intervals%') "done"`
    await until(client, kept, [projectId])
  })
}

async function measure(client: pg.Client, url: string, many: ManyLabels, saver: Saver): Promise<number> {
  const { sessionFor } = await import('@/tests/actors')
  const headers = { cookie: await sessionFor(many.manager) }
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    return response.text()
  }
  const project = `/projects/${many.projectId}`
  const overview = () => get(`/api${project}/agreement?intervals=when_quick`)
  // The first time, tens of thousands of reads are left to the worker.
  const first = await timed(overview)
  await untilIdle(client)
  const plain = median(await repeat(() => client.query(PLAIN, [many.projectId])))
  const data = await cold(client, overview)
  const page = await cold(client, () => get(`${project}/agreement`))
  const quiet = await saver.during(() => new Promise((resolve) => setTimeout(resolve, 2_000)))
  let intervals = 0
  const busy = await saver.during(async () => {
    intervals = await intervalsAfter(client, many.projectId, overview)
  })
  const alone = await intervalsAfter(client, many.projectId, overview)
  say(
    `${many.labels} labels, ${many.tasks} responses: overview ${ms(data)}, its page ${ms(page)} (goal: under 1000 ms), ` +
      `first visit ${ms(first)}; all intervals ${ms(alone)} (goal: under 5000 ms)`,
  )
  say(`  plain aggregate ${ms(plain)}; overview to it: ${(data / plain).toFixed(2)}`)
  say(
    `  a save: p95 ${ms(quantile(quiet, 0.95))} quiet, ${ms(quantile(busy, 0.95))} while intervals are computed, ` +
      `which then takes ${ms(intervals)}`,
  )
  for (const [title, path] of [
    ['a measure', '/agreement/segments/label'],
    ['its slices by domain', '/agreement/segments/label/slices?by=domain'],
    ['difficult items', '/disagreements/segments/difficulty'],
    ['progress', '/progress'],
  ])
    say(`  ${title}: ${ms(await cold(client, () => get(`/api${project}${path}`)))}`)
  return data
}

async function repeat(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) times.push(await timed(work))
  return times
}

await withApp(async (app) => {
  const database = await app.databaseUrl()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const saver = await makeSaver(app.url)
  const overviews: number[] = []
  for (const size of SIZES) {
    const many = await makeManyLabels(database, size)
    const taken = await timed(() => derive(client, many))
    say(`${many.labels} labels into the ledger: ${ms(taken)}, ${((many.labels / taken) * 1000).toFixed(0)} labels/s`)
    await client.query('vacuum analyze')
    overviews.push(await measure(client, app.url, many, saver))
  }
  const [least = 1, most = 1] = [overviews[0], overviews.at(-1)]
  say(`from ${SIZES[0]} to ${SIZES.at(-1)} labels the overview takes ${(most / least).toFixed(1)} times as long`)
  await client.end()
})
