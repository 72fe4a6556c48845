/** What a site asks of machines (RFC 9309), fetched by the guarded way and kept for a day. */
import { LRUCache } from 'lru-cache'
import type { Dispatcher } from 'undici'
import { CannotBeRead } from '@/lib/platform/foreign/limits'
import { StepFailure } from '@/lib/protocols/prefill'
import { guardedGet, robotsName } from './guarded-get'
import { readRobotsRules } from './read-apart'

/** The text of a robots.txt; `all` and `none` where there is nothing to read. */
export type Rules = { text: string } | 'all' | 'none'
export type RobotsCache = LRUCache<string, { rules: Rules }>

const day = 24 * 3_600_000
/** A site in trouble is asked again soon. */
const soon = 10 * 60_000
/** RFC 9309: at least 500 KiB have to be read. */
const mostBytes = 512_000

export const newRobotsCache = (): RobotsCache => new LRUCache({ max: 500, ttl: day })

/** How a site is asked for its rules. */
interface Asking {
  cache: RobotsCache
  dispatcher: Dispatcher
  /** Ends the asking, and the applying of the rules. */
  signal: AbortSignal
  /** How long they are waited for, in milliseconds. */
  waitMs: number
}

async function fetchRules(origin: string, { dispatcher, signal, waitMs }: Asking): Promise<Rules> {
  const timedSignal = AbortSignal.any([signal, AbortSignal.timeout(waitMs)])
  try {
    const limits = {
      dispatcher,
      signal: timedSignal,
      mostBytes,
      beyond: 'cut',
      accept: 'text/plain, */*;q=0.1',
    } as const
    const got = await guardedGet(`${origin}/robots.txt`, limits)
    if (got.status >= 500 || got.status === 429) return 'none'
    return got.status === 200 ? { text: new TextDecoder().decode(got.bytes) } : 'all'
  } catch (error) {
    if (signal.aborted || (error instanceof StepFailure && error.code === 'blocked_address')) throw error
    // Whoever cannot be reached says no; the page itself will say why.
    return 'all'
  }
}

/** May Assay read this URL? Throws StepFailure `blocked_address`, and what aborts the signal. */
export async function mayRead(url: URL, asking: Asking): Promise<boolean> {
  const { cache, signal } = asking
  const cachedEntry = cache.get(url.origin)
  const rules = cachedEntry?.rules ?? (await fetchRules(url.origin, asking))
  if (!cachedEntry) cache.set(url.origin, { rules }, { ttl: rules === 'none' ? soon : day })
  if (typeof rules === 'string') return rules === 'all'
  return allows(url, rules.text, signal)
}

/** Its patterns may take as long as their author likes: whose rules cannot be applied in a moment says no. */
async function allows(url: URL, text: string, signal: AbortSignal): Promise<boolean> {
  const question = { robotsUrl: `${url.origin}/robots.txt`, text, url: url.href, robot: robotsName }
  try {
    return await readRobotsRules(question, { signal, limits: { processorMs: 1_000 } })
  } catch (error) {
    if (error instanceof CannotBeRead) return false
    throw error
  }
}
