/** For tests: a response of four sentences with what the second stage made of their claims. */
import type { MergedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'

export const RESPONSE =
  'Arden has a lighthouse of nine floors. It was built in 1871. It was painted green. Sailors like it.'
export const CONTENT = { prompt: 'Tell me of the lighthouse.', response: RESPONSE, source: null, evidence: [] }

const claim = (key: string, was: string, fate: MergedClaim['fate'] = 'kept', text = was): Json => ({
  key,
  was,
  text: fate === 'deleted' ? '' : text,
  fate,
  type: 'factual',
})
const sentence = (key: string, text: string, checkworthy: string, claims: Json[]): UnitDraft => ({
  key,
  kind: 'sentence',
  text,
  data: { decontext: text.trim(), checkworthy, claims },
})

export const UNITS: UnitDraft[] = [
  { key: 'item', kind: 'item', text: RESPONSE },
  sentence('s1', 'Arden has a lighthouse of nine floors. ', 'yes', [
    claim('s1.c1', 'The lighthouse has nine floors.', 'edited', 'The lighthouse has seven floors.'),
  ]),
  sentence('s2', 'It was built in 1871. ', 'yes', [claim('s2.c1', 'The lighthouse was built in 1871.')]),
  sentence('s3', 'It was painted green. ', 'yes', [claim('s3.c1', 'The lighthouse was painted green.', 'deleted')]),
  sentence('s4', 'Sailors like it.', 'opinion', []),
]

/** The revised response as the sentences are merged. */
export const MERGED = 'Arden has a lighthouse of seven floors. It was built in 1871. Sailors like it.'

/** The units with their claims replaced, by sentence. */
export const withSentence = (key: string, text: string, claims: Json[] = []): UnitDraft[] =>
  UNITS.map((unit) => (unit.key === key ? sentence(key, text, 'yes', claims) : unit))
