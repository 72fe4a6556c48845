import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { internet } from '@/lib/automation/search/guarded-agent'
import { isDatabaseInterruption } from '@/lib/platform/server/database-trouble'
import { HUB_TOKEN, type HubServer, hubError, hubServer } from '@/tests/support/hub-server'
import { BROKEN } from '@/tests/support/place-server'
import type { HubPlace } from './contract'
import { openTarget } from './make-target'
import { PushRefused, type SentFile, type Target } from './target'

let server: HubServer
let opened: ReturnType<typeof openTarget>
let target: Target
const stop = new AbortController()

const open = (place: Partial<HubPlace> = {}, token = HUB_TOKEN) =>
  openTarget(
    {
      place: { kind: 'hub', address: server.address, repository: server.repository, branch: 'main', ...place },
      secret: { kind: 'hub', token },
      title: 'Facts, release 1',
      signal: stop.signal,
    },
    { network: internet, allowed: [server.host], pause: async () => {} },
  )

beforeEach(async () => {
  server = await hubServer()
  opened = open()
  target = opened.target
})
afterEach(async () => {
  await opened.close()
  await server.close()
})

function fileOf(path: string, bytes: Buffer): SentFile {
  return {
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    async *read(from = 0, to = bytes.length) {
      for (let at = from; at < to; at += 70_001) yield bytes.subarray(at, Math.min(to, at + 70_001))
    },
  }
}

/** In the commit itself, stored apart, and stored apart in parts. */
const contents = new Map([
  ['README.md', Buffer.from('---\nlicense: cc0-1.0\n---\n# Facts\n')],
  ['gold/test.parquet', randomBytes(50_000)],
  ['assay.jsonl', randomBytes(350_001)],
])
const files = [...contents].map(([path, bytes]) => fileOf(path, bytes))
const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
const puts = () => server.asked.filter(({ method }) => method === 'PUT').map(({ url }) => url.pathname.split('/')[2])
const look = async () => [...(await target.look(files)).values()]

function sendingOf() {
  const told = { sent: 0 }
  const onSent = (bytes: number) => {
    told.sent += bytes
  }
  return { told, sending: { onSent, upload: null, keepUpload: async () => {} } }
}

describe('a dataset of the Hub', () => {
  it('is refused with an answer that is longer than any of its', async () => {
    server.fault = () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sha: 'a'.repeat(8_000_000) }),
    })
    const refusal = await look().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(PushRefused)
    expect(refusal).toMatchObject({ message: expect.stringMatching(/more than such a server says/) })
  })

  it('gets all files in one commit, bytes equal, with the token nowhere but at the Hub', async () => {
    expect(await look()).toEqual(['new', 'new', 'new'])
    const { told, sending } = sendingOf()
    const revision = await target.send(files, sending)
    expect(server.commits.slice(1)).toEqual([{ oid: revision, summary: 'Facts, release 1' }])
    expect(new Map([...server.files].map(([path, { bytes }]) => [path, bytes]))).toEqual(contents)
    expect([...server.files.values()].map(({ lfs }) => lfs)).toEqual([false, true, true])
    expect(told.sent).toBe(total)
    expect(await look()).toEqual(['same', 'same', 'same'])
  })

  it('is sent only what is not stored yet after an interruption', async () => {
    const first = files[1]?.sha256 ?? ''
    const last = files[2]?.sha256 ?? ''
    server.fault = ({ url }) => (url.pathname.endsWith(`${last}/00003`) ? BROKEN : undefined)
    await expect(target.send(files, sendingOf().sending)).rejects.toThrow(/did not answer/)
    expect(server.commits).toHaveLength(1)
    server.fault = () => undefined
    server.stored.set(first, contents.get('gold/test.parquet') ?? Buffer.alloc(0))
    server.asked.length = 0
    const { told, sending } = sendingOf()
    await target.send(files, sending)
    expect(new Set(puts())).toEqual(new Set([last]))
    expect(told.sent).toBe(total)
    expect(await look()).toEqual(['same', 'same', 'same'])
  })

  it('is not blamed for a file that the database does not give while it is sent', async () => {
    const bytes = contents.get('gold/test.parquet') ?? Buffer.alloc(0)
    const { read, ...head } = fileOf('gold/test.parquet', bytes)
    let isAway = false
    const file: SentFile = {
      ...head,
      async *read(from, to) {
        if (isAway) throw new Error('Connection terminated unexpectedly')
        yield* read(from, to)
      },
    }
    server.fault = ({ url }) => {
      isAway ||= url.pathname.endsWith('/info/lfs/objects/batch')
      return undefined
    }
    const failure = await target.send([file], sendingOf().sending).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'A file of the release could not be read.' })
    expect(isDatabaseInterruption(failure)).toBe(true)
  })

  it('finds out after a commit whose answer was lost that all is there', async () => {
    const answered = server.fault
    let committed = 0
    server.fault = ({ url }) => {
      if (!url.pathname.includes('/commit/')) return undefined
      committed += 1
      return BROKEN
    }
    await expect(target.send(files, sendingOf().sending)).rejects.toThrow(/did not answer/)
    expect(committed).toBe(1)
    server.fault = answered
    await target.send(files, sendingOf().sending)
    expect(await target.send([], sendingOf().sending)).toBe(server.commits.at(-1)?.oid)
  })

  it('tells files with other bytes', async () => {
    await target.send(files, sendingOf().sending)
    server.files.set('README.md', { bytes: Buffer.from('other'), lfs: false })
    expect(await look()).toEqual(['other', 'same', 'same'])
  })

  it('says what is wrong', async () => {
    const wrong = open({}, 'hf_other')
    await expect(wrong.target.look(files)).rejects.toThrow(/does not accept this token/)
    await wrong.close()
    const nowhere = open({ repository: 'my-lab/nothing' })
    await expect(nowhere.target.look(files)).rejects.toThrow(/There is no dataset “my-lab\/nothing”/)
    await nowhere.close()
    server.fault = ({ url }) =>
      url.pathname.includes('/commit/') ? hubError(400, `Invalid metadata in README.md, by ${HUB_TOKEN}`) : undefined
    await expect(target.send(files, sendingOf().sending)).rejects.toThrow(
      /status 400\. It says: Invalid metadata in README\.md, by …/,
    )
    server.stored.clear()
    server.fault = ({ method }) => (method === 'PUT' ? { status: 507 } : undefined)
    await expect(target.send(files, sendingOf().sending)).rejects.toThrow(/no room left/)
    server.fault = ({ method }) => (method === 'PUT' ? hubError(403, 'Storage limit reached') : undefined)
    await expect(target.send(files, sendingOf().sending)).rejects.toThrow(/forbids this.*Storage limit reached/)
    server.fault = () => hubError(503, '')
    await expect(target.look(files)).rejects.toThrow(/failed with status 503/)
  })
})
