import rows from '@/lib/protocols/factor-generation/rows.json' with { type: 'json' }
import texts from '@/lib/protocols/factor-generation/texts.json' with { type: 'json' }
import type { JsonRecord } from '@/lib/protocols/record-fields'

/** A judged pair, the first of the protocol's own tests; `changes` replaces fields, undefined takes one out. */
export const pairRecord = (changes: { [field: string]: JsonRecord[string] | undefined } = {}): JsonRecord =>
  JSON.parse(JSON.stringify({ ...texts.tests[0]?.record, ...changes }))

/** Rows as they stand in FACTOR's files. */
export const factorRows: readonly JsonRecord[] = JSON.parse(JSON.stringify(rows))
