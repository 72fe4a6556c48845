import { expect, test } from 'vitest'
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'
import { ApiError } from '@/lib/platform/client/api-error'
import type { ImportView } from './contract'
import { type FileToSend, sendFile } from './send-file'

const SIZE = 40_500_000

const file = (size = SIZE): FileToSend => ({
  name: 'big.jsonl',
  size,
  lastModified: 17,
  whole: () => `whole ${size}`,
  slice: (start, end) => `${start}-${end}`,
})

/** A server that has some bytes, and fails where it is told to. */
function server({ received = CHUNK_BYTES, fails = [] as number[], status = 0 } = {}) {
  const asked: string[] = []
  const state = { received }
  const view = () => ({ id: 'i', state: state.received >= SIZE ? 'checking' : 'uploading', received: state.received })
  const call = async (
    endpoint: { method: string },
    { query, body }: { query?: { offset?: number }; body?: unknown },
  ) => {
    asked.push(`${endpoint.method} ${String(body ?? '')}`.trim())
    if (fails.includes(asked.length))
      throw new ApiError({ code: status === 0 ? 'network' : 'conflict', status, detail: 'No.' })
    if (endpoint.method === 'PUT') state.received = Math.min(SIZE, (query?.offset ?? 0) + 16_000_000)
    return view()
  }
  return { asked, call: call as unknown as Parameters<typeof sendFile>[2]['call'] }
}

const pause = async () => undefined

test('a small file goes in one request', async () => {
  const { asked, call } = server({ received: SIZE })
  await sendFile('p', file(16_000_000), { call, pause })
  expect(asked).toEqual(['POST whole 16000000'])
})

test('a large one goes in parts, and says how far it is', async () => {
  const { asked, call } = server()
  const told: number[] = []
  const sent = await sendFile('p', file(), { call, pause, onProgress: (bytes) => told.push(bytes) })
  expect(asked).toEqual(['POST 0-1000000', 'PUT 1000000-17000000', 'PUT 17000000-33000000', 'PUT 33000000-40500000'])
  expect(told).toEqual([1_000_000, 17_000_000, 33_000_000, SIZE])
  expect(sent).toMatchObject({ state: 'checking' } satisfies Partial<ImportView>)
})

test('one that broke off goes on from the last whole piece', async () => {
  const { asked, call } = server({ received: 33_000_001 })
  await sendFile('p', file(), { call, pause })
  expect(asked).toEqual(['POST 0-1000000', 'PUT 33000000-40500000'])
})

test('a part that did not arrive is sent again, after a look at how far it came', async () => {
  const { asked, call } = server({ fails: [3] })
  await sendFile('p', file(), { call, pause })
  expect(asked.slice(2, 5)).toEqual(['PUT 17000000-33000000', 'GET', 'PUT 17000000-33000000'])
})

test('what is refused, and a server that stays away, end it', async () => {
  await expect(sendFile('p', file(), { ...server({ fails: [2], status: 409 }), pause })).rejects.toThrow('No.')
  const { asked, call } = server({ fails: Array.from({ length: 50 }, (_, n) => n + 2) })
  await expect(sendFile('p', file(), { call, pause })).rejects.toThrow('No.')
  expect(asked.filter((each) => each.startsWith('PUT'))).toHaveLength(5)
})

test('a server that answers and takes nothing ends it too, after pauses', async () => {
  const { asked, call: answer } = server()
  const pauses: number[] = []
  const call: typeof answer = async (endpoint, input) => {
    if (asked.length > 50) throw new Error('asked without an end')
    return answer(endpoint, { ...input, query: { offset: -15_000_000 } } as never)
  }
  const sent = sendFile('p', file(), { call, pause: async (milliseconds) => void pauses.push(milliseconds) })
  await expect(sent).rejects.toThrow('took nothing')
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000])
})
