import type { ItemLabel } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { SEGMENTS } from './stage'

/** Whether a response is factual. FELM's records label segments only, so none states it itself. */
export const itemLabel: ItemLabel = {
  stage: SEGMENTS,
  values: [
    { value: true, text: 'Factual', tone: 'positive' },
    { value: false, text: 'Not factual', tone: 'negative' },
  ],
  byRule: ({ response = null }) =>
    isJsonRecord(response) ? Object.fromEntries(Object.entries(response).filter(([, label]) => label !== null)) : {},
}
