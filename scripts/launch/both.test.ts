import { expect, test } from 'vitest'
import { both } from './both'

const never = new AbortController().signal

/** Work that ends only when it is asked to stop. */
const untilStopped = (stop: AbortSignal) =>
  new Promise<never>((_, reject) => stop.addEventListener('abort', () => reject(new Error('stopped'))))

test('returns what the first brings, once both are done', async () => {
  const order: string[] = []
  const result = await both(
    never,
    async () => {
      order.push('first')
      return 1
    },
    async () => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('second')
    },
  )
  expect({ result, order }).toEqual({ result: 1, order: ['first', 'second'] })
})

test.each([
  ['the first', (stop: AbortSignal) => untilStopped(stop), () => Promise.reject(new Error('no space'))],
  ['the second', () => Promise.reject(new Error('no space')), (stop: AbortSignal) => untilStopped(stop)],
])('stops %s when the other fails, and throws what failed first', async (_which, first, second) => {
  await expect(both<unknown>(never, first, second)).rejects.toThrow('no space')
})

test('stops both when it is asked to', async () => {
  const wish = new AbortController()
  const ended = both(wish.signal, untilStopped, untilStopped)
  wish.abort()
  await expect(ended).rejects.toThrow('stopped')
})
