/** VeriScore's score of models: F1@K of their responses. */
import { z } from 'zod'
import { ratioFigure } from '@/lib/protocols/evaluating/means'
import type { EvaluationTask, PreparedFold, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { type ClaimCounts, responseScore, usualClaims } from '@/lib/stats/veriscore-f1k'
import { readCounts, recognisesCounts } from './response-counts'

/** "median", "max", a number, or numbers by domain: "LF=32, ShareGPT=11, median". */
const ENTRY = /^(?:(?<domain>[^=]+)=)?\s*(?<k>median|max|\d+(?:\.\d+)?)$/

const isChoice = (text: string) => text.split(',').every((entry) => ENTRY.test(entry.trim()))

const parameters = z.object({
  k: z
    .union([
      z.number().min(0).transform(String),
      z.string().refine(isChoice, 'Write median, max, a number, or Domain=number'),
    ])
    .default('median')
    .meta({
      title: 'K',
      description:
        'How many claims a full answer has: median (the upper median of the domain’s responses over all models of the report), max, a number, or by domain, as in "LF=32, ShareGPT=11, median".',
    }),
})

/** K of a domain whose responses have so many claims. */
function kOf(choice: string, domain: string, totals: readonly number[]): number {
  const entries = choice.split(',').map((entry) => ENTRY.exec(entry.trim())?.groups)
  const domainEntry =
    entries.find((entry) => entry?.domain?.trim() === domain) ?? entries.find((entry) => !entry?.domain)
  const { k = 'median' } = domainEntry ?? {}
  return k === 'median' || k === 'max' ? usualClaims(totals, k) : Number(k)
}

function foldOf(rawParameters: Readonly<Record<string, unknown>>): PreparedFold {
  const { k } = parameters.parse(rawParameters)
  const totals = new Map<string, number[]>()
  return {
    add: ({ value, strata }) => {
      const counts = countsOf(value)
      if (!counts) return
      const domain = strata.domain ?? ''
      const list = totals.get(domain) ?? []
      if (list.length === 0) totals.set(domain, list)
      list.push(counts.claims)
    },
    finish: () => ({
      k: Object.fromEntries([...totals].map(([domain, list]) => [domain, kOf(k, domain, list)])),
    }),
  }
}

function countsOf(value: Json): ClaimCounts | null {
  if (!isJsonRecord(value)) return null
  const { supported, claims } = value
  return typeof supported === 'number' && typeof claims === 'number' ? { supported, claims } : null
}

function byDomain(prepared: Json): Readonly<Record<string, Json>> {
  const found = isJsonRecord(prepared) ? (prepared.k ?? null) : null
  return isJsonRecord(found) ? found : {}
}

/** null where recall is undefined: K is 0. */
function kIn(prepared: Json, domain: string): number | null {
  const k = byDomain(prepared)[domain]
  return typeof k === 'number' && k > 0 ? k : null
}

function notesOnK(prepared: Json): string[] {
  const without = Object.keys(byDomain(prepared)).filter((domain) => kIn(prepared, domain) === null)
  if (without.length === 0) return []
  const names = without.map((domain) => domain || 'responses of no domain').join(', ')
  return [
    `K is 0 for ${names}, as it is where the median response makes no claims. Recall at 0 is undefined, so these responses count nowhere; state a K, as in "${without[0] ? `${without.map((domain) => `${domain}=10`).join(', ')}, median` : '10'}".`,
  ]
}

/** Sums. */
const [RESPONSES, F1, PRECISION, WITH_CLAIMS, RECALL, SUPPORTED, CLAIMS, EMPTY] = [0, 1, 2, 3, 4, 5, 6, 7]

function score({ value, strata }: Scored, prepared: Json): number[] | null {
  const counts = countsOf(value)
  const k = kIn(prepared, strata.domain ?? '')
  if (!counts || k === null) return null
  const { precision, recall, f1 } = responseScore(counts, k)
  const { supported, claims } = counts
  return [1, f1, precision ?? 0, Number(precision !== null), recall, supported, claims, Number(claims === 0)]
}

const scoring: Scoring = {
  key: 'f1k',
  title: 'F1@K of responses',
  description:
    'Means over responses: precision is the share of claims that are supported, recall at K is supported claims over K, at most 1 (VeriScore 3.4). A response without claims has F1 and recall 0 and no precision. Abstentions are left out. K by domain stands with the report.',
  unitOfAnalysis: 'response',
  level: 'unit',
  sums: 8,
  score,
  ranksBetween: 'domain',
  figures: [
    ratioFigure({ key: 'f1', title: 'F1@K', form: 'share', better: 'high' }, F1, RESPONSES),
    ratioFigure({ key: 'precision', title: 'Precision', form: 'share', better: 'high' }, PRECISION, WITH_CLAIMS),
    ratioFigure({ key: 'recall', title: 'Recall at K', form: 'share', better: 'high' }, RECALL, RESPONSES),
    ratioFigure(
      { key: 'supported', title: 'Supported claims (S)', form: 'number', better: null },
      SUPPORTED,
      RESPONSES,
    ),
    ratioFigure({ key: 'claims', title: 'Claims', form: 'number', better: null }, CLAIMS, RESPONSES),
    ratioFigure({ key: 'empty', title: 'Without claims', form: 'share', better: null }, EMPTY, RESPONSES),
  ],
}

export const f1kTask: EvaluationTask = {
  key: 'f1k',
  title: 'VeriScore of models',
  summary: 'F1@K of responses by model and domain, from the pipeline’s output after verification.',
  source: {
    paper: 'VeriScore: Evaluating the factuality of verifiable claims in long-form text generation',
    section: '3.4, Table 3',
  },
  stage: null,
  fields: [
    {
      name: 'model',
      required: false,
      text: 'The model that wrote the response; the field may also be called "system".',
    },
    { name: 'prompt_source', required: false, text: 'The domain; the field may also be called "domain".' },
    {
      name: 'question',
      required: false,
      text: 'The prompt, the same for every model; the field may also be called "item" or "id".',
    },
    { name: 'abstained', required: false, text: 'true: the model refused to answer, and the response is left out.' },
    {
      name: 'claim_verification_result',
      required: false,
      text: 'A list of claim and verification_result, as the pipeline writes it, in any of its spellings.',
    },
    { name: 'supported, claims', required: false, text: 'Or the two numbers.' },
  ],
  example: [
    '{"model": "model-a", "prompt_source": "Bio", "question": "Who was Ada?", "claim_verification_result": [{"claim": "Ada was born in 1815.", "verification_result": "supported"}]}',
    '{"model": "model-b", "prompt_source": "Bio", "question": "Who was Ada?", "supported": 7, "claims": 9}',
    '{"model": "model-c", "prompt_source": "Bio", "question": "Who was Ada?", "abstained": true}',
  ],
  strata: [{ key: 'domain', title: 'Domain' }],
  targets: () => [],
  recognises: recognisesCounts,
  read: readCounts,
  parameters,
  prepare: { start: foldOf, notes: notesOnK },
  scorings: () => [scoring],
}
