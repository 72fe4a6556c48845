/** GET by the guarded way: every hop checked, everything limited. */
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type Dispatcher, request } from 'undici'
import { StepFailure } from '@/lib/protocols/prefill'
import { parseUrl } from '@/lib/text/parse-url'
import { blockedAddress } from './guarded-agent'
import { judgeUrl } from './safe-address'

/** Names itself to the servers that are asked; `robotsName` is what their robots.txt may call it. */
export const userAgent = 'Assay/0.1 (reads pages that are cited as evidence; honours robots.txt)'
export const robotsName = 'Assay'

const mostHops = 5

export interface Got {
  finalUrl: string
  status: number
  /** Lower case, without parameters; empty where the server did not say. */
  contentType: string
  /** As in the header, or null. */
  charset: string | null
  bytes: Uint8Array
  /** The limit was reached and the rest left unread. */
  cut: boolean
}

export interface GetLimits {
  dispatcher: Dispatcher
  signal: AbortSignal
  /** Most bytes after decompression. */
  mostBytes: number
  /** Beyond the limit: fail, or take what there is. */
  beyond: 'fail' | 'cut'
  accept: string
  /** Asked before each hop; throws where it must not be made. */
  mayFetch?(url: URL): Promise<void>
  /** Asked once the headers are there; throws where the body is not wanted. */
  wanted?(contentType: string, status: number): void
}

type Headers = Record<string, string | string[] | undefined>
const header = (headers: Headers, name: string) => [headers[name]].flat()[0] ?? ''

const pageFailed = (message: string, passing = false) => new StepFailure('page_failed', message, passing)

function unpacker(name: string) {
  if (name === 'gzip' || name === 'x-gzip') return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })
  if (name === 'br') return createBrotliDecompress()
  return name === 'deflate' ? createInflate() : null
}

/** The body as it was before it was packed. */
function unpacked(body: Dispatcher.ResponseData['body'], encoding: string): AsyncIterable<Uint8Array> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity') return body
  const unpack = unpacker(name)
  if (!unpack) throw pageFailed('The page is packed in a way that Assay does not read. Quote it by hand.')
  body.on('error', (error) => unpack.destroy(error))
  return body.pipe(unpack)
}

async function readBody(body: AsyncIterable<Uint8Array>, limits: GetLimits): Promise<{ bytes: Buffer; cut: boolean }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size <= limits.mostBytes) {
      chunks.push(chunk)
      continue
    }
    if (limits.beyond === 'cut') return { bytes: Buffer.concat(chunks), cut: true }
    const megabytes = Math.round(limits.mostBytes / 1_000_000)
    throw pageFailed(`The page is larger than ${megabytes} MB. Quote the part that matters by hand.`)
  }
  return { bytes: Buffer.concat(chunks), cut: false }
}

function checked(address: string): URL {
  const verdict = judgeUrl(address)
  if (!verdict.ok) throw blockedAddress(verdict.reason)
  return verdict.url
}

function nextHop(location: string, from: URL): URL {
  const to = parseUrl(location, from)
  if (!to) throw pageFailed('The page leads to something that is not a web address. Quote it by hand.')
  // An absolute address is judged as it is written, before anything normalises it.
  return checked(parseUrl(location) ? location : to.href)
}

async function hop(url: URL, limits: GetLimits): Promise<{ to: URL } | Got> {
  const { statusCode, headers, body } = await request(url, {
    method: 'GET',
    dispatcher: limits.dispatcher,
    signal: limits.signal,
    headers: {
      'user-agent': userAgent,
      accept: limits.accept,
      'accept-encoding': 'gzip, br, deflate',
      'accept-language': 'en, *;q=0.5',
    },
  })
  // What is left unread is thrown away with its connection; that is not an error of anybody.
  body.on('error', () => undefined)
  try {
    const location = header(headers, 'location')
    if ([301, 302, 303, 307, 308].includes(statusCode) && location) return { to: nextHop(location, url) }
    const [type = '', ...parameters] = header(headers, 'content-type').split(';')
    const contentType = type.trim().toLowerCase()
    limits.wanted?.(contentType, statusCode)
    const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1]).find(Boolean)
    const read = await readBody(unpacked(body, header(headers, 'content-encoding')), limits)
    return { finalUrl: url.href, status: statusCode, contentType, charset: charset ?? null, ...read }
  } finally {
    body.destroy()
  }
}

/** Follows at most five redirects. Throws StepFailure of its own rules, and otherwise what the network threw. */
export async function guardedGet(address: string, limits: GetLimits): Promise<Got> {
  let url = checked(address)
  for (let hops = 0; hops <= mostHops; hops++) {
    await limits.mayFetch?.(url)
    const got = await hop(url, limits)
    if ('bytes' in got) return got
    url = got.to
  }
  throw pageFailed(`The page sends its readers on more than ${mostHops} times. Quote it by hand.`)
}
