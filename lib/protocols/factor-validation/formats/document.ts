import type { FactorContent } from '@/lib/protocols/factor-validation/content'
import type { Json, ReadResult } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'

const TITLE_LENGTH = 100

const has = (record: Json, field: string) => isJsonRecord(record) && typeof record[field] === 'string'

export const isDocument = (record: Json) => has(record, 'text') || has(record, 'document')

/** A document of a corpus, of which the builder makes an example: text or document, and title, id, set if there are any. */
export function readDocument(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prefix = fields.text('text' in json ? 'text' : 'document')
  const title = fields.optionalText('title')
  const docId = fields.optionalText('id')
  const set = fields.optionalText('set')
  if (fields.problems.length > 0 || prefix === null) return { ok: false, problems: fields.problems }
  const content: FactorContent = {
    set,
    docId,
    title,
    prefix,
    completion: null,
    sentence: null,
    contradictions: [],
  }
  return {
    ok: true,
    record: {
      content,
      externalId: docId,
      title: excerpt(title ?? prefix, TITLE_LENGTH),
      domain: null,
      source: set,
      segments: null,
      answers: null,
      warnings: [],
    },
  }
}

/** The record of a text of the corpus; no set is known of it. null for a blank one. */
export const documentRecordOf = ({ id, title, text }: { id: string; title: string; text: string }): Json | null =>
  text.trim() === '' ? null : { id, title, text }
