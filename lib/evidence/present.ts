import type { OpenedPage, SearchHit, SearchStep, SearchView } from './contract'
import { readHits } from './load-search'
import type { SourceText } from './page-source'
import { searchOf } from './project-search'
import { findSnippet } from './rules'

interface SearchRow {
  id: string
  projectId: string
  unitKey: string | null
  provider: string
  query: string
  asOf: Date | null
  results: unknown
  at: Date
}

/** A search on the wire: by a letter at most, never by a name. */
export function presentSearch(
  row: SearchRow,
  { mine, lane, steps }: { mine: boolean; lane: string | null; steps: readonly SearchStep[] },
): SearchView {
  const { id, title } = searchOf(row.projectId, row.provider)
  return {
    id: row.id,
    unit: row.unitKey,
    query: row.query,
    asOf: row.asOf?.toISOString().slice(0, 10) ?? null,
    provider: { id, title },
    at: row.at.toISOString(),
    mine,
    lane,
    hits: readHits(row.results),
    steps: [...steps],
  }
}

/** A text that was opened, with the place of the snippet that led to it. */
export function presentPage(rank: number, hit: SearchHit, source: SourceText): OpenedPage {
  return { rank, ...source, passage: findSnippet(source.text, hit.snippet) }
}
