import type { Json, ReadResult } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { type FelmContent, felmDomains } from './content'

const TITLE_LENGTH = 100

/** A bare prompt and response, from JSON or a row of a table; the splitter makes the segments. */
export function readPlain(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.text('prompt')
  const response = fields.text('response')
  const domain = fields.optionalOneOf('domain', felmDomains)
  const source = fields.optionalText('source')
  const index = fields.optionalText('id')
  if (fields.problems.length > 0 || prompt === null || response === null) {
    return { ok: false, problems: fields.problems }
  }
  const content: FelmContent = { prompt, response, domain, source, index, refContents: [] }
  const title = excerpt(prompt, TITLE_LENGTH)
  return {
    ok: true,
    record: { content, externalId: index, title, domain, source, segments: null, answers: null, warnings: [] },
  }
}
