/**
 * A repository of datasets on the Hub, or on a server that speaks its protocol. All files go in one commit, so that readers find the
 * release whole or not at all; large ones are stored before it (LFS), and a later try sends only those that are not stored yet.
 */
import 'server-only'
import { type CommitFile, commit, datasetInfo, HubApiError, type PathInfo, pathsInfo } from '@huggingface/hub'
import type { HubPlace, Secret } from './contract'
import { gitBlobOf } from './digests'
import { shortAnswers } from './place-answers'
import { hostOf } from './rules'
import { SentBlob } from './sent-blob'
import { type FileState, PushInterrupted, PushRefused, type SentFile, type Target } from './target'

interface HubOptions {
  place: HubPlace
  secret: Extract<Secret, { kind: 'hub' }>
  fetch: typeof fetch
  /** Of the commit. */
  title: string
  signal: AbortSignal
}

/** Paths asked for in one request. */
const PATHS_AT_ONCE = 100

/** A commit may have arrived although its answer did not; everything else can be sent twice. */
export const mayRepeat = (_method: string, url: URL): boolean => !/\/commit\/[^/]+$/.test(url.pathname)

export function hubTarget({ place, secret, fetch: unlimited, title, signal }: HubOptions): Target {
  const fetch = shortAnswers(unlimited)
  const common = {
    repo: { type: 'dataset', name: place.repository },
    accessToken: secret.token,
    hubUrl: place.address,
    fetch,
  } as const
  const ask = <T>(what: () => Promise<T>): Promise<T> =>
    what().catch((error: unknown) => {
      throw error instanceof HubApiError ? meaningOf(place, secret.token, error) : error
    })
  const headOf = async (): Promise<string> => {
    const { sha } = await ask(() =>
      datasetInfo({ ...common, name: place.repository, revision: place.branch, additionalFields: ['sha'] }),
    )
    return sha
  }

  const look = async (files: readonly SentFile[]): Promise<ReadonlyMap<string, FileState>> => {
    const revision = await headOf()
    const states = new Map<string, FileState>()
    for (let from = 0; from < files.length; from += PATHS_AT_ONCE) {
      const some = files.slice(from, from + PATHS_AT_ONCE)
      const found = await ask(() => pathsInfo({ ...common, revision, paths: some.map(({ path }) => path) }))
      const there = new Map(found.map((info) => [info.path, info]))
      for (const file of some) {
        const info = there.get(file.path)
        states.set(file.path, info === undefined ? 'new' : (await isSame(file, info)) ? 'same' : 'other')
      }
    }
    return states
  }

  const send: Target['send'] = async (files, { onSent }) => {
    if (files.length === 0) return headOf()
    let counted = 0
    const count = (bytes: number) => {
      counted += bytes
      onSent(bytes)
    }
    const operations = files.map(
      (file): CommitFile => ({ operation: 'addOrUpdate', path: file.path, content: new SentBlob(file) }),
    )
    const sent = await ask(() =>
      commit({
        ...common,
        fetch: countingFetch(fetch, count),
        branch: place.branch,
        title,
        operations,
        // The other way to store large files computes digests of its own that nothing here could compare.
        useXet: false,
        abortSignal: signal,
      }),
    )
    // Small files went in the commit itself, and others were stored already.
    onSent(files.reduce((sum, { bytes }) => sum + bytes, 0) - counted)
    return sent?.commit.oid ?? null
  }

  return { look, send, abandon: async () => {} }
}

/** By the digest that the Hub knows it by: sha-256 of what is stored apart, otherwise git's. */
async function isSame(file: SentFile, { size, oid, lfs }: PathInfo): Promise<boolean> {
  if (size !== file.bytes) return false
  return lfs ? lfs.oid === file.sha256 : oid === (await gitBlobOf(file))
}

/** Tells of the bytes of large files as they leave; of a second try, not twice. */
const countingFetch =
  (fetch: typeof globalThis.fetch, count: (bytes: number) => void): typeof globalThis.fetch =>
  (input, init) =>
    fetch(input, init?.body instanceof SentBlob ? { ...init, body: init.body.counted(count) } : init)

/** What an answer of the server means, in words. */
function meaningOf({ address, repository, branch }: HubPlace, token: string, { statusCode, data }: HubApiError): Error {
  const host = hostOf(address)
  const serverMessage = toldBy(data, token)
  if (statusCode === 401)
    return new PushRefused(
      `${host} does not accept this token, or there is no dataset “${repository}” that it may see. Give a token that is valid and may write, and make the repository there first.`,
    )
  if (statusCode === 403)
    return new PushRefused(
      `${host} forbids this with this token: it needs the right to write to “${repository}”, and the repository needs room.${serverMessage}`,
    )
  if (statusCode === 404)
    return new PushRefused(
      `There is no dataset “${repository}” with a branch “${branch}” at ${host}, or this token may not see it. Make it there first, or correct its name.`,
    )
  if (statusCode >= 300 && statusCode < 400)
    return new PushRefused(`“${repository}” has moved to another name or address. Give the one that it has now.`)
  if (statusCode === 507)
    return new PushRefused(`${host} has no room left for these files. Make room there, then send the rest.`)
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429 || statusCode === 412)
    return new PushInterrupted(`${host} failed with status ${statusCode}.`)
  return new PushRefused(
    `${host} refused the files with status ${statusCode}.${serverMessage} Look at what it says of the card.`,
  )
}

/** The server's own words, in one line, without the token. */
function toldBy(data: unknown, token: string): string {
  const words = typeof data === 'object' && data !== null && 'error' in data ? String(data.error) : ''
  const plain = words
    .replaceAll(token, '…')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
  return plain === '' ? '' : ` It says: ${plain.slice(0, 300)}`
}
