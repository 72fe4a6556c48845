/**
 * Everything that may be read apart, by name: what each room asks for with `pieceReader` and `recordReader` of
 * lib/platform/foreign/apart.ts. Loaded by the reading processes alone; each function when it is first used.
 */
import type { Readers } from '@/lib/platform/foreign/registry'

export const readers = {
  pieces: {
    /** A page of the web: HTML, plain text or PDF. */
    'page-text': async () => (await import('@/lib/automation/search/page-text')).pageText,
    /** Whether a site's robots.txt lets Assay read a page. */
    'robots-rules': async () => (await import('@/lib/automation/search/robots-rules')).allowsPage,
    /** A protocol file with the records of its tests. */
    'protocol-file': async () => (await import('@/lib/workspace/protocol-files/check-source')).checkSource,
  },
  streams: {
    /** The records of a file, as they stand in it. */
    records: async () => () => (entry) => entry,
    /** What each record of a file shows of its columns. */
    columns: async () => (await import('@/lib/workspace/imports/read-file-items')).columnsOf,
    /** What an import would write of each record of a file. */
    items: async () => (await import('@/lib/workspace/imports/read-file-items')).itemsOf,
    /** What each protocol makes of a record, before there is a project. */
    'protocol-fits': async () => (await import('@/lib/workspace/imports/samples/read-fits')).fitsOf,
    /** What the check of an import has to know of each record, with what would be written of it. */
    'checked-items': async () => (await import('@/lib/workspace/imports/read-file-items')).checkedItemsOf,
    /** The records of a file that cannot be imported, each with its problems. */
    rejected: async () => (await import('@/lib/workspace/imports/read-file-items')).rejectedOf,
    /** What the check of an import has to know of each. */
    'item-checks': async () => (await import('@/lib/workspace/imports/read-file-items')).itemChecksOf,
  },
} satisfies Readers
