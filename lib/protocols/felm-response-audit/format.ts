import { auditedShape, readAudited, readChecks, refused, withChecks } from '@/lib/protocols/felm-audits/record'
import type { RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { RESPONSES } from './stage'

const TITLE_LENGTH = 100
const FIELDS = {
  harassment: 'harassment',
  sexual: 'sexual_content',
  violent: 'violent_content',
  valid: 'valid',
}

/** Assay's own record of a response with its checks. */
export const responseFormat: RecordFormat = {
  key: 'felm-response-audit',
  title: 'Response to check',
  description:
    'prompt, response, and if you like id, domain and source. Gold adds harassment, sexual_content, violent_content (true where there is some), valid and note.',
  fields: [...Object.keys(auditedShape), ...Object.values(FIELDS), 'note'],
  recognises: (record) => isJsonRecord(record) && 'prompt' in record && 'response' in record,
  read(json) {
    if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
    const fields = new RecordFields(json)
    const audited = readAudited(fields)
    const answers = readChecks(fields, FIELDS)
    if (fields.problems.length > 0 || !audited) return refused(fields)
    const { id, domain, source, prompt } = audited
    const record = { content: audited, externalId: id, title: excerpt(prompt, TITLE_LENGTH), domain, source }
    return {
      ok: true,
      record: { ...record, segments: null, answers: answers && { [RESPONSES]: answers }, warnings: [] },
    }
  },
  write: ({ source, stages }) => withChecks(source, stages[RESPONSES]?.answers ?? {}, FIELDS),
}
