/** What a search leads to, read and cut into passages: pages, documents of the corpus, or the summaries of results. */

import { linkProblem } from '@/lib/protocols/links'
import { type FailureCode, type Hit, type Page, StepFailure, type StepTools } from '@/lib/protocols/prefill'
import { excerpt } from '@/lib/text/excerpt'
import { type Window, type WindowSettings, windowsOf } from './windows'

const LONGEST_TITLE = 300

/** A page that cannot be read is one page fewer, unless the reason is one of these. */
const ENDS_ALL: readonly FailureCode[] = ['cancelled', 'budget', 'no_key', 'wrong_key']

export interface Source {
  /** The same for the same page, whichever query led to it. */
  key: string
  kind: 'page' | 'document' | 'summary'
  /** null where it has no address on the web. */
  url: string | null
  title: string
  text: string
  windows: Window[]
  snapshot: string | null
  readAt: string | null
}

export interface Result {
  source: Source
  /** Its place among the query's results. */
  rank: number
}

/** Reads results, every page once however many queries lead to it. */
export function sourceReader(tools: StepTools, settings: WindowSettings) {
  const sourcesByKey = new Map<string, Promise<Source | null>>()
  const unread = new Set<string>()
  const read = (hit: Hit): Promise<Source | null> => {
    const key = keyOf(hit)
    const source = sourcesByKey.get(key) ?? readSource(tools, hit, settings)
    sourcesByKey.set(key, source)
    return source
  }
  /** Of the results the first that can be read, at most `pages`; the summary where one cannot be and `summaries` says so. */
  async function resultsFor(
    query: string,
    most: { hits: number; pages: number; summaries: boolean },
  ): Promise<Result[]> {
    const results: Result[] = []
    let pages = 0
    const hits = (await tools.search(query)).slice(0, most.hits)
    await Promise.all(hits.slice(0, most.pages).map(read))
    for (const hit of hits) {
      const source = pages < most.pages ? await read(hit) : null
      if (source) pages += 1
      else if (pages < most.pages) unread.add(hit.url)
      const sourceOrSummary = source ?? (most.summaries ? summaryOf(hit) : null)
      if (sourceOrSummary) results.push({ source: sourceOrSummary, rank: hit.rank })
    }
    return results
  }
  return { resultsFor, unread }
}

const keyOf = ({ documentId, url }: Hit) => documentId ?? url

/** The page or document that a search led to; null where it cannot be read. Throws what ends the whole run. */
export async function pageOf(tools: Pick<StepTools, 'read'>, hit: Hit): Promise<Page | null> {
  try {
    return await tools.read(hit)
  } catch (error) {
    if (error instanceof StepFailure && !ENDS_ALL.includes(error.code)) return null
    throw error
  }
}

async function readSource(tools: StepTools, hit: Hit, settings: WindowSettings): Promise<Source | null> {
  const page = await pageOf(tools, hit)
  if (!page) return null
  const { url, title, text, snapshotId, fetchedAt } = page
  const windows = windowsOf(text, settings)
  const kind = hit.documentId ? 'document' : 'page'
  const sourceHead = { key: keyOf(hit), kind, url: webAddress(url), title: asTitle(title || hit.title) } as const
  return { ...sourceHead, text, windows, snapshot: snapshotId, readAt: fetchedAt }
}

function summaryOf(hit: Hit): Source | null {
  const text = hit.snippet.replace(/\s+/g, ' ').trim()
  if (text === '') return null
  const windows = [{ text, start: 0, end: text.length }]
  const sourceHead = { key: keyOf(hit), kind: 'summary', url: webAddress(hit.url), title: asTitle(hit.title) } as const
  return { ...sourceHead, text, windows, snapshot: null, readAt: null }
}

const asTitle = (title: string) => excerpt(title, LONGEST_TITLE)

/** Only what can be opened; addresses are shown as links. */
const webAddress = (url: string): string | null => (linkProblem(url) === null ? url : null)
