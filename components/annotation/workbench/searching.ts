'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { engineQuery } from '@/lib/workspace/users/hooks'
import { engineAddress } from '@/lib/workspace/users/search-engine/rules'
import type { Bench } from './bench-context'

/** What is searched for evidence, and how often that was asked for: each time the focus goes to the first field. */
export interface Searching {
  unit: string
  open: boolean
  times: number
  /** In the project's search, or somewhere else, where only what was found is written down. */
  where: 'here' | 'elsewhere'
}

/** The query for the unit with a key, and the unit that takes what is found. */
export type OutsideQuery = (bench: Bench, key: string) => { unit: string; query: string }

/** Where one names a search engine. */
const NAME_ONE = '/account#search-engine'

/** The state of searching at one task. `initialEngine`: the annotator's own search engine when the page was opened. */
export function useSearching(initialEngine: string | null, outsideQuery: OutsideQuery) {
  const [searching, setSearching] = useState<Searching | null>(null)
  const [queries, setQueries] = useState<Readonly<Record<string, string>>>({})
  const { data: engine } = useQuery({
    ...engineQuery(),
    initialData: initialEngine,
    // Whoever comes back from naming one has it with the next key.
    refetchOnWindowFocus: ({ state }) => (state.data === null ? 'always' : true),
  })
  const writeQuery = (unit: string, query: string) => setQueries((all) => ({ ...all, [unit]: query }))
  const search = (unit: string, where: Searching['where'] = 'here') =>
    setSearching((last) => ({ unit, where, open: true, times: (last?.times ?? 0) + 1 }))
  return {
    searching,
    setOpen: (open: boolean) => setSearching((last) => last && { ...last, open }),
    queries,
    writeQuery,
    engine,
    search,
    searchOutside: (bench: Bench, key: string) => {
      const { unit, query } = outsideQuery(bench, key)
      // With the key itself, or the browser would take it for a window that nobody asked for.
      window.open(engine === null ? NAME_ONE : engineAddress(engine, query), '_blank', 'noopener,noreferrer')
      if (engine === null) return
      writeQuery(unit, query)
      search(unit, 'elsewhere')
    },
  }
}
