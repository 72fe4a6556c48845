import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { until } from '@/tests/support/wait'
import { fileAnswer, takesGzip } from './file-answer'
import { namedByBytes } from './named-by-bytes'
import { streamText } from './stream-text'

const LINE = `${JSON.stringify({ text: 'The river Rhine is 1,233 km long.', label: true })}\n`

async function* lines(count: number, ended = { early: false }) {
  let sent = 0
  try {
    for (; sent < count; sent++) yield LINE
  } finally {
    ended.early = sent < count
  }
}

const fileOf = async (count: number, type = 'application/x-ndjson; charset=utf-8') => {
  const { body, headers } = await namedByBytes(lines(count))
  return new Response(body, { headers: { ...headers, 'content-type': type } })
}
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a file as it is asked for', () => {
  it('is sent as it is to a request that names no packing', async () => {
    const answer = fileAnswer(await fileOf(100), new Headers())
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('content-length')).toBe(String(LINE.length * 100))
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(String(await bytesOf(answer))).toBe(LINE.repeat(100))
  })

  it('is packed for a caller that unpacks it, to the same bytes under a tag of its own', async () => {
    const plain = await fileOf(1_000)
    const answer = fileAnswer(await fileOf(1_000), new Headers({ 'accept-encoding': 'br, gzip' }))
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('cache-control')).toContain('no-transform')
    expect(answer.headers.get('etag')).toBe(plain.headers.get('etag')?.replace(/"$/, '-gzip"'))
    const packed = await bytesOf(answer)
    expect(packed.length).toBeLessThan((LINE.length * 1_000) / 5)
    expect(gunzipSync(packed).equals(await bytesOf(plain))).toBe(true)
  })

  it.each([
    ['what is packed in itself', 1_000, 'application/vnd.apache.parquet'],
    ['what is small', 2, 'text/csv'],
  ])('is not packed where that saves nothing: %s', async (_, count, type) => {
    const answer = fileAnswer(await fileOf(count, type), new Headers({ 'accept-encoding': 'gzip' }))
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(String(await bytesOf(answer))).toBe(LINE.repeat(count))
  })

  it.each([
    ['the tag', (tag: string) => tag],
    ['the tag of the packed bytes', (tag: string) => tag.replace(/"$/, '-gzip"')],
    ['one among several, as weak', (tag: string) => `"another", W/${tag}`],
    ['any', () => '*'],
  ])('is not sent again to a caller that has it: %s', async (_, known) => {
    const file = await fileOf(100)
    const tag = file.headers.get('etag') ?? ''
    const answer = fileAnswer(file, new Headers({ 'if-none-match': known(tag) }))
    expect(answer.status).toBe(304)
    expect(answer.headers.get('etag')).toBe(tag)
    expect(answer.headers.get('content-length')).toBeNull()
    expect(await answer.text()).toBe('')
  })

  it('is sent to a caller that has another, or where its bytes have no name', async () => {
    const asked = new Headers({ 'if-none-match': '"another"' })
    expect(fileAnswer(await fileOf(100), asked).status).toBe(200)
    const unnamed = new Response(streamText(lines(100)))
    expect(fileAnswer(unnamed, new Headers({ 'if-none-match': '*' })).status).toBe(200)
  })

  it('ends its source where the reader leaves, and fails where the source does', async () => {
    const ended = { early: false }
    const left = fileAnswer(
      new Response(streamText(lines(1_000_000, ended))),
      new Headers({ 'accept-encoding': 'gzip' }),
    )
    const reader = left.body?.getReader()
    await reader?.read()
    await reader?.cancel()
    await until(() => ended.early)
    const failing = streamText(
      (async function* () {
        yield LINE.repeat(1_000)
        throw new Error('the database went away')
      })(),
    )
    const broken = fileAnswer(new Response(failing), new Headers({ 'accept-encoding': 'gzip' }))
    await expect(broken.arrayBuffer()).rejects.toThrow('the database went away')
  })
})

describe('what is known of a stream ahead', () => {
  it('is nothing where it is larger than what is held, and the bytes are the same', async () => {
    const { body, headers } = await namedByBytes(lines(1_000), LINE.length * 10)
    expect(headers).toEqual({})
    expect(await new Response(body).text()).toBe(LINE.repeat(1_000))
  })

  it('ends its source where the reader of a larger one leaves', async () => {
    const ended = { early: false }
    const { body } = await namedByBytes(lines(1_000, ended), LINE.length)
    await body.cancel()
    expect(ended.early).toBe(true)
  })

  it('is the same for the same bytes, and another for others', async () => {
    const [one, same, other] = await Promise.all([lines(3), lines(3), lines(4)].map((each) => namedByBytes(each)))
    expect(one?.headers).toEqual(same?.headers)
    expect(one?.headers.etag).not.toBe(other?.headers.etag)
  })
})

it.each([
  [null, false],
  ['', false],
  ['identity', false],
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0, *', false],
  ['x-gzip', false],
])('reads what a caller unpacks: %s', (accepted, expected) => {
  expect(takesGzip(accepted)).toBe(expected)
})
