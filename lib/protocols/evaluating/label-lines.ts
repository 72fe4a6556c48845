import type { EvaluationTask, Prediction } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { labelAmong } from './labels'
import { aboutIn, fieldIn, itemIn, notALine, refused, systemIn, textIn } from './read-line'

interface LabelLines {
  /** Fields that may hold the label, best first. */
  fields: readonly string[]
  /** Each spelling of a label with the label. */
  spellings: Readonly<Record<string, string>>
  /** What a prediction without item or unit is told by. */
  text(record: JsonRecord): string | null
  /** Facts of the system that may stand beside the label. */
  facts?: readonly string[]
}

/** Lines that state one label of one target. */
export function labelLines({
  fields,
  spellings,
  text,
  facts = [],
}: LabelLines): Pick<EvaluationTask, 'recognises' | 'read'> {
  return {
    recognises: (record) => isJsonRecord(record) && fieldIn(record, ...fields) !== undefined,
    read: (record) => {
      if (!isJsonRecord(record)) return notALine
      const field = fieldIn(record, ...fields)
      if (field === undefined) return refused(fields[0] ?? '', 'The line has no label.', `Add "${fields[0]}".`)
      const value = labelAmong(record[field], spellings)
      if (value === undefined) {
        const allowedLabels = [...new Set(Object.values(spellings))].join(', ')
        return refused(
          field,
          `${field} is ${shownValue(record[field])}.`,
          `Use one of: ${allowedLabels}; or null for an abstention.`,
        )
      }
      return { ok: true, predictions: [{ ...placeIn(record, text(record)), ...aboutIn(record, ...facts), value }] }
    },
  }
}

/** Whose it is and what it is about; a text counts only where no unit is named. */
export function placeIn(record: JsonRecord, text: string | null): Omit<Prediction, 'value'> {
  const unit = textIn(record, 'unit')
  return { system: systemIn(record), item: itemIn(record), unit, text: unit === null ? text : null }
}

/** Lines whose value is a text; a blank one is an abstention, since a table has no null. */
export function textLines(
  fields: readonly string[],
  text: (record: JsonRecord) => string | null,
): Pick<EvaluationTask, 'recognises' | 'read'> {
  return {
    recognises: (record: Json) => isJsonRecord(record) && fieldIn(record, ...fields) !== undefined,
    read: (record) => {
      if (!isJsonRecord(record)) return notALine
      const field = fieldIn(record, ...fields)
      const value = field === undefined ? undefined : (record[field] ?? null)
      if (field === undefined || (value !== null && typeof value !== 'string')) {
        return refused(fields[0] ?? '', `The line has no text in ${fields.join(' or ')}.`, `Add "${fields[0]}".`)
      }
      return {
        ok: true,
        predictions: [{ ...placeIn(record, text(record)), ...aboutIn(record), value: value?.trim() ? value : null }],
      }
    },
  }
}
