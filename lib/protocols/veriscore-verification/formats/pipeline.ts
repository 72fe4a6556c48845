/** Lines of the pipeline with claims, with evidence, or with a verifier's word: read claim by claim, written from gold. */
import { z } from 'zod'
import { optionKey } from '@/lib/protocols/option-key'
import type { GoldRecord, Json, ReadResult, RecordFormat, RecordProblem } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { type ClaimPlace, contentOf, type SearchResult } from '@/lib/protocols/veriscore-verification/content'
import { segmentText } from '@/lib/text/segment-text'
import { readLabels, writeLabels } from './labels'
import {
  claimsIn,
  isPipelineLine,
  nameOf,
  ofClaim,
  PLACE,
  SPELLINGS,
  VERIFIED_BY,
  verifiedEntry,
} from './pipeline-fields'
import { plainPiece } from './plain'
import { asReadRecord, readMachineLabel } from './read-item'
import { firstResults, isSameResults, pipelineText, readResults, resultObjects } from './results'
import { splitLine } from './split'

const placeSchema = z.object({
  claim: z.int().min(1),
  claims: z.int().min(1),
  sentence: z.int().min(1).nullable(),
  sentences: z.int().min(0),
})

const ORIGIN = ['question', 'response', 'model', 'prompt_source'] as const

/** The one claim of a piece; null where there are several or none. */
function onlyClaim(line: JsonRecord): string | null {
  const listed = claimsIn(line[nameOf(line, 'all')])
  const lists = line[nameOf(line, 'bySentence')]
  const claims = listed.length > 0 ? listed : Array.isArray(lists) ? lists.flatMap(claimsIn) : []
  return claims.length === 1 ? (claims[0] ?? null) : null
}

/** A line with one claim, as splitting makes it. */
function readPiece(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const warnings: RecordProblem[] = []
  const claim = onlyClaim(json)
  const all = nameOf(json, 'all')
  if (claim === null)
    fields.refuse(all, `${all} does not hold exactly one claim.`, 'Import the line as a file: it is split.')
  const [question = null, response = null, model = null, promptSource = null] = ORIGIN.map((field) =>
    fields.optionalText(field),
  )
  const id = fields.optionalText('id')
  const results = claim === null ? null : resultsIn(fields, claim, warnings)
  if (claim === null || results === null || fields.problems.length > 0) return { ok: false, problems: fields.problems }
  // Without a response, as of claims that people collected, there is nothing to have a place in.
  const place = response === null ? null : placeOf(json, [question ?? '', response, model ?? ''].join('\n'))
  const entry = entryOf(json, claim)
  const byMachine = entry[VERIFIED_BY] === 'people' ? null : entry.verification_result
  const machineLabel = readMachineLabel(byMachine, 'verification_result', warnings)
  const content = {
    claim,
    results,
    question,
    response,
    model,
    promptSource,
    sentence: sentenceOf(response, place),
    place,
    machineLabel,
  }
  const answers = readLabels(entry, results.length, warnings)
  const externalId = id === null ? null : place === null ? id : `${id}#${place.claim}`
  return asReadRecord({ content, externalId, answers, warnings })
}

const entryOf = (line: JsonRecord, claim: string): JsonRecord =>
  verifiedEntry(line[nameOf(line, 'verified')], claim) ?? {}

/** The claim's results: the list that the search left, or the text that the verifier was given. */
function resultsIn(fields: RecordFields, claim: string, warnings: RecordProblem[]): SearchResult[] | null {
  const field = nameOf(fields.record, 'results')
  const listed = readResults(ofClaim(fields.record[field], claim, 0))
  const results = listed?.length === 0 ? readResults(entryOf(fields.record, claim).search_results) : listed
  if (results) return firstResults(results, field, warnings)
  return fields.refuse(
    field,
    'The search results of the claim cannot be read.',
    'Write a list of title, snippet and link, or a text with "Search result 1", "Title:", "Link:" and "Content:".',
  )
}

function placeOf(line: JsonRecord, response: string): ClaimPlace | null {
  const place = placeSchema.safeParse(line[PLACE]).data
  return place ? { response: optionKey(response), ...place } : null
}

/** Only where the text falls into as many sentences as the pipeline had: then they are the same ones. */
function sentenceOf(response: string | null, place: ClaimPlace | null): string | null {
  if (response === null || !place?.sentence) return null
  const sentences = segmentText(response)
  return sentences.length === place.sentences ? (sentences[place.sentence - 1]?.trim() ?? null) : null
}

/** The piece with gold's labels in the verifier's entry, and results that were found since. */
function writePiece(gold: GoldRecord): Json {
  const source = isPipelineLine(gold.source) ? gold.source : plainPiece(gold)
  const { claim, results } = contentOf(gold.content)
  const [verified, search] = [nameOf(source, 'verified'), nameOf(source, 'results')]
  const before = verifiedEntry(source[verified], claim)
  const isSame = isSameResults(resultsBefore(source, claim, results.length), results)
  const start = before && isSame ? before : { claim, ...before, search_results: pipelineText(results) }
  const entry = writeLabels(start, results.length, gold)
  const hasNothingNew = before === null && Object.keys(entry).length === Object.keys(start).length
  return {
    ...source,
    ...(isSame ? {} : { [search]: { [claim]: resultObjects(results) } }),
    ...(hasNothingNew ? {} : { [verified]: [entry] }),
  }
}

const resultsBefore = (source: JsonRecord, claim: string, most: number): SearchResult[] => {
  const listed = readResults(ofClaim(source[nameOf(source, 'results')], claim, 0)) ?? []
  const results = listed.length > 0 ? listed : (readResults(entryOf(source, claim).search_results) ?? [])
  return results.slice(0, most)
}

export const pipelineFormat: RecordFormat = {
  key: 'pipeline',
  title: 'VeriScore pipeline line',
  description:
    'A response with its claims, one line a response, as the pipeline writes it: question, response, model, prompt_source, claim_list, all_claims, claim_search_results and claim_verification_result, in all its spellings. Every claim becomes an item. A verifier’s word is a suggestion; human_label in its entry is gold, and gold is written there, one line a claim.',
  fields: [
    ...ORIGIN,
    'id',
    'abstained',
    'prompt_tok_cnt',
    'response_tok_cnt',
    PLACE,
    ...Object.values(SPELLINGS).flat(),
  ],
  recognises: isPipelineLine,
  split: splitLine,
  read: readPiece,
  write: writePiece,
}
