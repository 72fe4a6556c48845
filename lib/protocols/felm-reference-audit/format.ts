import { auditedShape, readAudited, readChecks, refused, withChecks } from '@/lib/protocols/felm-audits/record'
import { linkProblem } from '@/lib/protocols/links'
import type { RecordFormat } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { linkHost } from './link-host'
import { REFERENCES } from './stage'

const TITLE_LENGTH = 100
const FIELDS = { freeOfMisinformation: 'free_of_misinformation', freeOfRumour: 'free_of_rumour' }

/** Assay's own record of a reference: the response, the link, what it was given for, and the two checks. */
export const referenceFormat: RecordFormat = {
  key: 'felm-reference-audit',
  title: 'Reference of a response',
  description:
    'prompt, response, url, and if you like id, domain, source, about (a note on the link) and segments (the texts it was given for). Gold adds free_of_misinformation, free_of_rumour and note.',
  fields: [...Object.keys(auditedShape), 'url', 'about', 'segments', ...Object.values(FIELDS), 'note'],
  recognises: (record) => isJsonRecord(record) && 'url' in record && 'response' in record,
  read(json) {
    if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
    const fields = new RecordFields(json)
    const audited = readAudited(fields)
    const url = fields.text('url')
    const problem = url === null ? null : linkProblem(url)
    if (problem !== null) fields.refuse('url', `url: ${problem}`, 'Write the whole address of the page.')
    const about = fields.optionalText('about')
    const segments = fields.list('segments', isText, 'Write every segment as a text.') ?? []
    const answers = readChecks(fields, FIELDS)
    if (fields.problems.length > 0 || !audited || url === null) return refused(fields)
    const { id, domain, source, prompt } = audited
    const title = excerpt(`${linkHost(url)}: ${prompt}`, TITLE_LENGTH)
    const record = { content: { ...audited, url, about, segments }, externalId: id, title, domain, source }
    return {
      ok: true,
      record: { ...record, segments: null, answers: answers && { [REFERENCES]: answers }, warnings: [] },
    }
  },
  write: ({ source, stages }) => withChecks(source, stages[REFERENCES]?.answers ?? {}, FIELDS),
}
