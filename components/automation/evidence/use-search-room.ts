'use client'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Bench, useBench } from '@/components/annotation/workbench/bench-context'
import type { OpenedPage, SearchView } from '@/lib/automation/evidence/contract'
import { searchesQuery, useOpenResult, useQuote, useSearchNow } from '@/lib/automation/evidence/hooks'
import { searchesNothing } from '@/lib/automation/evidence/rules'
import type { Span } from '@/lib/protocols/protocol'
import {
  evidencePlace,
  type QuoteAct,
  type Quoted,
  queriesWrittenDown,
  quoteIntoLinks,
  quoteIntoList,
} from './evidence-place'
import { queryFor, searchedUnit } from './outside-query'

/** A page that is read, and the result it was opened from. */
export interface Reading {
  search: SearchView
  rank: number
  page: OpenedPage
}

/** What was done, in a sentence, and where it can be seen. */
export interface Said {
  text: string
  unit: string | null
}

/** What was found elsewhere, as it is pasted. */
interface Pasted {
  url: string
  quote: string
}
const NOTHING: Pasted = { url: '', quote: '' }

/** Searching for a unit: what is typed, what came back, what is read, and what becomes of it. Outlives closing the panel. */
export function useSearchRoom(unitKey: string, isOpen: boolean) {
  const bench = useBench()
  const { workbench, subject } = bench
  const { taskId } = workbench
  const requestedUnit = subject.units.find(({ key }) => key === unitKey) ?? bench.openUnit
  const place = requestedUnit ? evidencePlace(bench, requestedUnit) : null
  const unit = requestedUnit && searchedUnit(bench, requestedUnit)
  const searchedKey = unit?.key ?? ''
  const [days, setDays] = useState<Readonly<Record<string, string>>>({})
  const [pastes, setPastes] = useState<Readonly<Record<string, Pasted>>>({})
  const [shown, setShown] = useState<Readonly<Record<string, string>>>({})
  const [reading, setReading] = useState<Reading | null>(null)
  const [left, setLeft] = useState<string | null>(null)
  const [said, say] = useState<Said | null>(null)
  const list = useQuery({ ...searchesQuery(taskId), enabled: isOpen })
  const searching = useSearchNow(taskId)
  const opening = useOpenResult(taskId)
  const quoting = useQuote(taskId)
  const latest = useLatest(bench)
  const draft = { query: unit ? queryFor(bench, unit) : '', asOf: days[searchedKey] ?? '' }
  const ownSearches = list.data?.searches.filter(({ mine }) => mine) ?? []

  /** What the last act said goes with the next: neither a success nor a failure stands beside what came after it. */
  const begin = () => {
    say(null)
    for (const each of [searching, opening, quoting]) if (each.isError) each.reset()
  }
  /** Changes answers as one step, and says so; the focus stays where it is. */
  const perform = (act: QuoteAct | null, done: string, otherwise: string) => {
    begin()
    if (act) latest.current.chooseAll(act.changes, { origin: 'chosen' })
    const also = act?.also ? ` Answered with it: ${act.also}.` : ''
    say({ text: act ? `${done}${also}` : otherwise, unit: act?.unit ?? null })
  }
  const add = (quoted: Quoted, done: string) => {
    const now = requestedUnit ? evidencePlace(latest.current, requestedUnit) : null
    if (now?.kind === 'list')
      perform(quoteIntoList(latest.current, now, quoted), done, 'This quotation is in your evidence already.')
    else if (now?.kind === 'links')
      perform(quoteIntoLinks(latest.current, now, quoted), DONE.links, linkedAlready(quoted.url))
  }
  return {
    bench,
    place,
    unit,
    draft,
    list,
    own: ownSearches,
    /** Is there anything that a search looks through? */
    canSearch: !(list.data && searchesNothing(list.data.provider)),
    searching,
    opening,
    quoting,
    reading,
    /** The result that was read last, to come back to. */
    left,
    said,
    /** The search whose results are shown: the one chosen, else the latest for the unit. */
    shown:
      ownSearches.find(({ id }) => id === shown[searchedKey]) ??
      ownSearches.findLast((search) => search.unit === searchedKey) ??
      null,
    writeQuery: (query: string) => bench.writeQuery(searchedKey, query),
    writeDay: (asOf: string) => setDays((all) => ({ ...all, [searchedKey]: asOf })),
    pasted: pastes[searchedKey] ?? NOTHING,
    paste: (change: Partial<Pasted>) =>
      setPastes((all) => ({ ...all, [searchedKey]: { ...(all[searchedKey] ?? NOTHING), ...change } })),
    show: (id: string) => setShown((all) => ({ ...all, [searchedKey]: id })),
    search: () => {
      begin()
      setLeft(null)
      searching.mutate(
        {
          query: draft.query,
          unit: searchedKey === '' ? null : searchedKey,
          asOf: draft.asOf === '' ? null : draft.asOf,
        },
        { onSuccess: ({ id }) => setShown((all) => ({ ...all, [searchedKey]: id })) },
      )
    },
    open: (search: SearchView, rank: number) => {
      begin()
      const read = { onSuccess: (page: OpenedPage) => setReading({ search, rank, page }) }
      opening.mutate({ searchId: search.id, rank }, read)
    },
    close: () => {
      quoting.reset()
      setLeft(reading && resultId(reading.search.id, reading.rank))
      setReading(null)
    },
    quote: ({ search, rank, page }: Reading, { start, end }: Span) => {
      begin()
      const quotation = { searchId: search.id, rank, sha256: page.sha256, start, end }
      quoting.mutate(quotation, {
        onSuccess: (quoted) => add(quoted, 'Quoted: it is among your evidence now.'),
      })
    },
    link: (url: string) => {
      const now = requestedUnit ? evidencePlace(latest.current, requestedUnit) : null
      if (now?.kind === 'links')
        perform(quoteIntoLinks(latest.current, now, { quote: '', url }), DONE.links, linkedAlready(url))
    },
    /** Something was tried and refused where it was tried. */
    refuse: begin,
    /** Makes evidence of what was found elsewhere, and makes room for the next. */
    addPasted: ({ url, quote }: Pasted) => {
      add({ url, quote, query: draft.query.trim() }, 'Added: it is among your evidence now.')
      setPastes((all) => ({ ...all, [searchedKey]: NOTHING }))
    },
    writeDown: (queries: readonly string[]) =>
      unit &&
      perform(
        queriesWrittenDown(latest.current, unit, queries),
        `Written down as searched without finding anything: ${quotedAll(queries)}.`,
        `Among the queries that found nothing already: ${quotedAll(queries)}.`,
      ),
  }
}
export type SearchRoom = ReturnType<typeof useSearchRoom>

export const resultId = (search: string, rank: number) => `result-${search}-${rank}`

const DONE = { links: 'Added to the links.' }
const quotedAll = (queries: readonly string[]) => queries.map((query) => `“${query}”`).join(', ')
const linkedAlready = (url: string | null) =>
  url === null ? 'The document has no address on the web to link to.' : 'This page is linked already.'

/** The workbench as it is when an answer comes back, not as it was when it was asked for. */
function useLatest(bench: Bench) {
  const latest = useRef(bench)
  useLayoutEffect(() => {
    latest.current = bench
  })
  return latest
}
