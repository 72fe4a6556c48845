import { expect, it, vi } from 'vitest'
import { sharedWork } from './shared-work'

it('is done once for all who ask at the same time under the same key, and again for who asks later', async () => {
  const share = sharedWork<number>('numbers of a test')
  const compute = vi.fn(async () => compute.mock.calls.length)
  expect(await Promise.all([share({ of: 1 }, compute), share({ of: 1 }, compute)])).toEqual([1, 1])
  expect(await Promise.all([share({ of: 1 }, compute), share({ of: 2 }, compute)])).toEqual([2, 3])
})

it('fails for all who wait for it, and is tried again by the next', async () => {
  const share = sharedWork<number>('failures of a test')
  const fail = () => Promise.reject(new Error('not this time'))
  const outcomes = await Promise.allSettled([share({}, fail), share({}, async () => 1)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await share({}, async () => 2)).toBe(2)
})

it('is shared by modules that are loaded twice, and told apart by its name', async () => {
  let release = (_: number) => {}
  const held = new Promise<number>((resolve) => {
    release = resolve
  })
  const first = sharedWork<number>('work of a test')({}, () => held)
  vi.resetModules()
  const again = await import('./shared-work')
  const second = again.sharedWork<number>('work of a test')({}, async () => 2)
  expect(await again.sharedWork<number>('other work of a test')({}, async () => 3)).toBe(3)
  release(1)
  expect(await Promise.all([first, second])).toEqual([1, 1])
})
