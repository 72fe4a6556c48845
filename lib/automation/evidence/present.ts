import type { OpenedPage, SearchHit, SearchStep, SearchView } from './contract'
import { readHits } from './load-search'
import type { SourceText } from './page-source'
import { searchTitle } from './project-search'
import { findSnippet } from './rules'

interface SearchRow {
  projectId: string
  unitKey: string | null
  provider: string
  query: string
  asOf: Date | null
  results: unknown
}

/** What the reader may know of a search besides its row: `steps` are presented already. */
type Known = Pick<SearchView, 'id' | 'mine' | 'lane' | 'at'> & { steps: readonly SearchStep[] }

/** A search on the wire: by a letter at most, never by a name. */
export function presentSearch(row: SearchRow, { steps, ...known }: Known): SearchView {
  return {
    ...known,
    unit: row.unitKey,
    query: row.query,
    asOf: row.asOf?.toISOString().slice(0, 10) ?? null,
    provider: { id: row.provider, title: searchTitle(row.projectId, row.provider) },
    hits: readHits(row.results),
    steps: [...steps],
  }
}

type OpenedText = Omit<SourceText, 'fetchedAt'> & Pick<OpenedPage, 'fetchedAt'>

/** A text that was opened, with the place of the snippet that led to it. */
export function presentPage(rank: number, hit: SearchHit, { snapshotId: _, ...source }: OpenedText): OpenedPage {
  return { rank, ...source, passage: findSnippet(source.text, hit.snippet) }
}
