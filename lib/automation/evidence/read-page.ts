import 'server-only'
import { LRUCache } from 'lru-cache'
import type { PageSnapshot } from '@/generated/prisma/client'
import { type FetchedPage, fetchPage } from '@/lib/automation/search/fetch-page'
import { blockedAddress } from '@/lib/automation/search/guarded-agent'
import { judgeUrl } from '@/lib/automation/search/safe-address'
import { prisma } from '@/lib/platform/server/db'
import { type Page, StepFailure } from '@/lib/protocols/prefill'

/**
 * Keeps a page as this reader read it. The same text of the same address is kept once for each of them, with the time of
 * their first reading; another text is another snapshot. Nothing that was kept ever changes, so that a quote can be held
 * against it.
 */
export async function keepSnapshot(reader: string, page: FetchedPage): Promise<PageSnapshot> {
  const { url, finalUrl, contentType, title, text, sha256 } = page
  const snapshots = prisma().pageSnapshot
  const data = [{ reader, url, finalUrl, contentType, title, text, sha256 }]
  const [created] = await snapshots.createManyAndReturn({ data, skipDuplicates: true })
  return created ?? snapshots.findUniqueOrThrow({ where: { reader_url_sha256: { reader, url, sha256 } } })
}

/** A page with the snapshot that it was kept as. */
export interface KeptPage extends Page {
  snapshotId: string
  finalUrl: string
  contentType: string
  /** sha-256 of the text, hexadecimal. */
  sha256: string
}

export interface ReadPageOptions {
  /**
   * Who reads: a person by their id, or `RUNS`. Nobody is given another's copy, nor the fetch that another waits for: its hour,
   * its text where the page is gone by now, or how quickly it is there would tell that a partner has been here.
   */
  reader: string
  signal: AbortSignal
  /** How a page is fetched, where it is not the internet's. */
  fetch?: (url: string, options: { signal: AbortSignal }) => Promise<FetchedPage>
}

/** All automatic runs as one reader: they have no partners. */
export const RUNS = 'runs'

const day = 24 * 3_600_000

/** Fetches under way in this process, by reader and address. They belong to all who wait for them. */
const underWay = new Map<string, Promise<PageSnapshot>>()

/** Snapshots that a fetch of this process has confirmed, by reader and address: an old text may be what a page says today. */
const confirmed = new LRUCache<string, string>({ max: 5_000, ttl: day })

const present = ({ id, fetchedAt, url, finalUrl, contentType, title, text, sha256 }: PageSnapshot): KeptPage => ({
  snapshotId: id,
  fetchedAt: fetchedAt.toISOString(),
  url,
  finalUrl,
  contentType,
  title,
  text,
  sha256,
})

/** The address of a page, without the place on it. */
function addressOf(url: string): string {
  const verdict = judgeUrl(url)
  if (!verdict.ok) throw blockedAddress(verdict.reason)
  verdict.url.hash = ''
  return verdict.url.href
}

const placeOf = (reader: string, url: string) => `${reader} ${url}`

async function recent(reader: string, url: string): Promise<PageSnapshot | null> {
  const id = confirmed.get(placeOf(reader, url))
  const confirmedSnapshot = id === undefined ? null : await prisma().pageSnapshot.findUnique({ where: { id } })
  if (confirmedSnapshot) return confirmedSnapshot
  return prisma().pageSnapshot.findFirst({
    where: { reader, url, fetchedAt: { gt: new Date(Date.now() - day) } },
    orderBy: [{ fetchedAt: 'desc' }, { id: 'desc' }],
  })
}

async function fetchAndKeep(
  reader: string,
  url: string,
  fetch: NonNullable<ReadPageOptions['fetch']>,
): Promise<PageSnapshot> {
  // Bounded by its own limits: one who waits and gives up must not take the page from the others.
  const fetched = await fetch(url, { signal: new AbortController().signal })
  const snapshot = await keepSnapshot(reader, { ...fetched, url })
  confirmed.set(placeOf(reader, url), snapshot.id)
  return snapshot
}

/** The work's outcome, unless the signal comes first. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const cancelled = new StepFailure('cancelled', 'Reading the page was cancelled.')
  if (signal.aborted) throw cancelled
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled)
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * The readable text of a page: as it was kept for this reader within the last day, or fetched now and kept. A reader who asks
 * for the same address several times at once has one fetch. Throws StepFailure as `fetchPage` does.
 */
export async function readPage(url: string, { reader, signal, fetch = fetchPage }: ReadPageOptions): Promise<KeptPage> {
  const address = addressOf(url)
  const place = placeOf(reader, address)
  const shared = underWay.get(place)
  if (shared) return present(await unlessAborted(shared, signal))
  const work = recent(reader, address).then((recentSnapshot) => recentSnapshot ?? fetchAndKeep(reader, address, fetch))
  underWay.set(place, work)
  // Whether or not anybody still waits for it.
  work.then(
    () => underWay.delete(place),
    () => underWay.delete(place),
  )
  return present(await unlessAborted(work, signal))
}
