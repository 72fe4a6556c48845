/** Files of machine outputs on FELM's world knowledge, as the authors of Factcheck-Bench released them (SEEDS 6). */
import { z } from 'zod'
import { contentOf, domainOf } from '@/lib/protocols/felm/content'
import { SEGMENTS } from '@/lib/protocols/felm/labels'
import type { MachineOutput, OutputFormat } from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { Json, RecordProblem } from '@/lib/protocols/protocol'

const LONGEST_REASON = 10_000

/** A verdict on one text: its label, and of a false one the reason as well. */
function verdict(label: boolean, words: string): MachineOutput['proposals'] {
  return [{ question: 'label', value: label, ...rationaleOf(words.trim().slice(0, LONGEST_REASON)) }]
}

function readWith<T>(schema: z.ZodType<T>, outputsOf: (record: T) => MachineOutput[]): OutputFormat['read'] {
  return (record) => {
    const read = schema.safeParse(record)
    if (read.success) return { ok: true, outputs: outputsOf(read.data) }
    return { ok: false, problems: read.error.issues.map(asProblem) }
  }
}

const asProblem = ({ path, message }: z.core.$ZodIssue): RecordProblem => ({
  field: path.join('.'),
  message: `${path.join('.') || 'The record'}: ${message}.`,
  fix: 'Correct the field, or take the line out of the file.',
})

const has = (record: Json, ...fields: string[]): boolean =>
  typeof record === 'object' && record !== null && !Array.isArray(record) && fields.every((field) => field in record)

const perplexity = z.object({
  source: z.string(),
  id: z.int(),
  claim: z.string().min(1),
  pplxai_response: z.string(),
  is_supported: z.boolean(),
})

const factool = z.object({
  source: z.string(),
  prompt: z.string(),
  /** One published response is missing; the item is then told by its texts. */
  response: z.string().nullable(),
  claims_info: z.record(
    z.string(),
    z.object({
      claim: z.string().min(1),
      label: z.union([z.boolean(), z.number()]),
      evidence_list: z.array(z.json()).default([]),
    }),
  ),
})

/** 0 and 1 are false and true; any other number says that the tool came to no verdict. */
const labelOf = (label: boolean | number): boolean | null =>
  typeof label === 'boolean' ? label : label === 1 ? true : label === 0 ? false : null

const RATERS = ['pplx', 'factool', 'factscore', 'langchain'] as const
const rating = z.boolean().nullish()
const ratings = z.object({
  source: z.string(),
  doc: z.int(),
  segment: z.int(),
  text: z.string().min(1),
  pplx: rating,
  factool: rating,
  factscore: rating,
  langchain: rating,
})

const stance = z.object({ stance: z.string() })

/** What the evidence was taken to say, of the first piece that says anything. */
function firstStance(evidence: readonly Json[]): string {
  for (const piece of evidence) {
    const read = stance.safeParse(piece)
    if (read.success && read.data.stance.trim() !== '') return read.data.stance
  }
  return ''
}

const about: Pick<OutputFormat, 'stage' | 'identify'> = { stage: SEGMENTS, identify: contentOf }

export const felmOutputs: readonly OutputFormat[] = [
  {
    key: 'perplexity',
    title: 'Perplexity verdicts',
    description: 'One line a segment: source, id, claim, pplxai_response, is_supported.',
    ...about,
    recognises: (record) => has(record, 'claim', 'is_supported', 'pplxai_response'),
    read: readWith(perplexity, (line) => [
      {
        model: 'perplexity',
        group: `${line.source} ${line.id}`,
        prompt: null,
        response: null,
        domain: domainOf(line.source),
        text: line.claim,
        proposals: verdict(line.is_supported, line.pplxai_response),
      },
    ]),
  },
  {
    key: 'factool',
    title: 'FacTool results',
    description: 'One line a response: prompt, response and claims_info with label and evidence_list of each claim.',
    ...about,
    recognises: (record) => has(record, 'claims_info', 'prompt', 'response'),
    read: readWith(factool, ({ source, prompt, response, claims_info }) =>
      Object.values(claims_info).flatMap(({ claim, label: given, evidence_list }): MachineOutput[] => {
        const label = labelOf(given)
        if (label === null) return []
        const group = `${prompt}\n${response}`
        const domain = domainOf(source)
        const proposals = verdict(label, firstStance(evidence_list))
        return [
          {
            model: 'factool',
            group,
            prompt,
            response,
            domain,
            text: claim,
            proposals,
            note: { evidence: evidence_list },
          },
        ]
      }),
    ),
  },
  {
    key: 'ratings',
    title: 'Verdicts of several fact-checkers',
    description: `One line a segment: source, doc, segment, text and a verdict each of ${RATERS.join(', ')}.`,
    ...about,
    recognises: (record) => has(record, 'doc', 'segment', 'text') && RATERS.some((rater) => has(record, rater)),
    read: readWith(ratings, (line) =>
      RATERS.flatMap((model): MachineOutput[] => {
        const label = line[model] ?? null
        if (label === null) return []
        const outputFields = {
          prompt: null,
          response: null,
          domain: domainOf(line.source),
          text: line.text,
          proposals: verdict(label, ''),
        }
        return [{ model, group: `${line.source} ${line.doc}`, ...outputFields }]
      }),
    ),
  },
]
