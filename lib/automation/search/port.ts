/** The port to searches. Adapters beside it; lib/automation/prefill pays and records. */
import type { Hit } from '@/lib/protocols/prefill'

export interface SearchQuery {
  query: string
  /** Only what was published until then (YYYY-MM-DD), where the provider can tell; null: no limit. */
  asOf: string | null
  /** How many hits are wanted. */
  most: number
}

/** Throws StepFailure where nothing came back. One try each. */
export interface SearchPort {
  /** As in a project's settings and the ledger: "serper", "brave", "tavily", "searxng", "corpus". */
  id: string
  title: string
  /** What must be set in the environment for it; empty for the corpus. */
  needs: readonly string[]
  search(query: SearchQuery, options: { key: string; signal: AbortSignal; timeoutMs: number }): Promise<Hit[]>
}
