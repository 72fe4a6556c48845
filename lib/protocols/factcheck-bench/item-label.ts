import type { ItemLabel, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'

/** The fields in which published records state the label of the whole response. */
const STORED_IN = ['response_factuality', 'response_label'] as const
const SPELLINGS: ReadonlyMap<Json, Json> = new Map<Json, Json>([
  ['true', true],
  ['false', false],
  ['na', 'NA'],
])

/** Whether a response is factual, under each rule and as the imported record says. */
export const itemLabel: ItemLabel = {
  stage: 'verify',
  values: [
    { value: true, text: 'Factual', tone: 'positive' },
    { value: false, text: 'Not factual', tone: 'negative' },
    { value: 'NA', text: 'Nothing check-worthy', tone: 'neutral' },
  ],
  byRule: ({ response = null }) => (isJsonRecord(response) ? response : {}),
  stored(source) {
    if (!isJsonRecord(source)) return undefined
    const field = STORED_IN.find((name) => (source[name] ?? null) !== null)
    const label = field === undefined ? undefined : source[field]
    return typeof label === 'string' ? (SPELLINGS.get(label.trim().toLowerCase()) ?? label) : label
  },
}
