import type { FactcheckBenchContent } from '@/lib/protocols/factcheck-bench/content'
import type { Json, ReadResult } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { TITLE_LENGTH } from './read-document'

/** A bare prompt and response, from JSON or a row of a table; the splitter makes the sentences. */
export function readPlain(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.optionalText('prompt') ?? ''
  const response = fields.text('response')
  const source = fields.optionalText('source')
  const domain = fields.optionalText('domain')
  const externalId = fields.optionalText('id')
  if (fields.problems.length > 0 || response === null) return { ok: false, problems: fields.problems }
  const content: FactcheckBenchContent = { prompt, response, source, evidence: [] }
  const title = excerpt(prompt || response, TITLE_LENGTH)
  return {
    ok: true,
    record: { content, externalId, title, domain, source, segments: null, answers: null, warnings: [] },
  }
}
