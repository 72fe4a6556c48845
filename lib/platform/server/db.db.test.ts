import { afterEach, expect, test, vi } from 'vitest'
import { prisma, transaction, withoutHurry } from './db'

afterEach(() => {
  vi.restoreAllMocks()
})

test('a transaction may take a minute or what it asks for, and an hour where nobody waits for its answer', async () => {
  const begun = vi.spyOn(prisma(), '$transaction').mockResolvedValue(undefined)
  const work = async () => undefined
  await transaction(work)
  await transaction(work, 5)
  await withoutHurry(60, async () => {
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
