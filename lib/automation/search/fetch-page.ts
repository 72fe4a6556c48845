import 'server-only'
import type { Dispatcher } from 'undici'
import { CannotBeRead, type Limits } from '@/lib/platform/foreign/limits'
import { StepFailure } from '@/lib/protocols/prefill'
import { guardedAgent, internet, type Network } from './guarded-agent'
import { type Got, guardedGet } from './guarded-get'
import type { PageText } from './page-text'
import { readPageText } from './read-apart'
import { mayRead, newRobotsCache, type RobotsCache } from './robots'
import { longestUrl } from './safe-address'

/** A page as it could be read. */
export interface FetchedPage {
  /** What was asked for. */
  url: string
  /** Where redirects led. */
  finalUrl: string
  contentType: string
  title: string
  text: string
  /** sha-256 of the text, hexadecimal. */
  sha256: string
}

export interface FetchPageOptions {
  signal: AbortSignal
  /** Until it has arrived. */
  timeoutMs?: number
  /** Until a site's robots.txt has arrived; the page is read as if there were none after that. */
  robotsMs?: number
  /** After decompression. */
  mostBytes?: number
  network?: Network
  robots?: RobotsCache
}

const standard = { timeoutMs: 10_000, robotsMs: 4_000, mostBytes: 5_000_000 }
/** Of reading it afterwards. */
const readingLimits: Partial<Limits> = { processorMs: 6_000, wallMs: 60_000 }
const accept = 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8'
const readTypes = new Set(['text/html', 'application/xhtml+xml', 'text/plain', 'application/pdf'])

/** Of this process. */
const robotsOfProcess = newRobotsCache()

const pageFailed = (message: string, passing = false) => new StepFailure('page_failed', message, passing)

function wanted(contentType: string, status: number): void {
  if (status === 429) throw pageFailed('The site asks for fewer visits. Retry in a while.', true)
  if (status >= 500) throw pageFailed(`The site failed with status ${status}. Retry in a while.`, true)
  if (status === 401 || status === 403 || status === 451) {
    throw pageFailed(`The site does not let Assay in (status ${status}). Open it yourself and quote by hand.`)
  }
  if (status < 200 || status > 299) throw pageFailed(`There is no such page (status ${status}). Choose another source.`)
  if (readTypes.has(contentType)) return
  const kind = /^[\w.+/-]{1,80}$/.test(contentType) ? contentType : 'of unknown type'
  throw pageFailed(`The page is ${kind}; Assay reads HTML, plain text and PDF. Quote it by hand.`)
}

const kindOf = (contentType: string) => (contentType === 'application/pdf' ? 'PDF' : 'page')

/** In a process of its own kind: a small page may take hours, or all memory. */
async function textOf(got: Got, signal: AbortSignal): Promise<Extract<PageText, { ok: true }>> {
  const { bytes, contentType, charset } = got
  try {
    const read = await readPageText({ bytes, contentType, charset }, { signal, limits: readingLimits })
    if (!read.ok) throw pageFailed(read.message)
    if (read.text !== '') return read
  } catch (error) {
    if (!(error instanceof CannotBeRead)) throw error
    throw pageFailed(
      `This ${kindOf(contentType)} cannot be read: ${error.message}. Open it yourself and quote by hand.`,
    )
  }
  throw pageFailed('The page holds no text that can be read. Open it yourself and quote by hand.')
}

/** What the network threw, in words. */
function failureOf(error: unknown, cancelled: AbortSignal, timeout: AbortSignal): StepFailure {
  if (cancelled.aborted) return new StepFailure('cancelled', 'Reading the page was cancelled.')
  if (timeout.aborted)
    return new StepFailure('timeout', 'The page took too long. Retry in a while, or quote it by hand.', true)
  if (error instanceof StepFailure) return error
  return pageFailed('The site cannot be reached, or broke off. Check the address, or retry in a while.', true)
}

async function get(
  address: string,
  dispatcher: Dispatcher,
  signal: AbortSignal,
  options: FetchPageOptions,
): Promise<Got> {
  const robots = options.robots ?? robotsOfProcess
  const waitMs = options.robotsMs ?? standard.robotsMs
  return guardedGet(address, {
    dispatcher,
    signal,
    mostBytes: options.mostBytes ?? standard.mostBytes,
    beyond: 'fail',
    accept,
    wanted,
    mayFetch: async (url) => {
      if (await mayRead(url, { cache: robots, dispatcher, signal, waitMs })) return
      throw pageFailed('The site asks machines not to read this page. Open it yourself and quote by hand.')
    },
  })
}

async function arrive(address: string, options: FetchPageOptions): Promise<Got> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? standard.timeoutMs)
  const signal = AbortSignal.any([options.signal, timeout])
  const agent = guardedAgent(options.network ?? internet, signal)
  try {
    return await get(address, agent, signal, options)
  } catch (error) {
    throw failureOf(error, options.signal, timeout)
  } finally {
    await agent.destroy()
  }
}

/**
 * Reads a page of the public internet, or throws StepFailure: `blocked_address`, `page_failed`, `timeout`, `cancelled`. At
 * most 10 s on the way, 5 MB and five redirects; robots.txt is honoured at every hop.
 */
export async function fetchPage(address: string, options: FetchPageOptions): Promise<FetchedPage> {
  const got = await arrive(address, options)
  try {
    const { title, text, sha256 } = await textOf(got, options.signal)
    return {
      url: new URL(address.trim()).href,
      finalUrl: got.finalUrl,
      contentType: got.contentType,
      title: title || got.finalUrl.slice(0, longestUrl),
      text,
      sha256,
    }
  } catch (error) {
    if (options.signal.aborted) throw new StepFailure('cancelled', 'Reading the page was cancelled.')
    throw error
  }
}
