import type { Json, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { felmDomains } from './content'
import { asRecord, otherSegments } from './read'

/** A bare prompt and response, from JSON or a row of a table; the splitter makes the segments. */
export function readPlain(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.optionalText('prompt') ?? ''
  const warnings: RecordProblem[] = []
  const response = fields.ownText('response', warnings)
  const domain = fields.optionalText('domain')
  const ruleDomain = fields.optionalOneOf('rule_domain', felmDomains)
  const source = fields.optionalText('source')
  const index = fields.optionalText('id')
  const segments = fields.list('segmented_response', isText, 'Write every segment as a text.')
  if (fields.problems.length > 0 || response === null) {
    return { ok: false, problems: fields.problems }
  }
  const rule = ruleDomain === null ? {} : { ruleDomain }
  const content = { prompt, response, domain, ...rule, source, index, refContents: [] }
  warnings.push(...otherSegments(segments, response))
  return asRecord(content, { segments, answers: null, warnings })
}
