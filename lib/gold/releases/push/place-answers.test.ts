import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bucketAnswers, fileInTime, shortAnswers } from './place-answers'
import { PushInterrupted } from './target'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** An answer that has begun and does not end. */
const endless = () =>
  new ReadableStream<Uint8Array<ArrayBuffer>>({ start: (controller) => controller.enqueue(new Uint8Array(10)) })
const asked = async () => new Response(endless())
const LISTING = 'https://s3.example.org/gold/?list-type=2'

it.each([
  ['a listing', () => bucketAnswers(asked).fetch(LISTING)],
  ['an answer of the Hub', async () => (await shortAnswers(asked)('https://hub.example.org/api')).text()],
  ['a file', () => new Response(fileInTime(endless(), 'https://s3.example.org', 5_000)).text()],
])('%s that does not end is left after a while', async (_, read) => {
  const reading = read().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  expect(await reading).toBeInstanceOf(PushInterrupted)
  expect(await reading).toMatchObject({
    message: expect.stringMatching(/did not come to the end of an answer in time/),
  })
})

it('an answer that has ended leaves no timer behind', async () => {
  await bucketAnswers(async () => new Response('<ListBucketResult></ListBucketResult>')).fetch(LISTING)
  expect(vi.getTimerCount()).toBe(0)
})
