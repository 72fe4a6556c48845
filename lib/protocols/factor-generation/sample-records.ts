import type { Json } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'

/** A judged pair for tests, written for them; `changes` replaces fields, undefined takes one out. */
export function pairRecord(changes: { [field: string]: Json | undefined } = {}): JsonRecord {
  const record = {
    id: 'p1',
    set: 'wiki',
    prefix: 'Arden is a port on the north coast. ',
    completion: 'Its lighthouse was built in 1871 by a widow.',
    contradiction: 'Its lighthouse was built in 1902 by a widow.',
    error_type: 'circumstance',
    models: [
      { model: 'alpha', logprobs: { completion: -1.25, contradiction: -2.5 }, right_share: 0.75 },
      { model: 'beta', group: 'wrong', right_share: 0.5 },
    ],
    fact: 'The lighthouse of Arden was built in 1871.',
    comment: 'One text speaks of another port.',
    continuations: [
      { model: 'alpha', sample: 1, text: '1871, and it still stands.', judgement: 'true' },
      { model: 'alpha', sample: 2, text: 'stone and painted white.', judgement: 'neutral' },
      { model: 'beta', group: 'wrong', sample: 1, text: '1902 after a storm.', judgement: 'false' },
      { model: 'beta', sample: 2, text: '1902 after a storm.', judgement: 'ill-formed' },
    ],
    ...changes,
  }
  return JSON.parse(JSON.stringify(record))
}

const bare = { completion: 'It is red.', contradiction: 'It is blue.', prefix: '' }

/** Records with everything that they may say, and with little; all read and write back as they are. */
export const quirkyPairs: readonly JsonRecord[] = [
  pairRecord(),
  pairRecord({ id: 7, set: null, error_type: null, comment: undefined, split: { kept: [1, null] } }),
  pairRecord({ models: [{ model: 'alpha', logprobs: { completion: [-1, -2], contradiction: [-1.5] } }] }),
  pairRecord({ continuations: [{ model: 'gamma', text: 'so.', judgement: 'non-contradictory' }] }),
  pairRecord({ continuations: [{ model: 'alpha', sample: 1, text: '1871.', judgement: null }], comment: undefined }),
  { ...bare, fact: 'It is red.' },
  { ...bare, no_single_fact: true, why: 'Two colours may both be meant.' },
  { ...bare, continuations: [] },
]

/** Rows as they stand in FACTOR's files. */
export const factorRows: readonly JsonRecord[] = [
  {
    '': '12',
    full_prefix: 'Arden is a port. ',
    doc_id: '5',
    completion: 'It has a lighthouse .',
    contradiction_0: 'It has two lighthouses.',
    contradiction_1: 'It has no lighthouse.',
    contradiction_2: 'It has a castle.',
    longest_completions: '9.0',
    turncated_prefixes: 'Arden is a port. ',
    chosen: '1',
  },
  { full_prefix: 'A. ', completion: 'B is so.', contradiction_0: 'B is not so.', chosen: '0' },
]
