/**
 * Assignment by rule in a project of many items: how long previewing and carrying out take, how long somebody who changes a member waits
 * meanwhile, and processes that are killed (SIGKILL) at some moment of the act, after which all of it or nothing stands.
 * Run: npm run bench -- by-rule [--items 100000] [--people 40] [--kills 12]
 */
import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import { startThrowAwayPostgres } from '@/scripts/embedded-postgres'
import { migrate } from '@/scripts/migrate'
import { say } from './setting/app'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    people: { type: 'string', default: '40' },
    kills: { type: 'string', default: '12' },
  },
})

const server = await startThrowAwayPostgres()
await migrate(server.url)
await runMigrations({ connectionString: server.url })
process.env.DATABASE_URL = server.url
process.env.NEXTAUTH_SECRET = 'only-for-this-measurement-of-rules'
process.env.NEXTAUTH_URL = 'http://127.0.0.1:3219'
await import('@/compose')
const { actorOf } = await import('@/tests/actors')
const { makeMember } = await import('@/tests/factories')
const { byRuleBody } = await import('@/lib/annotation/assignments/by-rule/contract')
const { assignByRule } = await import('@/lib/annotation/assignments/by-rule/assign-by-rule')
const { previewByRule } = await import('@/lib/annotation/assignments/by-rule/queries')
const { updateMember } = await import('@/lib/workspace/users/members/update-member')
const { endCalculators } = await import('@/lib/platform/foreign/calculate')
const { makeManyItems } = await import('./setting/many-items')

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

const made = await makeManyItems(server.url, Number(values.items), { bare: true })
const { projectId } = made
const manager = actorOf(made.manager)
const people: { userId: string }[] = []
for (let n = 0; n < Number(values.people); n++)
  people.push({ userId: (await makeMember({ id: projectId }, 'annotator')).id })
const body = byRuleBody.parse({ stage: 'segments', people })

const client = new pg.Client({ connectionString: server.url })
await client.connect()

/** Everything as it was before the act. */
async function reset(): Promise<void> {
  await client.query(`set session_replication_role = 'replica'`)
  await client.query('delete from assignments a using tasks t where t.id = a.task_id and t.project_id = $1', [
    projectId,
  ])
  await client.query(
    `update tasks set assigned_count = 0 where project_id = $1 and state = 'open' and assigned_count > 0`,
    [projectId],
  )
  await client.query(`delete from events where project_id = $1 and type like 'assignment.%'`, [projectId])
  await client.query(`set session_replication_role = 'origin'`)
  await client.query('vacuum analyze')
}

/** The longest that a change of a member takes while `work` goes on. */
async function longestChange<T>(work: () => Promise<T>): Promise<{ value: T; ms: number; longest: number }> {
  const done = { is: false }
  const start = performance.now()
  const act = work().finally(() => {
    done.is = true
  })
  let [quota, longest] = [1, 0]
  while (!done.is) {
    const before = performance.now()
    await updateMember(manager, projectId, made.annotator.id, { quota: quota++ })
    longest = Math.max(longest, performance.now() - before)
  }
  return { value: await act, ms: performance.now() - start, longest }
}

async function measure(): Promise<{ fingerprint: string; shares: number; ms: number }> {
  const preview = await longestChange(() => previewByRule(manager, projectId, body))
  const { fingerprint, given, shares, beyond } = preview.value
  say(
    `${values.items} items, ${values.people} people: ${given} tasks with ${shares} shares previewed in ${seconds(preview.ms)} (${beyond} beyond one act); a change of a member meanwhile takes at most ${seconds(preview.longest)}`,
  )
  const act = await longestChange(() => assignByRule(manager, projectId, { ...body, fingerprint }))
  say(`carried out in ${seconds(act.ms)}; a change of a member meanwhile takes at most ${seconds(act.longest)}`)
  await reset()
  return { fingerprint, shares, ms: act.ms }
}

/** Begins the act in a process of its own and kills that after so long. */
function killedAct(fingerprint: string, after: number): Promise<void> {
  const script = `
    await import('@/compose')
    const { assignByRule } = await import('@/lib/annotation/assignments/by-rule/assign-by-rule')
    const { prisma } = await import('@/lib/platform/server/db')
    // Connected, so that what is killed is the act.
    await prisma().project.count()
    console.log('begin')
    await assignByRule(${JSON.stringify(manager)}, '${projectId}', ${JSON.stringify({ ...body, fingerprint })})
    process.exit(0)`
  const flags = ['--conditions=react-server', '--import', 'tsx', '--input-type=module']
  const child = spawn(process.execPath, [...flags, '-e', script], {
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), after))
  return new Promise((resolve) => child.once('exit', () => resolve()))
}

async function measureKills({ fingerprint, shares, ms }: Awaited<ReturnType<typeof measure>>): Promise<void> {
  const outcomes = { nothing: 0, all: 0, half: 0 }
  for (let round = 0; round < Number(values.kills); round++) {
    await killedAct(fingerprint, (1.5 * ms * (round + 1)) / Number(values.kills))
    // The server notices by itself that nobody is there any more; whatever it still does ends before this has the row.
    await client.query('begin; select 1 from projects for update; commit')
    const { rows } = await client.query<{ shares: number; places: number; told: number; acts: number }>(
      `select (select count(*)::int from assignments a join tasks t on t.id = a.task_id where t.project_id = $1) "shares",
         (select coalesce(sum(assigned_count), 0)::int from tasks where project_id = $1 and state = 'open') "places",
         (select count(*)::int from events where project_id = $1 and type = 'assignment.assigned') "told",
         (select count(*)::int from events where project_id = $1 and type = 'assignment.given_by_rule') "acts"`,
      [projectId],
    )
    const found = JSON.stringify(rows[0])
    const is = (count: number, acts: number) =>
      found === JSON.stringify({ shares: count, places: count, told: count, acts })
    outcomes[is(0, 0) ? 'nothing' : is(shares, 1) ? 'all' : 'half']++
    await reset()
  }
  say(
    `killed amid the act ${values.kills} times: nothing of it ${outcomes.nothing} times, all of it ${outcomes.all}, a part ${outcomes.half}`,
  )
}

try {
  await measureKills(await measure())
} finally {
  await client.end()
  endCalculators()
  await server.stop()
}
process.exit(0)
