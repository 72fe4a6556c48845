/** Reads FELM's published record, with the quirks its files are known to have; what is ambiguous is refused by name. */
import { linkProblem } from '@/lib/protocols/links'
import type { Answers, Json, ReadRecord, ReadResult, RecordProblem } from '@/lib/protocols/protocol'
import { isBoolean, isJsonRecord, isText, isTextOrNull, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { shownValue } from '@/lib/protocols/shown-value'
import { excerpt } from '@/lib/text/excerpt'
import { withoutSpace } from '@/lib/text/same-text'
import { type FelmContent, felmDomains, isFixedDomain } from './content'
import { errorTypes, ITEM, SEGMENTS } from './labels'

const TITLE_LENGTH = 100

const isTypeEntry = (entry: Json): entry is string | null =>
  entry === null || entry === '' || errorTypes.some((type) => type === entry)

/** What a record that has labels says; lists that it lacks are empty. */
interface Lists {
  labels: readonly boolean[]
  comment: readonly (string | null)[]
  type: readonly (string | null)[]
  ref: readonly string[]
}

const NO_DOMAIN: RecordProblem = {
  field: 'domain',
  message: 'domain is missing; figures by domain leave the item out, and error types are asked for.',
  fix: `Use one of: ${felmDomains.join(', ')}; or nothing, where none fits.`,
}

const otherDomain = (domain: string): RecordProblem => ({
  field: 'domain',
  message: `${shownValue(domain)} is not a domain of the paper; its figures have a row of their own.`,
  fix: `Nothing, if it is a domain of yours. The paper has ${felmDomains.join(', ')}.`,
})

/** One FELM record. Lists given as `""` or `[]` count as missing; a record without labels is read for its text. */
export function readFelm(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const warnings: RecordProblem[] = []
  const prompt = fields.text('prompt')
  const domain = fields.optionalText('domain')
  const source = fields.optionalText('source')
  const index = fields.optionalText('index')
  const segments = fields.list('segmented_response', isText, 'Write every segment as a text.')
  const response = readResponse(fields, segments, warnings)
  const lists = readLists(fields, segments, warnings)
  const refContents = fields.list('ref_contents', isText, 'Write every page text as a text.') ?? []
  if (fields.problems.length > 0 || prompt === null || response === null) {
    return { ok: false, problems: fields.problems }
  }
  if (domain === null) warnings.push(NO_DOMAIN)
  else if (felmDomains.every((each) => each !== domain)) warnings.push(otherDomain(domain))
  if (lists) warnings.push(...warningsAbout(lists, domain))
  const answers = lists && { [SEGMENTS]: answersFrom(lists, domain) }
  return asRecord({ prompt, response, domain, source, index, refContents }, { segments, answers, warnings })
}

/** What either format read; an item is listed by its prompt, or by its response where it has none. */
export function asRecord(
  content: FelmContent,
  read: Pick<ReadRecord, 'segments' | 'answers' | 'warnings'>,
): ReadResult {
  const { prompt, response, domain, source, index } = content
  const title = excerpt(prompt || response, TITLE_LENGTH)
  return { ok: true, record: { content, externalId: index, title, domain, source, ...read } }
}

/** The response; where it is null (as two published rows have it, written NaN) the segments stand in for it. */
function readResponse(fields: RecordFields, segments: string[] | null, warnings: RecordProblem[]): string | null {
  const writtenResponse = fields.record.response
  const joined = segments?.join('') ?? ''
  if ((writtenResponse === null || writtenResponse === '') && joined.trim() !== '') {
    const message = 'response is empty; the text was put together from the segments.'
    warnings.push({ field: 'response', message, fix: 'Nothing, unless the full response is known.' })
    return joined
  }
  const response = fields.text('response')
  if (response !== null) warnings.push(...otherSegments(segments, response))
  return response
}

/** A warning where the segments, put together, are another text than the response. */
export const otherSegments = (segments: readonly string[] | null, response: string): RecordProblem[] =>
  segments && !isMadeOf(response, segments)
    ? [
        {
          field: 'segmented_response',
          message: 'The segments put together are not the response.',
          fix: 'Compare the two; the segments are labelled as given.',
        },
      ]
    : []

/** As plain as most are, there is nothing to leave out for the comparison. */
const isMadeOf = (response: string, segments: readonly string[]): boolean =>
  (segments.join(' ') === response && !response.includes('\\')) || skeleton(segments.join('')) === skeleton(response)

/** Some responses spell line breaks as a backslash and an n; for comparison these are white space too. */
const skeleton = (text: string): string => withoutSpace(text.replaceAll('\\n', ''))

function readLists(fields: RecordFields, segments: string[] | null, warnings: RecordProblem[]): Lists | null {
  const labels = fields.list('labels', isBoolean, 'Write true or false.')
  const comment = fields.list('comment', isTextOrNull, 'Write a text, or "" for none.')
  const type = fields.list('type', isTypeEntry, `Use one of: ${errorTypes.join(', ')}; or null for none.`)
  const ref = fields.list('ref', isText, 'Write every link as a text.')
  if (labels === null) {
    for (const [field, list] of Object.entries({ comment, type }))
      if (list)
        warnings.push({ field, message: `${field} is given without labels and is not used.`, fix: 'Add the labels.' })
    return null
  }
  for (const [field, list] of Object.entries({ labels, comment, type })) {
    if (list !== null) refuseUnaligned(fields, field, list.length, segments)
  }
  return { labels, comment: comment ?? [], type: type ?? [], ref: ref ?? [] }
}

function refuseUnaligned(fields: RecordFields, field: string, length: number, segments: string[] | null): void {
  const expected = segments?.length ?? 0
  if (length === expected || !isReadable(fields, 'segmented_response')) return
  const message = `${field} has ${entries(length)} for ${expected} segments: which belongs to which is unclear.`
  fields.refuse(field, message, `Give one entry per segment${field === 'labels' ? '' : ', or [] for none'}.`)
}

/** Was the list itself fine? If not, its length is no measure for others. */
const isReadable = (fields: RecordFields, field: string): boolean =>
  !fields.problems.some((problem) => problem.field === field || problem.field.startsWith(`${field}[`))

const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

/** The record's labels as answers; only those that are asked for in its domain and count there. */
function answersFrom({ labels, comment, type, ref }: Lists, domain: string | null): Answers {
  const fixed = isFixedDomain({ domain })
  const links = [...new Set(ref)].filter((url) => linkProblem(url) === null).map((url) => ({ url }))
  const answers: Answers = { [ITEM]: { action: 'keep', ...(links.length > 0 && !fixed ? { links } : {}) } }
  for (const [index, label] of labels.entries()) {
    const [reason, errorType] = [comment[index], fixed ? null : type[index]]
    answers[`s${index + 1}`] = {
      label,
      ...(label || !errorType ? {} : { errorType }),
      ...(label || !reason?.trim() ? {} : { reason }),
    }
  }
  return answers
}

function warningsAbout({ labels, comment, type, ref }: Lists, domain: string | null): RecordProblem[] {
  const fixed = isFixedDomain({ domain })
  const perSegment = labels.flatMap((label, index) => {
    const hasReason = Boolean(comment[index]?.trim())
    const hasType = Boolean(type[index])
    return [
      !label && !hasReason && warning('comment', index, 'The segment is false and no reason is given.'),
      !label && !hasType && !fixed && warning('type', index, 'The segment is false and has no error type.'),
      label && hasReason && warning('comment', index, 'The segment is true and yet has a comment, which is not used.'),
      label && hasType && warning('type', index, 'The segment is true and yet has an error type, which is not used.'),
      !label && hasType && fixed && type[index] !== 'reasoning_error' && warning('type', index, FIXED_TYPE),
    ]
  })
  const perLink = ref.map((url, index) => {
    const problem = linkProblem(url)
    return problem !== null && warning('ref', index, `${problem} The entry stays in the record but is not used.`)
  })
  return [...perSegment, ...perLink].filter((each) => each !== false)
}

const FIXED_TYPE = 'In mathematics and reasoning every error is a reasoning error; the type given is not used.'

const warning = (list: string, index: number, message: string): RecordProblem => ({
  field: `${list}[${index}]`,
  message,
  fix: 'Nothing, or complete it in the file.',
})
