import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { internet } from '@/lib/automation/search/guarded-agent'
import { BROKEN } from '@/tests/support/place-server'
import { S3_KEY, S3_TEMPORARY_KEY, type S3Server, s3Error, s3Server } from '@/tests/support/s3-server'
import { until } from '@/tests/support/wait'
import type { S3Place } from './contract'
import { openTarget } from './make-target'
import type { PushNetwork } from './push-fetch'
import { PushRefused, type Sending, type SentFile, type Target, type Upload } from './target'

const MEGABYTE = 1_048_576

let server: S3Server
let opened: ReturnType<typeof openTarget>
let target: Target
const pauses: number[] = []
const stop = new AbortController()

const networkOf = (): PushNetwork => ({
  network: internet,
  allowed: [server.host],
  pause: async (milliseconds) => void pauses.push(milliseconds),
})
const placeOf = (more: Partial<S3Place> = {}): S3Place => ({
  kind: 's3',
  address: server.address,
  region: server.region,
  bucket: server.bucket,
  prefix: 'facts/v1',
  ...more,
})
const open = (more: Partial<S3Place> = {}, key: Partial<typeof S3_TEMPORARY_KEY> = {}) =>
  openTarget(
    { place: placeOf(more), secret: { kind: 's3', ...S3_KEY, ...key }, title: '', signal: stop.signal },
    networkOf(),
  )

beforeEach(async () => {
  server = await s3Server({ pageSize: 2 })
  pauses.length = 0
  opened = open()
  target = opened.target
})
afterEach(async () => {
  await opened.close()
  await server.close()
})

/** In pieces of uneven sizes. */
function fileOf(path: string, bytes: Buffer): SentFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    path,
    bytes: bytes.length,
    sha256,
    async *read(from = 0, to = bytes.length) {
      for (let at = from; at < to; at += 700_001) yield bytes.subarray(at, Math.min(to, at + 700_001))
    },
  }
}

function sendingOf(upload: Upload | null = null) {
  const told = { sent: 0, upload }
  const sending: Sending = {
    onSent: (bytes) => {
      told.sent += bytes
    },
    upload,
    keepUpload: async (kept) => {
      told.upload = kept
    },
  }
  return { told, sending }
}

const small = () => ['SHA256SUMS', 'README.md', 'gold/test.parquet'].map((path) => fileOf(path, randomBytes(1000)))
const large = () => fileOf('assay.jsonl', randomBytes(17 * MEGABYTE))
const requests = (method: string) => server.asked.filter((asked) => asked.method === method)
const look = async (files: SentFile[]) => [...(await target.look(files)).values()]

describe('a bucket', () => {
  it('gets every file, the list of checksums last, and its version is told', async () => {
    const files = small()
    const { told, sending } = sendingOf()
    expect(await look(files)).toEqual(['new', 'new', 'new'])
    const revision = await target.send(files, sending)
    expect(revision).toMatch(/^v-/)
    expect(told.sent).toBe(3000)
    expect([...server.objects.keys()].at(-1)).toBe('facts/v1/SHA256SUMS')
    expect(await look(files)).toEqual(['same', 'same', 'same'])
  })

  it('gets a large file in parts, bytes equal', async () => {
    const file = large()
    const { told, sending } = sendingOf()
    await target.send([file], sending)
    const stored = server.objects.get('facts/v1/assay.jsonl')
    expect(
      createHash('sha256')
        .update(stored?.bytes ?? '')
        .digest('hex'),
    ).toBe(file.sha256)
    expect(told).toEqual({ sent: file.bytes, upload: null })
    expect(await look([file])).toEqual(['same'])
    expect(requests('GET').every(({ url }) => url.searchParams.has('list-type'))).toBe(true)
  })

  it('takes temporary credentials with their session token, signed, and refuses them without it', async () => {
    const files = [...small(), large()]
    await opened.close()
    opened = open({}, S3_TEMPORARY_KEY)
    target = opened.target
    await target.send(files, sendingOf().sending)
    expect(await look(files)).toEqual(['same', 'same', 'same', 'same'])
    await opened.close()
    const { sessionToken: _, ...parts } = S3_TEMPORARY_KEY
    opened = open({}, parts)
    await expect(opened.target.look(files)).rejects.toThrow(/does not accept these credentials \(InvalidToken\)/)
  })

  it('is sent only the parts that are missing after an interruption', async () => {
    const file = large()
    const first = sendingOf()
    server.fault = ({ url }) => (url.searchParams.get('partNumber') === '2' ? BROKEN : undefined)
    await expect(target.send([file], first.sending)).rejects.toThrow(/did not answer/)
    expect(first.told.upload?.etags).toHaveLength(1)
    server.fault = () => undefined
    server.asked.length = 0
    const second = sendingOf(first.told.upload)
    await target.send([file], second.sending)
    expect(requests('PUT').map(({ url }) => url.searchParams.get('partNumber'))).toEqual(['2', '3'])
    expect(second.told.sent).toBe(file.bytes)
    expect(await look([file])).toEqual(['same'])
  })

  it('goes on with no part of a file that was made again since', async () => {
    const first = sendingOf()
    server.fault = ({ url }) => (url.searchParams.get('partNumber') === '2' ? BROKEN : undefined)
    await expect(target.send([large()], first.sending)).rejects.toThrow(/did not answer/)
    expect(first.told.upload?.etags).toHaveLength(1)
    server.fault = () => undefined
    server.asked.length = 0
    const file = large()
    const second = sendingOf(first.told.upload)
    await target.send([file], second.sending)
    expect(requests('PUT').map(({ url }) => url.searchParams.get('partNumber'))).toEqual(['1', '2', '3'])
    expect(second.told).toEqual({ sent: file.bytes, upload: null })
    expect(server.uploads.size).toBe(0)
    expect(await look([file])).toEqual(['same'])
  })

  it('begins a file anew whose upload the server has dropped', async () => {
    const file = large()
    const { told, sending } = sendingOf({ path: file.path, sha256: file.sha256, id: 'gone', etags: ['0'.repeat(32)] })
    await target.send([file], sending)
    expect(told).toEqual({ sent: file.bytes, upload: null })
    expect(await look([file])).toEqual(['same'])
  })

  it('reads a file back whose tag is no digest of its bytes', async () => {
    const [file] = small()
    if (!file) throw new Error('no file')
    await target.send([file], sendingOf().sending)
    const stored = server.objects.get(`facts/v1/${file.path}`)
    if (stored) stored.tag = 'f'.repeat(32)
    expect(await look([file])).toEqual(['same'])
    stored?.bytes.fill(0)
    expect(await look([file])).toEqual(['other'])
  })

  it('gives up the parts of an upload', async () => {
    const file = large()
    const { told, sending } = sendingOf()
    server.fault = ({ url }) => (url.searchParams.get('partNumber') === '3' ? s3Error(403, 'AccessDenied') : undefined)
    await expect(target.send([file], sending)).rejects.toThrow(/forbids/)
    if (told.upload) await target.abandon(told.upload)
    expect(server.uploads.size).toBe(0)
    if (told.upload) await target.abandon(told.upload)
  })

  it('is asked again after growing pauses while it fails, and as late as it wishes', async () => {
    const answers = [
      s3Error(503, 'SlowDown'),
      { status: 500 },
      { ...s3Error(503, 'SlowDown'), headers: { 'retry-after': '7' } },
    ]
    server.fault = () => answers.shift()
    expect(await look(small())).toEqual(['new', 'new', 'new'])
    expect(pauses).toEqual([500, 1000, 7000])
    server.fault = () => s3Error(503, 'SlowDown')
    await expect(look(small())).rejects.toThrow(/failed with status 503 \(SlowDown\)/)
  })

  it.each([
    [
      'a key that it does not know',
      {},
      { accessKeyId: 'AKIAOTHER' },
      /does not accept these credentials \(InvalidAccessKeyId\)/,
    ],
    ['a wrong secret', {}, { secretAccessKey: 'other' }, /does not accept these credentials \(SignatureDoesNotMatch\)/],
    ['another region', { region: 'us-east-1' }, {}, /in another region/],
    ['no such bucket', { bucket: 'nothing' }, {}, /There is no bucket “nothing”/],
  ])('says what is wrong: %s', async (_, place, key, words) => {
    const other = open(place, key)
    await expect(other.target.look(small())).rejects.toThrow(words)
    await other.close()
  })

  it.each([
    [507, 'XMinioStorageFull', /no room left/],
    [403, 'QuotaExceeded', /forbids/],
    [301, 'PermanentRedirect', /in another region/],
    [400, 'InvalidRequest', /refused what was sent with status 400 \(InvalidRequest\)/],
  ])('says what an answer of %s %s means, once', async (status, code, words) => {
    server.fault = ({ method }) => (method === 'PUT' ? s3Error(status, code) : undefined)
    await expect(target.send(small(), sendingOf().sending)).rejects.toThrow(words)
    expect(requests('PUT')).toHaveLength(1)
  })

  const xml = { 'content-type': 'application/xml' }
  it.each([
    ['that s3mini would read for minutes', () => '<a>'.repeat(200_000), /something that no bucket says/],
    ['that is a page of the web', () => '<!doctype html><html><body><p>Welcome<p></body></html>', /no bucket says/],
    ['that is long', () => `<ListBucketResult>${' '.repeat(2_000_000)}</ListBucketResult>`, /more than such a server/],
  ])('is refused with an answer %s', async (_, body, words) => {
    server.fault = () => ({ status: 200, headers: xml, body: body() })
    const refusal = await look(small()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PushRefused)
    expect(refusal).toMatchObject({ message: expect.stringMatching(words) })
    expect(server.asked).toHaveLength(1)
  })

  it('says what a failure means whose words s3mini would read for minutes', async () => {
    const body = `<Error><Code>AccessDenied</Code></Error>${'<a>'.repeat(200_000)}`
    server.fault = () => ({ status: 403, headers: xml, body })
    await expect(look(small())).rejects.toThrow(/forbids this with these credentials \(AccessDenied\)/)
  })

  it('is refused with an answer to the beginning of an upload that s3mini would read for minutes', async () => {
    server.fault = ({ method }) =>
      method === 'POST' ? { status: 200, headers: xml, body: '<a>'.repeat(200_000) } : undefined
    await expect(target.send([large()], sendingOf().sending)).rejects.toThrow(/something that no bucket says/)
  })

  it('is refused with a listing without end', async () => {
    server.fault = ({ url }) => ({
      status: 200,
      headers: xml,
      body: `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${url.searchParams.get('continuation-token') ?? ''}a</NextContinuationToken></ListBucketResult>`,
    })
    await expect(look(small())).rejects.toThrow(/More than 100,000 objects lie in that folder/)
    expect(server.asked).toHaveLength(100)
  })

  it('is left where it reads a file back with more bytes than that has', async () => {
    const [file] = small()
    if (!file) throw new Error('no file')
    await target.send([file], sendingOf().sending)
    const stored = server.objects.get(`facts/v1/${file.path}`)
    if (stored) stored.tag = 'f'.repeat(32)
    let isLeft = false
    server.stream = ({ url }, response) => {
      if (url.searchParams.has('list-type')) return false
      response.writeHead(200)
      const more = () => {
        while (!response.destroyed && response.write(randomBytes(60_000)));
      }
      response.on('drain', more).on('close', () => {
        isLeft = true
      })
      more()
      return true
    }
    expect(await look([file])).toEqual(['other'])
    await until(() => isLeft)
  })

  it('follows no redirect', async () => {
    server.fault = () => ({ status: 307, headers: { location: 'http://169.254.169.254/latest' } })
    await expect(look(small())).rejects.toThrow(/in another region or at another address/)
    expect(server.asked).toHaveLength(1)
  })
})

describe('where a push may go', () => {
  const sentTo = async (address: string, network: Partial<PushNetwork>) => {
    const other = openTarget(
      { place: placeOf({ address }), secret: { kind: 's3', ...S3_KEY }, title: '', signal: stop.signal },
      { ...networkOf(), ...network },
    )
    try {
      return await other.target.look(small())
    } finally {
      await other.close()
    }
  }

  it.each([
    ['http://127.0.0.1:8080', /it is not a public address/],
    ['http://169.254.169.254', /it is not a public address/],
    ['http://s3.example.org', /it does not begin with https/],
    ['https://minio.internal', /its name belongs to private networks/],
    ['https://s3.example.org:9000', /its port 9000/],
  ])('not to %s', async (address, words) => {
    await expect(sentTo(address, { allowed: [] })).rejects.toThrow(words)
  })

  it('not to a name that leads into the own network', async () => {
    const network = { ...internet, resolve: async () => ['10.0.0.7'] }
    await expect(sentTo('https://s3.example.org', { network })).rejects.toThrow(
      /leads to an address that is not public/,
    )
  })

  it('nowhere where there is no server of that name', async () => {
    const network = {
      ...internet,
      resolve: async () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    }
    await expect(sentTo('https://s3.example.org', { network })).rejects.toThrow(/there is no server of that name/)
  })
})
