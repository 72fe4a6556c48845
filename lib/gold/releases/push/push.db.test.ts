import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { internet } from '@/lib/automation/search/guarded-agent'
import { findRelease } from '@/lib/gold/releases/release/load-release'
import { emptyCard } from '@/lib/gold/releases/release/rules'
import { withdrawRelease } from '@/lib/gold/withdrawal/withdraw-release'
import type { Actor } from '@/lib/platform/policy/actor'
import { pool, prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { BROKEN } from '@/tests/support/place-server'
import { S3_KEY, type S3Server, s3Error, s3Server } from '@/tests/support/s3-server'
import { cancelPush } from './cancel-push'
import type { Place, PushOrder } from './contract'
import { forgetPushSecrets } from './forget-push-secrets'
import { previewPush } from './preview-push'
import { pushReleaseHandler } from './push-job'
import { listPushes } from './queries'
import { retryPush } from './retry-push'
import { startPush } from './start-push'

const MEGABYTE = 1_048_576
let server: S3Server
let manager: Actor
let viewer: Actor
let params: { projectId: string; number: number }
let files: Map<string, Buffer>

const network = () => ({ network: internet, allowed: [server.host], pause: async () => {} })

beforeEach(async () => {
  server = await s3Server()
  const project = await makeProject()
  manager = actorOf(await makeMember(project, 'manager'))
  viewer = actorOf(await makeMember(project, 'viewer'))
  params = { projectId: project.id, number: 1 }
  files = new Map([
    ['README.md', Buffer.from('# Facts\n')],
    ['assay.jsonl', randomBytes(9 * MEGABYTE)],
    ['gold/test.parquet', randomBytes(70_007)],
    ['SHA256SUMS', Buffer.from('sums\n')],
  ])
  await release(project.id)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await pool().query('delete from graphile_worker._private_jobs')
  await server.close()
})

/** A release of these files, in pieces of uneven sizes, as a build leaves them. */
async function release(projectId: string) {
  const card = { text: { ...emptyCard('Ocean facts', ''), licence: 'CC0-1.0' }, contradictionsReason: null }
  const { id } = await prisma().release.create({ data: { projectId, number: 1, card, createdById: manager.userId } })
  for (const [position, [path, bytes]] of [...files].entries()) {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const head = { releaseId: id, path, position, byteSize: bytes.length, rows: 1, sha256, crc32: 0 }
    await prisma().releaseFile.create({ data: head })
    for (let at = 0, piece = 0, size = 1_000_000; at < bytes.length; at += size, piece++) {
      size = piece % 2 === 0 ? 1_000_000 : 234_567
      const part = Uint8Array.from(bytes.subarray(at, at + size))
      await prisma().releaseChunk.create({ data: { releaseId: id, path, position: piece, bytes: part } })
    }
  }
  const built = { state: 'ready' as const, digest: 'd'.repeat(64), builtAt: new Date() }
  await prisma().release.update({ where: { id }, data: built })
}

const orderOf = (more: Partial<Extract<Place, { kind: 's3' }>> = {}, key: Partial<typeof S3_KEY> = {}): PushOrder => ({
  place: {
    kind: 's3',
    address: server.address,
    region: server.region,
    bucket: server.bucket,
    prefix: 'facts/v1',
    ...more,
  },
  secret: { kind: 's3', ...S3_KEY, ...key },
})
const work = (pushId: string, more = {}) =>
  pushReleaseHandler(network).run(
    { pushId },
    { id: '1', attempt: 1, isLastAttempt: false, signal: new AbortController().signal, ...more },
  )
const one = async () => (await listPushes(viewer, params)).pushes[0]
const rowOf = (id: string) => prisma().releasePush.findUniqueOrThrow({ where: { id } })
const stored = () =>
  new Map([...server.objects].map(([key, { bytes }]) => [key.replace('facts/v1/', ''), bytes.toString('base64')]))
const wanted = () => new Map([...files].map(([path, bytes]) => [path, bytes.toString('base64')]))
const parts = () => server.asked.flatMap(({ url }) => url.searchParams.get('partNumber') ?? [])

it('sends the files, resumes where it was interrupted, and tells members where they are', async () => {
  const preview = await previewPush(manager, params, orderOf(), { network: network() })
  expect(preview.files.map(({ state }) => state)).toEqual(['new', 'new', 'new', 'new'])
  expect(server.objects.size).toBe(0)
  const { id } = await startPush(manager, params, orderOf())
  server.fault = ({ url }) => (url.searchParams.get('partNumber') === '2' ? BROKEN : undefined)
  await expect(work(id)).rejects.toThrow(/did not answer/)
  expect(await one()).toMatchObject({ state: 'running', error: expect.stringMatching(/tried again in a moment/) })
  expect((await one())?.sentBytes).toBeGreaterThanOrEqual(8 * MEGABYTE)
  server.fault = () => undefined
  server.asked.length = 0
  await work(id, { attempt: 2 })
  expect(parts()).toEqual(['2'])
  expect(stored()).toEqual(wanted())
  expect(await one()).toMatchObject({
    state: 'done',
    error: null,
    revision: expect.stringMatching(/^v-/),
    digest: 'd'.repeat(64),
    by: manager.name,
    sameFiles: 1,
    sentBytes: preview.bytes,
  })
  const event = await prisma().event.findFirstOrThrow({ where: { type: 'release.pushed' } })
  expect(event.data).toMatchObject({ place: 's3://gold/facts/v1', number: 1 })
  // Another time there is nothing to send.
  server.asked.length = 0
  const again = await startPush(manager, params, orderOf())
  await work(again.id)
  expect(server.asked.map(({ method }) => method)).toEqual(['GET', 'GET'])
  expect(await one()).toMatchObject({ state: 'done', sameFiles: 4 })
})

it('keeps credentials sealed while they are needed, and nowhere else', async () => {
  let written = ''
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written += String(chunk)
      return true
    })
  const { id } = await startPush(manager, params, orderOf())
  const holds = async () => {
    const { rows } = await pool().query<{ text: string }>(
      `select (select string_agg(j::text, '') from graphile_worker._private_jobs j) || (select string_agg(e::text, '') from events e)
         || (select string_agg(p::text, '') from release_pushes p) "text"`,
    )
    return rows[0]?.text ?? ''
  }
  expect(await holds()).toContain(id)
  expect(await holds()).not.toContain(S3_KEY.secretAccessKey)
  expect(await holds()).not.toContain(S3_KEY.accessKeyId)
  server.fault = () => s3Error(403, 'SignatureDoesNotMatch')
  await work(id)
  expect(await one()).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/does not accept these credentials/),
  })
  expect(written).not.toContain(S3_KEY.secretAccessKey)
  expect((await rowOf(id)).sealed.length).toBeGreaterThan(0)
  // Taken up again with others, and emptied at the end.
  server.fault = () => undefined
  await retryPush(manager, { ...params, pushId: id }, { secret: { kind: 's3', ...S3_KEY } })
  await work(id)
  expect(await rowOf(id)).toMatchObject({ state: 'done', secretId: '', sealed: new Uint8Array() })
})

it('forgets the credentials of what nobody took up again, and asks for them then', async () => {
  const { id } = await startPush(manager, params, orderOf({ bucket: 'nothing' }))
  await work(id)
  expect(await one()).toMatchObject({ state: 'failed', error: expect.stringMatching(/There is no bucket “nothing”/) })
  await forgetPushSecrets()
  expect((await rowOf(id)).secretId).not.toBe('')
  await forgetPushSecrets(Date.now() + 8 * 86_400_000)
  expect((await rowOf(id)).secretId).toBe('')
  await expect(retryPush(manager, { ...params, pushId: id }, {})).rejects.toThrow(/give them again/)
})

it('says so where another secret of the server seals them now', async () => {
  const { id } = await startPush(manager, params, orderOf())
  await prisma().releasePush.update({ where: { id }, data: { secretId: 'another' } })
  await work(id)
  expect(await one()).toMatchObject({ state: 'failed', error: expect.stringMatching(/cannot be read any more/) })
})

it('stops where it is cancelled while it sends, and leaves no parts behind', async () => {
  const { id } = await startPush(manager, params, orderOf())
  const cancelled: Promise<unknown>[] = []
  server.fault = ({ url }) => {
    if (url.searchParams.get('partNumber') === '2') cancelled.push(cancelPush(manager, { ...params, pushId: id }))
    return undefined
  }
  await work(id)
  await Promise.all(cancelled)
  await work(id)
  expect(await one()).toMatchObject({ state: 'cancelled' })
  expect(server.uploads.size).toBe(0)
  expect(await rowOf(id)).toMatchObject({ secretId: '', upload: null })
  await expect(cancelPush(manager, { ...params, pushId: id })).rejects.toThrow(/nothing to stop/)
})

it('stops where it is cancelled while the place takes its time to say what stands there', async () => {
  const { id } = await startPush(manager, params, orderOf())
  const cancelled: Promise<unknown>[] = []
  server.stream = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' }).write('<ListBucketResult>')
    cancelled.push(cancelPush(manager, { ...params, pushId: id }))
    return true
  }
  await work(id)
  await Promise.all(cancelled)
  expect(cancelled).toHaveLength(1)
  expect(await one()).toMatchObject({ state: 'cancelled' })
  expect(await rowOf(id)).toMatchObject({ secretId: '', upload: null })
})

it('stops where its release is withdrawn while it sends, and leaves neither parts nor credentials', async () => {
  const { id } = await startPush(manager, params, orderOf())
  const administrator = await makeUser({ isAdmin: true })
  const asked = { by: administrator.email ?? '', reason: 'Swapped labels', erratum: 'Use release 2.', dryRun: false }
  server.fault = async ({ url }) => {
    if (url.searchParams.get('partNumber') === '2') await withdrawRelease(params, asked)
    return undefined
  }
  await work(id)
  expect(await one()).toMatchObject({ state: 'failed', error: expect.stringMatching(/was withdrawn: nothing more/) })
  expect([...stored().keys()]).toEqual(['README.md'])
  expect(server.uploads.size).toBe(0)
  expect(await prisma().event.count({ where: { type: 'release.pushed', projectId: params.projectId } })).toBe(0)
  expect(await rowOf(id)).toMatchObject({ secretId: '', upload: null })
  await expect(retryPush(manager, { ...params, pushId: id }, {})).rejects.toThrow(/was withdrawn/)
})

it('tidies up after a push between whose tries its release was withdrawn', async () => {
  const { id } = await startPush(manager, params, orderOf())
  server.fault = ({ url }) => (url.searchParams.get('partNumber') === '2' ? BROKEN : undefined)
  await expect(work(id)).rejects.toThrow(/did not answer/)
  expect(server.uploads.size).toBe(1)
  server.fault = () => undefined
  const administrator = await makeUser({ isAdmin: true })
  const asked = { by: administrator.email ?? '', reason: 'Swapped labels', erratum: 'Use release 2.', dryRun: false }
  await withdrawRelease(params, asked)
  await work(id)
  expect(server.uploads.size).toBe(0)
  expect(await rowOf(id)).toMatchObject({ state: 'failed', secretId: '', upload: null })
})

it('fails after its last try with what to do, and two at once send everything once', async () => {
  const { id } = await startPush(manager, params, orderOf())
  server.fault = () => s3Error(503, 'SlowDown')
  await work(id, { isLastAttempt: true })
  expect(await one()).toMatchObject({
    state: 'failed',
    error: expect.stringMatching(/SlowDown.*what has arrived is not sent again/),
  })
  server.fault = () => undefined
  server.asked.length = 0
  await retryPush(manager, { ...params, pushId: id }, {})
  await Promise.all([work(id), work(id)])
  expect(server.asked.filter(({ method }) => method === 'PUT')).toHaveLength(5)
  expect(stored()).toEqual(wanted())
})

it('has not failed where the database ends its last try', async () => {
  const { id } = await startPush(manager, params, orderOf())
  const query = pool().query
  const away = vi.spyOn(pool(), 'query').mockImplementation((...args: unknown[]) => {
    if (Object(args[0]).name !== 'read-release-chunk') return Reflect.apply(query, pool(), args)
    return Promise.reject(new Error('Connection terminated unexpectedly'))
  })
  await expect(work(id, { isLastAttempt: true })).rejects.toThrow('Connection terminated unexpectedly')
  expect(await one()).toMatchObject({ state: 'running', error: null })
  away.mockRestore()
  await work(id, { isLastAttempt: true })
  expect(await one()).toMatchObject({ state: 'done' })
})

it('is for managers, of what is ready, and one at a time for a place', async () => {
  await expect(startPush(viewer, params, orderOf())).rejects.toThrow(/by managers/)
  await expect(previewPush(viewer, params, orderOf(), { network: network() })).rejects.toThrow(/by managers/)
  const both = await Promise.allSettled([startPush(manager, params, orderOf()), startPush(manager, params, orderOf())])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { state } = await findRelease(prisma(), params)
  expect(state).toBe('ready')
})
