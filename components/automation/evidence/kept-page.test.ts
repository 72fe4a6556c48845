import { expect, test } from 'vitest'
import type { SearchView } from '@/lib/automation/evidence/contract'
import { keptStep } from './kept-page'

const hit = (rank: number, url: string) => ({
  rank,
  url,
  title: `Page ${rank}`,
  snippet: '',
  documentId: null,
  publishedAt: null,
})
const search = (id: string, steps: SearchView['steps']): SearchView => ({
  id,
  unit: 's1.c1',
  query: 'rhine source',
  asOf: null,
  provider: { id: 'corpus', title: 'Corpus' },
  at: null,
  mine: false,
  lane: 'A',
  hits: [hit(1, 'https://example.org/one'), hit(2, 'https://example.org/two')],
  steps,
})
const opened = (rank: number, sha256: string) => ({ kind: 'opened' as const, at: null, rank, sha256, changed: false })
const quoted = (rank: number, sha256: string, quote: string) => ({
  kind: 'quoted' as const,
  at: null,
  rank,
  sha256,
  start: 0,
  end: quote.length,
  quote,
})

const QUOTE = 'It rises in the Alps.'
const searches = [search('1', [opened(1, 'a')]), search('2', [opened(2, 'b'), quoted(2, 'b', QUOTE)])]

test('the page of a passage is the one that it was quoted from', () => {
  const kept = keptStep(searches, { address: 'https://example.org/one', quote: ` ${QUOTE}\n` })
  expect([kept?.search.id, kept?.step.kind, kept?.step.sha256]).toEqual(['2', 'quoted', 'b'])
})

test('otherwise the one that was opened at its address; none where nobody opened it', () => {
  expect(keptStep(searches, { address: 'https://example.org/one', quote: 'Other words.' })?.step.sha256).toBe('a')
  expect(keptStep(searches, { address: 'https://example.org/three', quote: 'Other words.' })).toBeNull()
  expect(keptStep(searches, { address: null, quote: 'Other words.' })).toBeNull()
})
