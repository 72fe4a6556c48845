import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { until } from '@/tests/support/wait'
import { pool, prisma, transaction } from './db'
import { notifyProject, onProject } from './live'

/** Somebody else's connection: what is done to those of this process is done from there. */
const other = new pg.Client({ connectionString: process.env.DATABASE_URL })
beforeAll(() => other.connect())
afterAll(() => other.end())

const cut = (application: string) =>
  other.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1`,
    [application],
  )
/** The connection that listens, by the number of its process at the database. */
const listener = async () => {
  const { rows } = await other.query<{ pid: number; query: string }>(
    `select pid, query from pg_stat_activity where datname = current_database() and application_name = 'assay live'`,
  )
  return rows.find(({ query }) => query.startsWith('listen assay_runs'))?.pid
}

describe('onProject', () => {
  it('hears of what another process says, and looks again when its connection was lost meanwhile', async () => {
    const project = randomUUID()
    const changed = vi.fn()
    const leave = onProject(project, changed)
    const lost = await until(listener)
    await until(() => changed.mock.calls.length === 1)
    await other.query(`select pg_notify('assay_projects', $1)`, [project])
    await until(() => changed.mock.calls.length === 2)

    await cut('assay live')
    await until(async () => (await listener()) !== lost)
    // As a rule nobody listens now: this is not heard, and asked for when the connection is there again.
    await other.query(`select pg_notify('assay_projects', $1)`, [project])
    await until(() => changed.mock.calls.length >= 3)
    await until(listener)
    const heard = changed.mock.calls.length
    notifyProject(project)
    await until(() => changed.mock.calls.length > heard)
    leave()
  })
})

describe('the pool', () => {
  it('gives out no connection that was cut while it lay idle', async () => {
    await Promise.all(Array.from({ length: 5 }, () => pool().query('select pg_sleep(0.01)')))
    await cut('assay')
    await until(() => pool().totalCount === 0)
    expect(await prisma().user.count()).toBe(0)
  })

  it('loses no place to transactions whose connections were cut', async () => {
    for (let round = 0; round < 3; round++) {
      const begun: (() => void)[] = []
      const all = Array.from({ length: pool().options.max }, () =>
        transaction(async (tx) => {
          await tx.user.count()
          await new Promise<void>((resolve) => begun.push(resolve))
          await tx.user.count()
        }),
      )
      const outcomes = Promise.allSettled(all)
      await until(() => begun.length === all.length)
      await cut('assay')
      for (const goOn of begun) goOn()
      expect((await outcomes).map(({ status }) => status)).toEqual(all.map(() => 'rejected'))
    }
    const counts = Array.from({ length: 2 * pool().options.max }, () => transaction((tx) => tx.user.count()))
    expect(await Promise.all(counts)).toEqual(counts.map(() => 0))
  })
})
