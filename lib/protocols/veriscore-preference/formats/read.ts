/** Reads pairs of claim lists, with the votes on them where there are any; and texts of which lists are still to be made. */
import type { Json, ReadRecord, ReadResult } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { namesProblem } from '@/lib/protocols/side-by-side/methods'
import { readVotes } from '@/lib/protocols/side-by-side/vote-fields'
import {
  type ClaimList,
  type PreferenceContent,
  partsOf,
  tidyClaims,
  variants,
} from '@/lib/protocols/veriscore-preference/content'
import { excerpt } from '@/lib/text/excerpt'
import { segmentText } from '@/lib/text/segment-text'
import { answersIn, NEITHER } from './votes'

/** So many words between blanks are read (VeriScore, 3.1). */
const MOST_WORDS = 300

/** Words between blanks. */
export const blankWords = (text: string): number => text.match(/\S+/gu)?.length ?? 0

/**
 * Where a text is cut for reading, in UTF-16 units: behind the last sentence that ends within 300 words; behind the 300th
 * word where the first sentence is longer than that.
 */
export function cutAt(text: string): number {
  const words = Array.from(text.matchAll(/\S+/gu), ({ 0: word, index }) => index + word.length)
  const limit = words[MOST_WORDS - 1]
  if (limit === undefined || words.length === MOST_WORDS) return text.length
  let end = 0
  // The sentence that goes beyond the limit is whole within what follows it for a while.
  for (const sentence of segmentText(text)) {
    const next = end + sentence.length
    if (end + sentence.trimEnd().length > limit) break
    end = next
  }
  return end === 0 ? limit : text.slice(0, end).trimEnd().length
}

const TITLE_LENGTH = 100
const LISTS = 2

export function readPreference(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  // A record of VeriScore's pipeline calls the text `response`, and the set that it is from `prompt_source`.
  const text = 'text' in json || !('response' in json) ? fields.text('text') : fields.text('response')
  const variant = fields.oneOf('variant', variants, 'preference')
  const lists = readLists(fields)
  const question = fields.optionalText('question')
  const domain = fields.optionalText('domain') ?? fields.optionalText('prompt_source')
  const extractor = fields.optionalText('extractor')
  const externalId = fields.optionalText('id')
  const source = fields.optionalText('source')
  if (fields.problems.length > 0 || text === null || variant === null) return { ok: false, problems: fields.problems }
  const cut = cutAt(text)
  const content: PreferenceContent = {
    text,
    cut,
    words: blankWords(text),
    domain,
    isAnswer: isAnswer(json, question),
    question,
    extractor,
    variant,
    ...partsOf(lists),
  }
  const { problems } = fields
  const votes = readVotes(json.votes, content.methods, problems, (vote) => answersIn(vote, content, problems))
  if (problems.length > 0) return { ok: false, problems }
  const title = excerpt(question?.trim() ? question : text, TITLE_LENGTH)
  const record = { content, externalId, title, domain, source, segments: null, answers: null }
  const votesPart = votes.length > 0 ? { votes } : {}
  return { ok: true, record: { ...record, ...votesPart, ...setAside(content) } }
}

/** An answer, unless the record says otherwise or knows no question. */
const isAnswer = ({ qa }: JsonRecord, question: string | null): boolean =>
  typeof qa === 'boolean' ? qa : question !== null

function readLists(fields: RecordFields): ClaimList[] {
  const rawLists = fields.record.lists ?? null
  if (rawLists === null || (Array.isArray(rawLists) && rawLists.length === 0)) return []
  if (!Array.isArray(rawLists) || rawLists.length !== LISTS) {
    fields.refuse('lists', 'lists does not hold two lists.', 'Write two lists, each with method and claims.')
    return []
  }
  const lists = rawLists.flatMap((list, index) => readList(fields, list, `lists[${index}]`) ?? [])
  const names = lists.map(({ method }) => method)
  const problem = namesProblem(names)
  if (problem) fields.refuse('lists', problem, 'Give each list the name of the method that made it.')
  if (names.includes(NEITHER))
    fields.refuse('lists', `No method may be called "${NEITHER}".`, 'Give it another name: votes are spelled so.')
  return lists
}

function readList(fields: RecordFields, list: Json, listField: string): ClaimList | null {
  const listRecord = isJsonRecord(list) ? list : {}
  const { method = null, claims = null } = listRecord
  if (typeof method !== 'string')
    return fields.refuse(`${listField}.method`, `${listField}.method is not a text.`, 'Name the method.')
  if (!Array.isArray(claims) || !claims.every((claim) => typeof claim === 'string'))
    return fields.refuse(
      `${listField}.claims`,
      `${listField}.claims is not a list of texts.`,
      'Write every claim as a text.',
    )
  return { method, claims: tidyClaims(claims) }
}

const isIdentical = ({ lists: [first, second] }: PreferenceContent): boolean =>
  first !== undefined && second !== undefined && JSON.stringify(first) === JSON.stringify(second)

/** Of two extractors' lists, those that are equal are no question to anybody (appendix F); they are counted. Others are warned of. */
function setAside(content: PreferenceContent): Pick<ReadRecord, 'warnings' | 'discarded'> {
  if (!isIdentical(content)) return { warnings: [] }
  if (content.variant === 'comparison') return { warnings: [], discarded: { reason: 'identical', note: null } }
  const message = 'The two lists are identical, so no choice between them says anything.'
  return { warnings: [{ field: 'lists', message, fix: 'Take the record out, or discard the item.' }] }
}
