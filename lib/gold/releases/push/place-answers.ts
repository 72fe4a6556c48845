/** What is read of the answers of a place: so many bytes, for so long, and of a bucket no text that would keep the process busy. */
import 'server-only'
import { atMost } from '@/lib/platform/server/streams/at-most'
import { isPlainXml } from './plain-xml'
import { hostOf } from './rules'
import { PushInterrupted, PushRefused } from './target'

type Fetch = typeof globalThis.fetch

/** Beyond what the Hub says of a hundred files, or of a commit. */
const MOST_BYTES = 8_000_000
/** A listing of a thousand objects has some three hundred thousand. */
const MOST_XML_BYTES = 2_000_000
/** Of a listing, each with a thousand objects. */
const MOST_PAGES = 100

/** From the head of an answer to its end; none of them takes more than seconds. */
const LONGEST_MS = 120_000
/** A file that is read back may take longer: so many milliseconds more for each of its kilobytes. */
const KILOBYTE_MS = 60

type Body = NonNullable<Response['body']>

/** Bytes that break off where they have not ended after so long: a server that sends one a minute never ends. */
function inTime(body: Body, host: string, longestMs: number): Body {
  const late = new AbortController()
  const words = `${host} did not come to the end of an answer in time.`
  const timer = setTimeout(() => late.abort(new PushInterrupted(words)), longestMs).unref()
  const passed = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    flush: () => clearTimeout(timer),
  })
  return body.pipeThrough(passed, { signal: late.signal })
}

/** A file of so many bytes as it comes back from a place. */
export const fileInTime = (body: Body, address: string, bytes: number): Body =>
  inTime(body, hostOf(address), LONGEST_MS + (bytes / 1000) * KILOBYTE_MS)

const tooLong = (host: string) =>
  new PushRefused(`${host} answered with more than such a server says. Look at the address.`)

function within(response: Response, most: number, host: string): Response {
  const { body, status, statusText, headers } = response
  // A server can send any number, and a Response takes those up to here.
  if (status > 599)
    throw new PushRefused(`${host} answered with status ${status}, which says nothing. Look at the address.`)
  const limited = body && inTime(body, host, LONGEST_MS).pipeThrough(atMost(most, () => tooLong(host)))
  return new Response(limited, { status, statusText, headers })
}

const urlOf = (input: Parameters<Fetch>[0]): URL => new URL(input instanceof Request ? input.url : input)

/** A `fetch` whose answers have an end. */
export function shortAnswers(fetch: Fetch): Fetch {
  return async (input, init) => within(await fetch(input, init), MOST_BYTES, urlOf(input).host)
}

/**
 * A `fetch` for s3mini, which parses every answer but those to files. `beginListing` is called before each listing, whose pages are counted.
 * The bytes of a file that is read back are counted where they are read.
 */
export function bucketAnswers(fetch: Fetch): { fetch: Fetch; beginListing(): void } {
  let pages = 0
  const ask: Fetch = async (input, init) => {
    const url = urlOf(input)
    const method = init?.method ?? 'GET'
    const isListing = url.searchParams.has('list-type')
    if (isListing && ++pages > MOST_PAGES)
      throw new PushRefused(
        `More than ${MOST_PAGES.toLocaleString('en')},000 objects lie in that folder at ${url.host}, or it has no end. Choose another folder.`,
      )
    const response = await fetch(input, init)
    if (response.ok && (method === 'PUT' || (method === 'GET' && !isListing))) return response
    const limited = within(response, MOST_XML_BYTES, url.host)
    const { status, statusText } = limited
    const headers = new Headers(limited.headers)
    const text = await limited.text()
    // Of a failure only the code counts, which is found in the text; under this type s3mini does not parse it.
    if (!response.ok) headers.set('content-type', 'text/plain')
    else if (!isPlainXml(text) && !(method === 'DELETE' && text === ''))
      throw new PushRefused(`${url.host} answered with something that no bucket says. Look at the address.`)
    return new Response(text === '' ? null : text, { status, statusText, headers })
  }
  return {
    fetch: ask,
    beginListing: () => {
      pages = 0
    },
  }
}
