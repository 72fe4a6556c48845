import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { PrismaClient } from '@/generated/prisma/client'
import { freePort } from '@/scripts/postgres/postmaster'
import { whileWritesFail } from '@/tests/support/failing-table'
import { until } from '@/tests/support/wait'
import { isDatabaseInterruption, isDatabaseTrouble } from './database-trouble'
import { askFirst, pool, prisma, transaction } from './db'

const thrownBy = (work: () => Promise<unknown>): Promise<unknown> =>
  work().then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error,
  )
const raising = (state: string) => `do $$ begin raise exception 'no' using errcode = '${state}'; end $$`
const failing = (state: string, work: () => Promise<unknown>) =>
  whileWritesFail({ table: 'prompt_texts', state }, () => thrownBy(work))
const write = () => prisma().promptText.create({ data: { hash: 'a', name: 'a', version: 1, text: 'a' } })

describe('the trouble of a database', () => {
  it.each(['53100', '53300', '55P03', '57P01', '57P03', '40001', '40P01', '58030', '08006'])(
    'is state %s, by every way',
    async (state) => {
      expect(isDatabaseTrouble(await thrownBy(() => pool().query(raising(state))))).toBe(true)
      expect(isDatabaseTrouble(await thrownBy(() => prisma().$executeRawUnsafe(raising(state))))).toBe(true)
      expect(isDatabaseTrouble(await failing(state, write))).toBe(true)
      expect(
        isDatabaseTrouble(
          await failing(state, () =>
            transaction((tx) => tx.promptText.create({ data: { hash: 'a', name: 'a', version: 1, text: 'a' } })),
          ),
        ),
      ).toBe(true)
    },
  )

  it.each([
    ['53100', true],
    ['57P01', true],
    ['08006', true],
    ['55P03', false],
    ['40001', false],
    ['40P01', false],
    ['23505', false],
    ['57014', false],
    ['53400', false],
    ['08P01', false],
  ])('says of state %s by itself whether the work may be at fault', async (state, isInterruption) => {
    expect(isDatabaseInterruption(await thrownBy(() => pool().query(raising(state))))).toBe(isInterruption)
    expect(isDatabaseInterruption(await thrownBy(() => prisma().$executeRawUnsafe(raising(state))))).toBe(
      isInterruption,
    )
    expect(isDatabaseInterruption(await failing(state, write))).toBe(isInterruption)
  })

  it('is the work’s own where a transaction takes longer than it may, and not where its connection is cut', async () => {
    const millisecond = 1 / 60_000
    const late = transaction(async (tx) => {
      await tx.$queryRaw`select 1 from pg_sleep(0.05)`
      return tx.user.count()
    }, millisecond)
    const error = await thrownBy(() => late)
    expect([isDatabaseTrouble(error), isDatabaseInterruption(error)]).toEqual([true, false])
    const cut = transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() "pid"`
      await pool().query('select pg_terminate_backend($1)', [own?.pid])
      await tx.$queryRaw`select 1`
    })
    expect(isDatabaseInterruption(await thrownBy(() => cut))).toBe(true)
  })

  it('is the work’s own also where Prisma has forgotten why a transaction ended', async () => {
    const millisecond = 1 / 60_000
    const forgotten = transaction(async (tx) => {
      // It knows of the last hundred.
      for (let message = ''; !message.includes('Transaction not found'); ) {
        await transaction((other) => other.$queryRaw`select 1`)
        message = String(await tx.$queryRaw`select 1`.catch((error: unknown) => error))
      }
      await tx.$queryRaw`select 1`
    }, millisecond)
    const error = await thrownBy(() => forgotten)
    expect([isDatabaseTrouble(error), isDatabaseInterruption(error)]).toEqual([true, false])
  })

  it('is none of the work where a pooler ends its connection', () => {
    const ended = Object.assign(new pg.DatabaseError('server_login_retry', 2, 'error'), { code: '08P01' })
    expect(isDatabaseInterruption(Object.assign(ended, { severity: 'ERROR' }))).toBe(false)
    expect(isDatabaseInterruption(Object.assign(ended, { severity: 'FATAL' }))).toBe(true)
  })

  it.each(['23505', '22P02', '42P01', '55000', '57014', 'P0001'])('is not state %s', async (state) => {
    expect(isDatabaseTrouble(await thrownBy(() => pool().query(raising(state))))).toBe(false)
    expect(isDatabaseTrouble(await thrownBy(() => prisma().$executeRawUnsafe(raising(state))))).toBe(false)
    expect(isDatabaseTrouble(await failing(state, write))).toBe(false)
  })

  it('is a connection that was cut, before and while something is asked', async () => {
    const cut = (pid: number) => pool().query('select pg_terminate_backend($1)', [pid])
    const midway = transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() "pid"`
      await cut(own?.pid ?? 0)
      await tx.$queryRaw`select 1`
    })
    expect(isDatabaseTrouble(await thrownBy(() => midway))).toBe(true)
    const asking = transaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`select pg_backend_pid() "pid"`
      const asked = tx.$queryRaw`select 1 from pg_sleep(60)`
      await Promise.all([asked, cut(own?.pid ?? 0)])
    })
    expect(isDatabaseTrouble(await thrownBy(() => asking))).toBe(true)
  })

  it('is a server that keeps a connection and does not answer on it, after ten seconds', async () => {
    await pool().query('select 1')
    const waiting = vi.spyOn(globalThis, 'setTimeout')
    const asked = thrownBy(() => askFirst({ text: 'select pg_sleep(60)' }))
    const [over] = await until(() => waiting.mock.calls.find(([, ms]) => ms === 10_000))
    // As if the ten seconds were over.
    over()
    waiting.mockRestore()
    expect(isDatabaseTrouble(await asked)).toBe(true)
  })

  it('is a server that is not there, by address or by a name with several', async () => {
    const port = await freePort(0)
    const address = { connectionString: `postgresql://127.0.0.1:${port}/assay` }
    const named = new AggregateError([await thrownBy(() => new pg.Client(address).connect())], '')
    expect(isDatabaseTrouble(named)).toBe(true)
    expect(isDatabaseTrouble(named.errors[0])).toBe(true)
    const away = new PrismaClient({ adapter: new PrismaPg(address) })
    expect(isDatabaseTrouble(await thrownBy(() => away.user.count()))).toBe(true)
    expect(isDatabaseTrouble(await thrownBy(() => away.$transaction((tx) => tx.user.count())))).toBe(true)
    expect(isDatabaseTrouble(await thrownBy(() => away.$queryRaw`select 1`))).toBe(true)
    await away.$disconnect()
  })

  it('is nothing else that is thrown', () => {
    for (const other of [new Error('no'), new TypeError('fetch failed'), 'P1001', undefined, { code: 7 }])
      expect(isDatabaseTrouble(other)).toBe(false)
  })
})
