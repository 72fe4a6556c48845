/** Everything that may be read apart, by name. Loaded by the reading processes alone; each function when it is first used. */
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'

export const readers = {
  pieces: {
    /** A page of the web: HTML, plain text or PDF. */
    'page-text': async () => (await import('@/lib/automation/search/page-text')).pageText,
    /** Whether a site's robots.txt lets Assay read a page. */
    'robots-rules': async () => (await import('@/lib/automation/search/robots-rules')).allowsPage,
  },
  streams: {
    /** The records of a file, as they stand in it. */
    records: async () => () => (entry: SourceEntry) => entry,
    /** What an import would write of each record of a file. */
    items: async () => (await import('@/lib/workspace/imports/read-file-items')).itemsOf,
    /** What the check of an import has to know of each. */
    'item-checks': async () => (await import('@/lib/workspace/imports/read-file-items')).itemChecksOf,
  },
}
