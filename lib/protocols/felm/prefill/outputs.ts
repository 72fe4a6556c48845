/** Files of machine outputs on FELM's world knowledge, as the authors of Factcheck-Bench released them (SEEDS 6). */
import { z } from 'zod'
import { contentOf, domainOf } from '@/lib/protocols/felm/content'
import { SEGMENTS } from '@/lib/protocols/felm/labels'
import type { MachineOutput, OutputFormat } from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'

const LONGEST_REASON = 10_000

/** What a line says of one text: null where it came to no verdict. `words`: why. */
interface Verdict extends Omit<MachineOutput, 'domain' | 'proposals'> {
  source: string
  label: boolean | null
  words: string
}

function outputsOf({ source, label, words, ...output }: Verdict): MachineOutput[] {
  if (label === null) return []
  const rationale = rationaleOf(words.trim().slice(0, LONGEST_REASON))
  return [{ ...output, domain: domainOf(source), proposals: [{ question: 'label', value: label, ...rationale }] }]
}

/** A format whose lines have this shape, and are recognised by having all of these fields and one of `oneOf`. */
function formatOf<Line>(
  about: Pick<OutputFormat, 'key' | 'title' | 'description'>,
  line: z.ZodType<Line>,
  { fields, oneOf = fields }: { fields: readonly string[]; oneOf?: readonly string[] },
  verdictsIn: (line: Line) => Verdict[],
): OutputFormat {
  return {
    ...about,
    stage: SEGMENTS,
    identify: contentOf,
    recognises: (record) =>
      isJsonRecord(record) && fields.every((field) => field in record) && oneOf.some((field) => field in record),
    read: (record) => {
      const read = line.safeParse(record)
      return read.success
        ? { ok: true, outputs: verdictsIn(read.data).flatMap(outputsOf) }
        : { ok: false, problems: read.error.issues.map(problemOf) }
    },
  }
}

const problemOf = ({ path, message }: z.core.$ZodIssue) => ({
  field: path.join('.'),
  message: `${path.join('.') || 'The record'}: ${message}.`,
  fix: 'Correct the field, or take the line out of the file.',
})

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
const FACTOOL_LABELS = new Map<boolean | number, boolean>([
  [false, false],
  [0, false],
  [true, true],
  [1, true],
])

/** What the evidence was taken to say, of the first piece that says anything. */
const firstStance = (evidence: readonly Json[]): string =>
  evidence
    .map((piece) => (isJsonRecord(piece) && typeof piece.stance === 'string' ? piece.stance : ''))
    .find((stance) => stance.trim() !== '') ?? ''

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

export const felmOutputs: readonly OutputFormat[] = [
  formatOf(
    {
      key: 'perplexity',
      title: 'Perplexity verdicts',
      description: 'One line a segment: source, id, claim, pplxai_response, is_supported.',
    },
    perplexity,
    { fields: ['claim', 'is_supported', 'pplxai_response'] },
    ({ source, id, claim: text, is_supported: label, pplxai_response: words }) => [
      { model: 'perplexity', group: `${source} ${id}`, prompt: null, response: null, source, text, label, words },
    ],
  ),
  formatOf(
    {
      key: 'factool',
      title: 'FacTool results',
      description: 'One line a response: prompt, response and claims_info with label and evidence_list of each claim.',
    },
    factool,
    { fields: ['claims_info', 'prompt', 'response'] },
    ({ source, prompt, response, claims_info }) => {
      const about = { model: 'factool', group: `${prompt}\n${response}`, prompt, response, source }
      return Object.values(claims_info).map(({ claim: text, label, evidence_list: evidence }) => ({
        ...about,
        text,
        label: FACTOOL_LABELS.get(label) ?? null,
        words: firstStance(evidence),
        note: { evidence },
      }))
    },
  ),
  formatOf(
    {
      key: 'ratings',
      title: 'Verdicts of several fact-checkers',
      description: `One line a segment: source, doc, segment, text and a verdict each of ${RATERS.join(', ')}.`,
    },
    ratings,
    { fields: ['doc', 'segment', 'text'], oneOf: RATERS },
    ({ source, doc, text, ...line }) => {
      const about = { group: `${source} ${doc}`, prompt: null, response: null, source, text, words: '' }
      return RATERS.map((model) => ({ ...about, model, label: line[model] ?? null }))
    },
  ),
]
