/** How model endpoints are asked: nowhere else than at their address, and with an end to what is read of them. */
import 'server-only'
import { atMost } from '@/lib/platform/server/streams/at-most'
import { StepFailure } from '@/lib/protocols/prefill'

/** Longest answer, in bytes: embeddings of many texts take some ten million. */
const MOST_BYTES = 50_000_000

/** A `fetch` to which redirects are answers like any other (a key and a text go to nobody else), and that reads so much. */
export function plainFetch(mostBytes = MOST_BYTES): typeof fetch {
  return async (url, init) => {
    const { body, status, statusText, headers } = await fetch(url, { ...init, redirect: 'manual' })
    return new Response(body?.pipeThrough(atMost(mostBytes, tooLong)) ?? null, { status, statusText, headers })
  }
}

const tooLong = () =>
  new StepFailure(
    'malformed',
    'The model endpoint answered with more than any answer of a model. Check OPENAI_BASE_URL.',
  )
