/** What VeriScore counts of a response: claims and how many of them are supported; from the pipeline's output or plain numbers. */
import { truthOf } from '@/lib/protocols/evaluating/labels'
import { aboutIn, notALine, refused, systemIn, textIn } from '@/lib/protocols/evaluating/read-line'
import type { Prediction, PredictionReading } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import {
  claimsIn,
  isPipelineLine,
  nameOf,
  PLACE,
  SPELLINGS,
} from '@/lib/protocols/veriscore-verification/formats/pipeline-fields'
import { machineLabelIn } from '@/lib/protocols/veriscore-verification/mapping'

const DOMAINS = ['domain', 'prompt_source'] as const
const ALL = 'all'

const domainOf = (record: JsonRecord) => textIn(record, ...DOMAINS) ?? ALL

/** The same name for what the same prompt asked of every model; a response without a prompt stands for itself. */
function itemOf(record: JsonRecord): string | null {
  const name = textIn(record, 'item', 'id', 'question', 'prompt', 'response')
  return name === null ? null : `${domainOf(record)}: ${name.trim()}`
}

export const recognisesCounts = (record: Json): boolean =>
  isJsonRecord(record) &&
  (isPipelineLine(record) ||
    SPELLINGS.verified.some((name) => name in record) ||
    ('supported' in record && 'claims' in record))

export function readCounts(record: Json): PredictionReading {
  if (!isJsonRecord(record)) return notALine
  const counts = countsIn(record)
  if (typeof counts === 'string') {
    return refused(
      '',
      counts,
      'Give a line of the pipeline after verification with all claims of its response, or the numbers "supported" and "claims".',
    )
  }
  const prediction: Prediction = {
    system: systemIn(record),
    item: itemOf(record),
    unit: null,
    text: null,
    value: counts,
    gold: true,
    strata: { domain: domainOf(record) },
    ...aboutIn(record),
  }
  return { ok: true, predictions: [prediction] }
}

/** null: the model abstained. A text: what is wrong. */
function countsIn(record: JsonRecord): { supported: number; claims: number } | null | string {
  if (truthOf(record.abstained) === true) return null
  const part = record[PLACE] ?? null
  if (isJsonRecord(part) && Number(part.claims) > 1)
    return `The line holds one of the response’s ${part.claims} claims, so it cannot be scored alone.`
  const verified = SPELLINGS.verified.map((name) => record[name]).find(Array.isArray)
  if (Array.isArray(verified)) return ofVerified(record, verified)
  const [supported, claims] = [countIn(record.supported), countIn(record.claims)]
  if (supported !== null && claims !== null) {
    return supported >= 0 && claims >= supported ? { supported, claims } : 'More claims are supported than there are.'
  }
  if (isPipelineLine(record) && claimsIn(record[nameOf(record, 'all')]).length === 0 && hasClaims(record)) {
    return { supported: 0, claims: 0 }
  }
  return 'The line does not say whether its claims are supported.'
}

/** A whole number, also as a text; null where nothing is said. */
function countIn(value: Json | undefined): number | null {
  const isSaid = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
  return isSaid && Number.isInteger(Number(value)) ? Number(value) : null
}

const hasClaims = (record: JsonRecord) => SPELLINGS.all.some((name) => name in record)

/** Different claims that were verified; of one that stands there twice the first verdict counts. */
function ofVerified(record: JsonRecord, verified: readonly Json[]): { supported: number; claims: number } {
  const labels = new Map<string, string | null>()
  for (const entry of verified.filter(isJsonRecord)) {
    const [claim] = claimsIn([entry.claim ?? null])
    const machineVerdict = entry.verification_result
    if (claim !== undefined && !labels.has(claim.trim())) {
      labels.set(claim.trim(), typeof machineVerdict === 'string' ? machineLabelIn(machineVerdict) : null)
    }
  }
  // A claim that the verifier passed over is a claim all the same.
  for (const claim of claimsIn(record[nameOf(record, 'all')])) {
    if (!labels.has(claim.trim())) labels.set(claim.trim(), null)
  }
  return { supported: [...labels.values()].filter((label) => label === 'supported').length, claims: labels.size }
}
