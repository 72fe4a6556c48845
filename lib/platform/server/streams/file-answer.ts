/** A file as a request asks for it: nothing where the caller has these bytes already, packed with gzip where the caller unpacks it. */
import 'server-only'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGzip } from 'node:zlib'

/** Packed in themselves: gzip would cost time and save nothing. */
const PACKED = new Set(['application/vnd.apache.parquet'])
/** Packing fewer bytes saves nothing: they travel in one packet either way. */
const WORTH_PACKING = 1_000
/** The fastest: it makes lines of JSON less than a fifth of what they were; further levels cost several times as much for little. */
const LEVEL = 1
/** Follows the tag of the bytes where they are packed: tags that are strong differ where what is sent does. */
const PACKED_MARK = '-gzip'

/** What is answered to a request with these headers, of the whole file. The unpacked bytes are the same either way. */
export function fileAnswer(file: Response, requestHeaders: Headers): Response {
  if (file.status !== 200) return file
  const { headers } = file
  if (isHere(headers.get('etag'), requestHeaders.get('if-none-match'))) {
    // Ends what makes the file.
    void file.body?.cancel()
    return new Response(null, { status: 304, headers: withoutBody(headers) })
  }
  if (!isWorthPacking(headers)) return file
  headers.append('vary', 'accept-encoding')
  if (!file.body || !takesGzip(requestHeaders.get('accept-encoding'))) return file
  headers.set('content-encoding', 'gzip')
  // Proxies, and Next itself, would pack it again.
  const caching = headers.get('cache-control') ?? 'no-store'
  if (!caching.includes('no-transform')) headers.set('cache-control', `${caching}, no-transform`)
  headers.delete('content-length')
  const tag = headers.get('etag')
  if (tag) headers.set('etag', tag.replace(/"$/, `${PACKED_MARK}"`))
  return new Response(packed(file.body), { headers })
}

function withoutBody(headers: Headers): Headers {
  const left = new Headers(headers)
  for (const name of ['content-length', 'content-type', 'content-disposition']) left.delete(name)
  if (isWorthPacking(headers)) left.append('vary', 'accept-encoding')
  return left
}

function isWorthPacking(headers: Headers): boolean {
  const size = headers.get('content-length')
  return !PACKED.has(headers.get('content-type') ?? '') && (size === null || Number(size) >= WORTH_PACKING)
}

/** Does one of the tags that the caller has name these bytes, packed or not (RFC 9110 13.1.2)? */
function isHere(tag: string | null, callerTags: string | null): boolean {
  if (tag === null || callerTags === null) return false
  if (callerTags.trim() === '*') return true
  const plain = (each: string) => each.trim().replace(/^W\//, '').replace(`${PACKED_MARK}"`, '"')
  return callerTags.split(',').some((each) => plain(each) === plain(tag))
}

/** Is gzip among what the caller says to unpack (RFC 9110 12.5.3)? Saying nothing, it gets the bytes as they are. */
export function takesGzip(accepted: string | null): boolean {
  const weights = new Map(
    (accepted ?? '').split(',').map((each) => {
      const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [coding, weight === undefined ? 1 : Number(weight.slice(2))] as const
    }),
  )
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/** As fast as it is taken; leaving early ends the source, and a source that fails ends this without the end of a gzip file. */
function packed(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const gzip = createGzip({ level: LEVEL })
  // The reader of the stream gets its error.
  pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), gzip, () => undefined)
  return Readable.toWeb(gzip) as ReadableStream<Uint8Array>
}
