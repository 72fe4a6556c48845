/** Reads responses with their revisions and the votes on them, in Assay's spelling and in that of the paper's notebook. */
import { z } from 'zod'
import { MOST_REVISIONS } from '@/lib/protocols/factcheck-bench-revision/choices'
import {
  type Correction,
  correctionSchema,
  partsOf,
  type Revision,
  type RevisionContent,
} from '@/lib/protocols/factcheck-bench-revision/content'
import type { Json, ReadResult, RecordProblem, Vote } from '@/lib/protocols/protocol'
import { isJsonRecord, isText, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { namesProblem } from '@/lib/protocols/side-by-side/methods'
import { readVotes } from '@/lib/protocols/side-by-side/vote-fields'
import { excerpt } from '@/lib/text/excerpt'
import { answersIn, preferenceVotes } from './votes'

const TITLE_LENGTH = 100

export function readRevision(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prompt = fields.text('prompt')
  const response = fields.text('response')
  const revisions = readRevisions(fields)
  const corrections = readCorrections(fields)
  const claims = either(['claims', 'claim list'], (name) => fields.list(name, isText, 'Write every claim as a text.'))
  const humanRevision = either(['human_revision', 'revised_response'], (name) => fields.optionalText(name))
  const externalId = fields.optionalText('id')
  const [domain, source] = [fields.optionalText('domain'), fields.optionalText('source')]
  if (fields.problems.length > 0 || prompt === null || response === null)
    return { ok: false, problems: fields.problems }
  const content = { prompt, response, ...partsOf(revisions), claims: claims ?? [], corrections, humanRevision }
  const votes = votesOf(json, content, fields.problems)
  if (fields.problems.length > 0) return { ok: false, problems: fields.problems }
  const title = excerpt(prompt, TITLE_LENGTH)
  const record = { content, externalId, title, domain, source, segments: null, answers: null, warnings: [] }
  const votesPart = votes.length > 0 ? { votes } : {}
  return { ok: true, record: { ...record, ...votesPart, ...setAside(json) } }
}

/** The first of a field's spellings that holds something: Assay's, or that of the benchmark's file of revisions. */
function either<Value>(names: readonly string[], read: (name: string) => Value | null): Value | null {
  for (const name of names) {
    const value = read(name)
    if (value !== null) return value
  }
  return null
}

/** Only false responses are revised: the benchmark's file says which those are. */
const setAside = (record: JsonRecord) =>
  record['factual state'] === 'true' ? { discarded: { reason: 'no_error', note: null } } : {}

function votesOf(json: JsonRecord, content: RevisionContent, problems: RecordProblem[]): Vote[] {
  const { votes, human_preference: preference } = json
  return votes === undefined && preference !== undefined
    ? preferenceVotes(preference, content, problems)
    : readVotes(votes, content.methods, problems, (vote) => answersIn(vote, content, problems))
}

/** A list of method and text, or an object of texts by method, of which those that are no text are problems. */
function readRevisions(fields: RecordFields): Revision[] {
  const written = fields.record.revisions ?? null
  if (written === null || (Array.isArray(written) && written.length === 0)) return []
  const entries = Array.isArray(written)
    ? written.map((entry) => (isJsonRecord(entry) ? [entry.method, entry.text] : []))
    : Object.entries(isJsonRecord(written) ? written : {})
  const revisions = entries.flatMap(([method, text], index): Revision[] => {
    if (typeof method === 'string' && typeof text === 'string' && text.trim() !== '')
      return [{ method: method.trim(), text }]
    fields.refuse(
      `revisions[${index}]`,
      `revisions[${index}] is not a method with its text.`,
      'Give each revision both.',
    )
    return []
  })
  if (entries.length < 2 || entries.length > MOST_REVISIONS)
    fields.refuse('revisions', `revisions holds ${entries.length}.`, `Write two to ${MOST_REVISIONS} revisions.`)
  const problem = namesProblem(revisions.map(({ method }) => method))
  if (problem) fields.refuse('revisions', problem, 'Give each revision the name of the method that made it.')
  if (revisions.some(({ method }) => method.includes(',')))
    fields.refuse('revisions', 'The name of a method holds a comma.', 'Use another sign: commas part names in votes.')
  return revisions
}

function readCorrections(fields: RecordFields): Correction[] {
  const writtenCorrections = fields.record.corrections ?? []
  const read = z.array(correctionSchema).safeParse(writtenCorrections)
  if (read.success) return read.data
  const fix = 'Write a list of objects with original (as it stands in the response) and corrected, both texts.'
  fields.refuse('corrections', 'corrections is not a list of corrections.', fix)
  return []
}
