import texts from '@/lib/protocols/felm/texts.json' with { type: 'json' }
import type { JsonRecord } from '@/lib/protocols/record-fields'

/** A labelled FELM record, the first of the protocol's own tests; `changes` replaces fields, undefined takes one out. */
export const felmRecord = (changes: { [field: string]: JsonRecord[string] | undefined } = {}): JsonRecord =>
  JSON.parse(JSON.stringify({ ...texts.tests[0]?.record, ...changes }))

/** Records with every quirk that the published files are known for: those of the protocol's own tests, and two that no protocol file can hold. */
export const quirkyRecords: readonly JsonRecord[] = [
  ...texts.tests.flatMap(({ record, roundtrip }) => (roundtrip ? [JSON.parse(JSON.stringify(record))] : [])),
  felmRecord({ response: 'Lake Baikal is the deepest lake.\\n\\nIt lies in Mongolia.\r\nIt freezes in winter.' }),
  felmRecord({
    segmented_response: ['Lake Baikal is the deepest lake. It lies\r', '', ' in Mongolia. It freezes in winter.'],
  }),
]
