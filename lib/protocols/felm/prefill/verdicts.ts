/** Segment verdicts: FELM's evaluators as a step (FELM 4.1 and app. D; SEEDS 5.2 for the released script). */
import { z } from 'zod'
import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { SEGMENTS } from '@/lib/protocols/felm/stage'
import type { PrefillStep, Prompt, Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type Judgement, judgeClaims, judgeSegments } from './asking'
import {
  claimVerdicts,
  segmentClaims,
  verdictsPlain,
  verdictsReasoned,
  verdictsWithLinks,
  verdictsWithText,
} from './prompts/verdicts'
import { asLinks, asTexts, findPages } from './references'
import { verdictsByRules } from './verdicts-by-rules'

const variants = ['vanilla', 'reasoning', 'consistency', 'links', 'text'] as const

export const verdictParameters = z.object({
  granularity: z.enum(['segment', 'claim']).default('segment').meta({
    title: 'Granularity',
    description: 'Judge segments, or list their claims first: a segment is wrong if any of its claims is.',
  }),
  variant: z.enum(variants).default('vanilla').meta({
    title: 'Variant',
    description:
      'Vanilla asks at once; reasoning asks for thoughts first; consistency repeats that and takes the majority; links and text give pages to read. Mathematics and reasoning fall back to vanilla where pages are of no use.',
  }),
  samples: z.int().min(1).max(25).default(9).meta({
    title: 'Samples',
    description: 'How often consistency asks; an odd number, so that there is a majority.',
  }),
  temperature: z.number().min(0).max(2).default(0.9).meta({
    title: 'Temperature of the samples',
    description: 'Of consistency only; the others ask at 0.',
  }),
  pages: z.int().min(1).max(10).default(5).meta({ title: 'Pages', description: 'Most pages given to read.' }),
  chunkTokens: z.int().min(50).max(4_000).default(512).meta({
    title: 'Tokens a page',
    description: 'Of each page the best chunk of so many tokens is given.',
  }),
})
type Parameters = z.output<typeof verdictParameters>

/** Claims and pages are of no use in mathematics and reasoning. */
export function effective(parameters: Parameters, fixedDomain: boolean): Parameters {
  if (!fixedDomain) return parameters
  const variant = parameters.variant === 'links' || parameters.variant === 'text' ? 'vanilla' : parameters.variant
  return { ...parameters, variant, granularity: 'segment' }
}

const PROMPTS: Record<Parameters['variant'], Prompt> = {
  vanilla: verdictsPlain,
  reasoning: verdictsReasoned,
  consistency: verdictsReasoned,
  links: verdictsWithLinks,
  text: verdictsWithText,
}

async function judge(input: StepInput, tools: StepTools, parameters: Parameters): Promise<Judgement[]> {
  const { prompt } = contentOf(input.content)
  const segments = segmentsOf(input)
  const references =
    parameters.variant === 'links'
      ? asLinks(await findPages(tools, prompt, parameters.pages))
      : parameters.variant === 'text'
        ? await asTexts(input.content, tools, parameters)
        : ''
  const asking = { tools, prompt, segments, references }
  if (parameters.granularity === 'claim') return [await judgeClaims(asking)]
  const isRepeated = parameters.variant === 'consistency'
  const samples = Array.from({ length: isRepeated ? parameters.samples : 1 }, (_, sample) => sample)
  const temperature = isRepeated ? parameters.temperature : 0
  const template = PROMPTS[parameters.variant]
  return Promise.all(samples.map((sample) => judgeSegments(asking, template, { temperature, sample })))
}

const segmentsOf = ({ units }: Pick<StepInput, 'units'>): UnitDraft[] => units.filter(({ kind }) => kind === 'segment')

/** What the judgements say of a segment together: the majority's label, its share, and why. */
export function proposalsFor(segment: UnitDraft, judgements: readonly Judgement[], typed: boolean): Proposal[] {
  const against = judgements.flatMap(({ wrong, promptHash }) => {
    const found = wrong.get(segment.key)
    return found ? [{ ...found, promptHash }] : []
  })
  const isWrong = against.length * 2 > judgements.length
  const share = (isWrong ? against.length : judgements.length - against.length) / judgements.length
  const about = {
    unit: segment.key,
    ...(judgements.length > 1 ? { score: share } : {}),
    ...(judgements[0] ? { promptHash: judgements[0].promptHash } : {}),
  }
  const reason = against.find((each) => each.reason)?.reason ?? null
  const thought = judgements.find((each) => each.thought)?.thought ?? null
  const rationale = (isWrong ? reason : null) ?? thought
  const label: Proposal = { ...about, question: 'label', value: !isWrong, ...(rationale ? { rationale } : {}) }
  if (!isWrong) return [label]
  const type = mostNamed(against.flatMap((each) => each.type ?? []))
  return [
    label,
    ...(typed && type ? [{ ...about, question: 'errorType', value: type }] : []),
    ...(reason ? [{ ...about, question: 'reason', value: reason }] : []),
  ]
}

function mostNamed(values: readonly string[]): string | null {
  const count = (value: string) => values.filter((each) => each === value).length
  return values.toSorted((left, right) => count(right) - count(left))[0] ?? null
}

async function run(input: StepInput, tools: StepTools, given: Parameters): Promise<StepOutput> {
  const isFixed = isFixedDomain(contentOf(input.content).domain)
  const parameters = effective(given, isFixed)
  const judgements = await judge(input, tools, parameters)
  const proposals = segmentsOf(input).flatMap((segment) => proposalsFor(segment, judgements, !isFixed))
  const { granularity, variant } = parameters
  return { proposals, note: { granularity, variant, samples: judgements.length } }
}

export const verdictsStep: PrefillStep = {
  key: 'verdicts',
  title: 'Segment verdicts',
  summary: 'Proposes for every segment whether it is true, and of false ones the kind of error and a reason.',
  stage: SEGMENTS,
  methods: ['rules', 'model'],
  uses: ['search', 'pages'],
  after: [],
  parameters: verdictParameters,
  prompts: [verdictsPlain, verdictsReasoned, verdictsWithLinks, verdictsWithText, segmentClaims, claimVerdicts],
  run: (input, tools, { method, parameters }) =>
    (method === 'rules' ? verdictsByRules : run)(input, tools, verdictParameters.parse(parameters)),
}
