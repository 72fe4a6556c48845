/** The process that withdraws is killed: nothing of it is left, and the same command run again does all of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { makeUser } from '@/tests/factories'
import { felmScene, released } from '@/tests/held-out-scene'
import { until } from '@/tests/support/wait'
import { FIRST_SUMS } from './contract'

const REASON = 'Its author asked for it'
const ERRATUM = 'Do not use it.'

/** `npm run withdraw` as an administrator types it. */
function startWithdrawing(itemId: string, by: string) {
  const words = ['--by', by, '--reason', REASON, '--erratum', ERRATUM]
  const command = ['--conditions=react-server', 'scripts/run.cjs', 'withdraw', 'item', itemId, ...words]
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_OPTIONS: '', NEXTAUTH_SECRET: 'a-secret-of-this-test-alone-and-long-enough' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[code, signal], errors]) => ({
    code,
    signal,
    errors,
  }))
  return { kill: () => child.kill('SIGKILL'), ended }
}

/** A checksum of all rows of each table. */
async function stateOfTables(): Promise<Map<string, string>> {
  const { rows } = await pool().query<{ name: string }>(
    `select tablename "name" from pg_tables where schemaname = 'public' order by 1`,
  )
  const sums = new Map<string, string>()
  for (const { name } of rows) {
    const { rows: found } = await pool().query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') "sum" from "${name}" t`,
    )
    sums.set(name, found[0]?.sum ?? '')
  }
  return sums
}

test('a kill in the middle leaves nothing half done, and the command succeeds when it is run again', async () => {
  const { projectId, manager } = await felmScene(4)
  const { release } = await released(manager, projectId, null)
  const { id } = await prisma().item.findFirstOrThrow({ where: { projectId, position: 1 } })
  const { email } = await makeUser({ isAdmin: true })
  const before = await stateOfTables()

  // The row of the release is written after the tables and files; the lock lets rows that refer to it be written.
  const holder = await pool().connect()
  onTestFinished(() => holder.release(true))
  await holder.query('begin')
  await holder.query('select 1 from releases where id = $1 for no key update', [release.id])
  const killed = startWithdrawing(id, email ?? '')
  const waiting = async () => {
    const { rows } = await pool().query<{ pid: number; query: string }>(
      `select pid, query from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and backend_xid is not null`,
    )
    return rows[0]
  }
  const early = killed.ended.then((end) => {
    throw new Error(`the command ended by itself: ${JSON.stringify(end)}`)
  })
  const server = await Promise.race([until(waiting), early])
  expect(server?.query).toMatch(/^UPDATE "public"."releases"/)
  killed.kill()
  expect(await killed.ended).toMatchObject({ code: null, signal: 'SIGKILL' })
  await holder.query('rollback')
  await until(async () => {
    const { rowCount } = await pool().query('select 1 from pg_stat_activity where pid = $1', [server?.pid])
    return rowCount === 0
  })
  expect(await stateOfTables()).toEqual(before)

  expect(await startWithdrawing(id, email ?? '').ended).toMatchObject({ code: 0, errors: '' })
  expect(await prisma().withdrawal.count({ where: { itemId: id } })).toBe(1)
  expect(await prisma().releaseFile.count({ where: { releaseId: release.id, path: FIRST_SUMS } })).toBe(1)
  const after = await stateOfTables()
  expect([...after].filter(([table, sum]) => before.get(table) !== sum).map(([table]) => table)).toEqual(
    expect.arrayContaining(['events', 'items', 'release_chunks', 'releases', 'units', 'withdrawals']),
  )
})
