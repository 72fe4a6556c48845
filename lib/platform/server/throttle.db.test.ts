import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { prisma } from './db'
import { type DelayRule, refund, slowDown } from './throttle'

const RULE: DelayRule = { free: 3, first: 1000, longest: 6000, forget: 100_000 }

/** A key, and what is done with it. */
function keyed() {
  const key = `test:${randomUUID()}`
  /** The seconds to wait, or 0 for an attempt that is looked at. */
  const attempt = (told?: () => void): Promise<number> =>
    slowDown(key, RULE, told).then(
      () => 0,
      (error) => error.extra.data.seconds,
    )
  const row = () => prisma().throttle.findUniqueOrThrow({ where: { key } })
  const move = (data: { freeAt?: Date; resetAt?: Date }) => prisma().throttle.update({ where: { key }, data })
  const past = () => new Date(Date.now() - 1000)
  return { key, attempt, row, waitIsOver: () => move({ freeAt: past() }), isForgotten: () => move({ resetAt: past() }) }
}

/** About so many seconds, rounded up: what has passed since is none of the test's, and a clock may be set back meanwhile. */
const expectWait = (seconds: number, expected: number) => {
  expect(seconds).toBeLessThanOrEqual(expected + 1)
  expect(seconds).toBeGreaterThan(expected / 2)
}

describe('slowDown', () => {
  it('lets some attempts pass and then makes each wait twice as long as the one before, up to a limit', async () => {
    const { attempt, waitIsOver } = keyed()
    for (let n = 0; n < RULE.free; n++) expect(await attempt()).toBe(0)
    for (const expected of [1000, 2000, 4000, 6000, 6000]) {
      expectWait(await attempt(), expected)
      await waitIsOver()
      expect(await attempt()).toBe(0)
    }
  })

  it('is not made longer by what it refuses, and tells of it once a wait', async () => {
    const { attempt, row, waitIsOver } = keyed()
    let told = 0
    const tell = () => {
      told += 1
    }
    for (let n = 0; n < RULE.free; n++) await attempt(tell)
    const before = await row()
    for (let n = 0; n < 5; n++) expectWait(await attempt(tell), 1000)
    expect(await row()).toEqual({ ...before, refused: 5 })
    expect(told).toBe(1)
    await waitIsOver()
    await attempt(tell)
    await attempt(tell)
    expect(told).toBe(2)
  })

  it('looks at exactly so many of attempts that come together', async () => {
    const { attempt, waitIsOver } = keyed()
    const together = async () =>
      (await Promise.all(Array.from({ length: 12 }, () => attempt()))).filter((wait) => wait === 0)
    expect(await together()).toHaveLength(RULE.free)
    await waitIsOver()
    expect(await together()).toHaveLength(1)
    await waitIsOver()
    expect(await together()).toHaveLength(1)
  })

  it('forgets after a quiet time, and takes back an attempt with its wait', async () => {
    const { key, attempt, isForgotten, row } = keyed()
    for (let n = 0; n < RULE.free; n++) await attempt()
    expectWait(await attempt(), 1000)
    await refund(key)
    expect(await row()).toMatchObject({ hits: RULE.free - 1, freeAt: null })
    expect(await attempt()).toBe(0)
    expectWait(await attempt(), 1000)
    await isForgotten()
    for (let n = 0; n < RULE.free; n++) expect(await attempt()).toBe(0)
    expectWait(await attempt(), 1000)
  })
})
