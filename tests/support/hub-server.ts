/**
 * The part of the Hub that datasets are sent by, for tests: requests held against the published shapes, large files stored apart (LFS),
 * in one request or in parts, and commits that name them. Keeps one dataset in memory.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Answer, type Asked, type PlaceServer, placeServer } from './place-server'

export const HUB_TOKEN = 'hf_testTokenOfTheHub0123456789'
const REPOSITORY = 'my-lab/facts'
/** A file of more bytes is stored apart; one of more still, in parts of this size. */
const LFS_FROM = 1000
const PART_BYTES = 100_000

interface HubFile {
  bytes: Buffer
  lfs: boolean
}

export interface HubServer extends PlaceServer {
  repository: string
  /** Of the last commit, by path. */
  files: Map<string, HubFile>
  /** Stored apart, by sha-256. */
  stored: Map<string, Buffer>
  commits: { oid: string; summary: string }[]
}

const hex = (algorithm: 'sha1' | 'sha256', bytes: Buffer | string) => createHash(algorithm).update(bytes).digest('hex')
const oid = z.string().regex(/^[0-9a-f]{64}$/)

const preuploadBody = z.object({
  files: z.array(z.object({ path: z.string(), size: z.int(), sample: z.base64() })),
})
const batchBody = z.object({
  operation: z.literal('upload'),
  transfers: z.array(z.enum(['basic', 'multipart'])),
  hash_algo: z.literal('sha_256'),
  ref: z.object({ name: z.literal('main') }),
  objects: z.array(z.object({ oid, size: z.int() })),
})
const completeBody = z.object({ oid, parts: z.array(z.object({ partNumber: z.int(), etag: z.string().min(1) })) })
const pathsBody = z.object({ paths: z.array(z.string()), expand: z.boolean().optional() })
const commitLine = z.discriminatedUnion('key', [
  z.object({ key: z.literal('header'), value: z.object({ summary: z.string().min(1) }) }),
  z.object({
    key: z.literal('file'),
    value: z.object({ path: z.string(), content: z.base64(), encoding: z.literal('base64') }),
  }),
  z.object({
    key: z.literal('lfsFile'),
    value: z.object({ path: z.string(), algo: z.literal('sha256'), size: z.int(), oid }),
  }),
])

const json = (status: number, body: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
export const hubError = (status: number, error: string): Answer => json(status, { error })

export async function hubServer(): Promise<HubServer> {
  const files: HubServer['files'] = new Map()
  const stored: HubServer['stored'] = new Map()
  const commits: HubServer['commits'] = [{ oid: hex('sha1', 'first'), summary: 'initial commit' }]
  const parts = new Map<string, Map<number, Buffer>>()
  const read = <S extends z.ZodType>(schema: S, { body }: Asked): z.output<S> => schema.parse(JSON.parse(String(body)))

  const batch = (asked: Asked): Answer => {
    const { objects } = read(batchBody, asked)
    const href = (path: string) => new URL(path, server.address).href
    return json(200, {
      transfer: 'basic',
      objects: objects.map((object) => {
        if (stored.has(object.oid)) return object
        const count = Math.ceil(object.size / PART_BYTES)
        const names = Array.from({ length: count }, (_, index) => String(index + 1).padStart(5, '0'))
        const header =
          count > 1
            ? {
                chunk_size: String(PART_BYTES),
                ...Object.fromEntries(names.map((name) => [name, href(`/storage/${object.oid}/${name}?signature=x`)])),
              }
            : undefined
        const upload = {
          href: href(count > 1 ? `/complete/${object.oid}` : `/storage/${object.oid}?signature=x`),
          header,
        }
        return { ...object, actions: { upload } }
      }),
    })
  }

  const store = ({ url, body, headers }: Asked): Answer => {
    // What is stored apart is another server's: the token is none of its business.
    if (headers.authorization !== undefined) return { status: 400 }
    if (headers['content-length'] !== String(body.length)) return { status: 411 }
    const [, , digest = '', name] = url.pathname.split('/')
    if (name === undefined) {
      if (hex('sha256', body) !== digest) return { status: 400 }
      stored.set(digest, body)
    } else parts.set(digest, (parts.get(digest) ?? new Map()).set(Number(name), body))
    return { status: 200, headers: { etag: `"${hex('sha1', body)}"` } }
  }

  const complete = (asked: Asked): Answer => {
    const { oid: digest, parts: named } = read(completeBody, asked)
    const got = named.map(({ partNumber }) => parts.get(digest)?.get(partNumber) ?? Buffer.alloc(0))
    if (hex('sha256', Buffer.concat(got)) !== digest) return { status: 400 }
    stored.set(digest, Buffer.concat(got))
    return { status: 200 }
  }

  const commit = ({ body }: Asked): Answer => {
    const lines = String(body)
      .split('\n')
      .map((line) => commitLine.parse(JSON.parse(line)))
    for (const { key, value } of lines) {
      if (key === 'file') files.set(value.path, { bytes: Buffer.from(value.content, 'base64'), lfs: false })
      if (key !== 'lfsFile') continue
      const bytes = stored.get(value.oid)
      if (bytes?.length !== value.size)
        return hubError(422, `LFS pointer pointed to a file that does not exist: ${value.path}`)
      files.set(value.path, { bytes, lfs: true })
    }
    const [head] = lines
    const summary = head?.key === 'header' ? head.value.summary : ''
    const made = hex('sha1', `${commits.length}${body}`)
    commits.push({ oid: made, summary })
    return json(200, {
      commitOid: made,
      commitUrl: `${server.address}/datasets/${REPOSITORY}/commit/${made}`,
      success: true,
    })
  }

  const pathsInfo = (asked: Asked): Answer =>
    json(
      200,
      read(pathsBody, asked).paths.flatMap((path) => {
        const file = files.get(path)
        if (!file) return []
        const { bytes, lfs } = file
        const pointer = { oid: hex('sha256', bytes), size: bytes.length, pointerSize: 130 }
        const git = hex('sha1', Buffer.concat([Buffer.from(`blob ${bytes.length}\0`), bytes]))
        return [
          {
            type: 'file',
            path,
            size: bytes.length,
            oid: lfs ? hex('sha1', 'pointer') : git,
            ...(lfs ? { lfs: pointer } : {}),
          },
        ]
      }),
    )

  const ofRepository: Record<string, (asked: Asked) => Answer> = {
    [`GET /api/datasets/${REPOSITORY}/revision/main`]: () =>
      json(200, { _id: '1', id: REPOSITORY, sha: commits.at(-1)?.oid, lastModified: '2026-01-01T00:00:00.000Z' }),
    [`POST /api/datasets/${REPOSITORY}/preupload/main`]: (asked) =>
      json(200, {
        files: read(preuploadBody, asked).files.map(({ path, size }) => ({
          path,
          uploadMode: size > LFS_FROM ? 'lfs' : 'regular',
          shouldIgnore: false,
        })),
      }),
    [`POST /datasets/${REPOSITORY}.git/info/lfs/objects/batch`]: batch,
    [`POST /api/datasets/${REPOSITORY}/commit/main`]: commit,
  }

  const answer = (asked: Asked): Answer => {
    const { method, url, headers } = asked
    if (method === 'PUT' && url.pathname.startsWith('/storage/')) return store(asked)
    if (method === 'POST' && url.pathname.startsWith('/complete/')) return complete(asked)
    if (headers.authorization !== `Bearer ${HUB_TOKEN}`) return hubError(401, 'Invalid username or password.')
    if (method === 'POST' && url.pathname === `/api/datasets/${REPOSITORY}/paths-info/${commits.at(-1)?.oid}`)
      return pathsInfo(asked)
    return ofRepository[`${method} ${url.pathname}`]?.(asked) ?? hubError(404, 'Repository not found')
  }

  const server: HubServer = Object.assign(await placeServer(answer), { repository: REPOSITORY, files, stored, commits })
  return server
}
