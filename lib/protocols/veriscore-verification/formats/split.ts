/** Takes a line of the pipeline apart: one record a claim, each a line of the pipeline with one claim. */
import type { Json, RecordProblem, SplitResult } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord } from '@/lib/protocols/record-fields'
import { claimsIn, nameOf, ofClaim, PLACE, SPELLINGS, verifiedEntry } from './pipeline-fields'

/** The records of its claims; none where the extractor abstained or found no claim, which is said. */
export function splitLine(line: Json): SplitResult {
  if (!isJsonRecord(line)) return { ok: false, problems: [notARecord] }
  const warnings: RecordProblem[] = []
  const names = namesIn(line)
  const problems = wrongShapes(line, names)
  if (problems.length > 0) return { ok: false, problems }
  const allClaims = givenClaims(line, names)
  const claims = [...new Set(allClaims)]
  if (claims.length === 0) return { ok: true, records: [], warnings: [nothingToVerify(line, names)] }
  if (claims.length < allClaims.length && claimsIn(line[names.all]).length > 0) {
    const message = `${allClaims.length - claims.length} claims of the response are there twice and are taken once.`
    warnings.push({ field: names.all, message, fix: 'Nothing.' })
  }
  if (claims.length === 1 && isJsonRecord(line[PLACE] ?? null)) return { ok: true, records: [line], warnings }
  return { ok: true, records: claims.map((_, index) => pieceOf(line, names, claims, index)), warnings }
}

type Names = ReturnType<typeof namesIn>

const namesIn = (line: JsonRecord) => ({
  bySentence: nameOf(line, 'bySentence'),
  all: nameOf(line, 'all'),
  results: nameOf(line, 'results'),
  verified: nameOf(line, 'verified'),
})

const givenClaims = (line: JsonRecord, { all, bySentence }: Names): string[] => {
  const listed = claimsIn(line[all])
  return listed.length > 0 ? listed : sentencesOf(line[bySentence]).flatMap(claimsIn)
}

const sentencesOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

function wrongShapes(line: JsonRecord, names: Names): RecordProblem[] {
  const isList = (value: Json | undefined) => value === undefined || value === null || Array.isArray(value)
  const asList = [names.bySentence, names.all, names.verified].filter((name) => !isList(line[name]))
  const results = line[names.results]
  return [
    ...asList.map((field) => ({ field, message: `${field} is not a list.`, fix: 'Write a list, or [] for none.' })),
    ...(isList(results) || isJsonRecord(results ?? null)
      ? []
      : [
          {
            field: names.results,
            message: `${names.results} is neither an object nor a list.`,
            fix: 'Write an object with the search results of each claim under the claim’s text.',
          },
        ]),
  ]
}

function nothingToVerify(line: JsonRecord, { all }: Names): RecordProblem {
  const fix = 'Nothing: no item is made of it.'
  if (line.abstained === true)
    return { field: 'abstained', message: 'The model abstained, so the response has no claims to verify.', fix }
  return { field: all, message: 'The response has no verifiable claims.', fix }
}

/** The line with one claim and what belongs to it. */
function pieceOf(line: JsonRecord, names: Names, claims: readonly string[], index: number): JsonRecord {
  const claim = claims[index] ?? ''
  const sentences = sentencesOf(line[names.bySentence])
  const sentence = sentences.findIndex((list) => claimsIn(list).some((each) => each.trim() === claim.trim()))
  const pipelineFields = new Set<string>(Object.values(SPELLINGS).flatMap((names) => [...names]))
  const rest = Object.entries(line).filter(([name]) => !pipelineFields.has(name) && name !== PLACE)
  const results = ofClaim(line[names.results], claim, index)
  const entry = verifiedEntry(line[names.verified], claim)
  return {
    ...Object.fromEntries(rest),
    [names.bySentence]: [[claim]],
    [names.all]: [claim],
    ...(results === undefined ? {} : { [names.results]: { [claim]: results } }),
    ...(entry ? { [names.verified]: [entry] } : {}),
    [PLACE]: {
      claim: index + 1,
      claims: claims.length,
      sentence: sentence < 0 ? null : sentence + 1,
      sentences: sentences.length,
    },
  }
}
