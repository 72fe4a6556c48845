import pg from 'pg'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { Prisma } from '@/generated/prisma/client'
import { makeMember, makeProject } from '@/tests/factories'
import { isDatabaseTrouble } from './database-trouble'
import { executeLarge, prisma, type Tx, transaction, withLongTransactions } from './db'
import { PREPARED } from './statement-name'

afterEach(() => {
  vi.restoreAllMocks()
})

it('asks one thing after the other on the connection of a transaction', async () => {
  const project = await makeProject()
  await makeMember(project, 'annotator')
  const busy = new Map<pg.Client, number>()
  let most = 0
  const { query } = pg.Client.prototype
  const count = (client: pg.Client, change: number) => {
    const now = (busy.get(client) ?? 0) + change
    busy.set(client, now)
    most = Math.max(most, now)
  }
  const counted = function (this: pg.Client, ...asked: unknown[]): unknown {
    const answer: unknown = Reflect.apply(query, this, asked)
    if (!(answer instanceof Promise)) return answer
    count(this, 1)
    return answer.finally(() => count(this, -1))
  }
  Object.assign(pg.Client.prototype, { query: counted })
  onTestFinished(() => void Object.assign(pg.Client.prototype, { query }))
  const found = await transaction((tx) =>
    tx.project.findUnique({ where: { id: project.id }, include: { stages: true, memberships: true, items: true } }),
  )
  expect(found?.memberships).toHaveLength(1)
  expect(most).toBe(1)
})

it('lets a transaction take a minute or what it asks for, and an hour where nobody waits for its answer', async () => {
  const begun = vi.spyOn(prisma(), '$transaction')
  const work = async () => undefined
  await transaction(work)
  await transaction(work, 5)
  await withLongTransactions(60, async () => {
    await transaction(work)
    await transaction(work, 120)
  })
  await transaction(work)
  const limits = begun.mock.calls.map(([, options]) => [options?.maxWait, options?.timeout])
  const [minute, hour] = [60_000, 3_600_000]
  expect(limits).toEqual([
    [10_000, minute],
    [10_000, 5 * minute],
    [hour, hour],
    [hour, 2 * hour],
    [10_000, minute],
  ])
})

it('waits for what another transaction holds a little shorter than its own limit, and gives everything back', async () => {
  const wait = (tx: Pick<Tx, '$queryRaw'>) => tx.$queryRaw<{ ms: string }[]>`
    select setting "ms" from pg_settings where name = 'lock_timeout'`
  const waits = [await wait(prisma()), await transaction(wait), await transaction(wait, 5)]
  await withLongTransactions(60, async () => waits.push(await transaction(wait)))
  // The same connection as before, or one that is as new.
  waits.push(await transaction(wait))
  expect(waits.flat().map(({ ms }) => Number(ms))).toEqual([50_000, 50_000, 290_000, 3_590_000, 50_000])
  expect(await prisma().$queryRaw`show jit`).toEqual([{ jit: 'off' }])

  const { id } = await makeProject()
  await transaction(async (tx) => {
    await tx.$queryRaw`select 1 from projects where id = ${id}::uuid for update`
    const late = transaction(async (other) => {
      // As if the time were over.
      await other.$executeRaw`set local lock_timeout = '1ms'`
      await other.project.update({ where: { id }, data: { name: 'late' } })
    })
    const error: unknown = await late.catch((thrown: unknown) => thrown)
    expect(isDatabaseTrouble(error)).toBe(true)
    const left = await tx.$queryRaw`
      select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%' and pid <> pg_backend_pid()`
    expect(left).toEqual([])
  })
})

it('executes a statement past Prisma within its transaction, in its turn, and never behind its end', async () => {
  const { id } = await makeProject({ name: 'before' })
  const nameOf = async () => (await prisma().project.findUniqueOrThrow({ where: { id } })).name
  const rename = (tx: Tx, name: string) =>
    executeLarge(tx, Prisma.sql`update projects set name = ${name} where id = ${id}::uuid and archived_at is null`)
  const rolledBack = transaction(async (tx) => {
    expect(await rename(tx, 'taken back')).toBe(1)
    expect(await tx.project.count({ where: { id, name: 'taken back' } })).toBe(1)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect(await nameOf()).toBe('before')
  const late: Tx[] = []
  await transaction(async (tx) => {
    late.push(tx)
    // Asked first, it comes first, though nobody waits for it.
    const renamed = rename(tx, 'after')
    expect(await tx.project.count({ where: { id, name: 'after' } })).toBe(1)
    expect(await renamed).toBe(1)
  })
  expect(await nameOf()).toBe('after')
  for (const tx of late) await expect(rename(tx, 'too late')).rejects.toThrow('the transaction is over')
  await expect(transaction((tx) => executeLarge(tx, Prisma.sql`select 1 / ${'0'}::int`))).rejects.toThrow(/division/)
  // One that was begun otherwise is asked by Prisma.
  await prisma().$transaction((tx) => rename(tx, 'otherwise'))
  expect(await nameOf()).toBe('otherwise')
})

it('prepares a statement that asks for it, once for the same text, and no other', async () => {
  const kept = await transaction(async (tx) => {
    for (const value of [1, 2]) {
      await tx.$queryRaw`${Prisma.raw(PREPARED)} select ${value}::int + 1`
      await tx.$queryRaw`select ${value}::int + 2`
    }
    return tx.$queryRaw`select statement from pg_prepared_statements where statement ~ '::int [+]'`
  })
  expect(kept).toEqual([{ statement: `${PREPARED} select $1::int + 1` }])
})
