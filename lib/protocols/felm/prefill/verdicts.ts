/** Segment verdicts: FELM's evaluators as a step (FELM 4.1 and app. D; SEEDS 5.2 for the released script). */
import { z } from 'zod'
import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { SEGMENTS, segmentsOf } from '@/lib/protocols/felm/labels'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { PrefillStep, Prompt, Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { count } from '@/lib/protocols/prefilling/parameters'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type Judgement, judgeClaims, judgeSegments } from './asking'
import {
  claimVerdicts,
  claimVerdictsReasoned,
  segmentClaims,
  verdictsPlain,
  verdictsReasoned,
  verdictsWithLinks,
  verdictsWithText,
} from './prompts/verdicts'
import { asLinks, asTexts, findPages } from './references'
import { verdictsByRules } from './verdicts-by-rules'

const verdictParameters = z.object({
  granularity: z
    .union([parameterOption('segment', 'Segments as they are'), parameterOption('claim', 'Claims of the segments')])
    .default('segment')
    .meta({
      title: 'What is judged',
      description: 'Claims are listed first; a segment is wrong if any of its claims is.',
    }),
  variant: z
    .union([
      parameterOption('vanilla', 'At once (vanilla)'),
      parameterOption('reasoning', 'Thoughts first (reasoning)'),
      parameterOption('consistency', 'Majority of several answers (self-consistency)'),
      parameterOption('links', 'With links to pages'),
      parameterOption('text', 'With passages of pages'),
    ])
    .default('vanilla')
    .meta({
      title: 'How it is judged',
      description:
        'Where several answers are asked for, each begins with thoughts. Mathematics and reasoning, where pages and claims are of no use, are judged by segments and without pages.',
    }),
  samples: z.int().min(1).max(25).default(9).meta({
    title: 'Answers for a majority',
    description: 'How many answers are asked for; an odd number, so that there is a majority.',
  }),
  temperature: z.number().min(0).max(2).default(0.9).meta({
    title: 'Temperature of these answers',
    description: 'How much they may differ. Everything else is asked at 0.',
  }),
  pages: count(1, 10, 5, 'Pages', 'How many pages are read at most.'),
  chunkTokens: count(
    50,
    4_000,
    512,
    'Tokens a page',
    'How many tokens of each page are read: those of its best chunk.',
  ),
})
type Parameters = z.output<typeof verdictParameters>

/** Claims and pages are of no use in mathematics and reasoning. */
function effective(parameters: Parameters, fixedDomain: boolean): Parameters {
  if (!fixedDomain) return parameters
  const variant = parameters.variant === 'links' || parameters.variant === 'text' ? 'vanilla' : parameters.variant
  return { ...parameters, variant, granularity: 'segment' }
}

const PROMPTS: Record<Parameters['variant'], Record<Parameters['granularity'], Prompt>> = {
  vanilla: { segment: verdictsPlain, claim: claimVerdicts },
  reasoning: { segment: verdictsReasoned, claim: claimVerdictsReasoned },
  consistency: { segment: verdictsReasoned, claim: claimVerdictsReasoned },
  links: { segment: verdictsWithLinks, claim: claimVerdicts },
  text: { segment: verdictsWithText, claim: claimVerdicts },
}

async function judge(input: StepInput, tools: StepTools, parameters: Parameters): Promise<Judgement[]> {
  const { granularity, variant } = parameters
  const { prompt } = contentOf(input.content)
  const references = await referencesFor(input, tools, parameters)
  const isRepeated = variant === 'consistency'
  const manners = Array.from({ length: isRepeated ? parameters.samples : 1 }, (_, sample) => ({
    template: PROMPTS[variant][granularity],
    temperature: isRepeated ? parameters.temperature : 0,
    sample,
  }))
  const ask = granularity === 'claim' ? judgeClaims : judgeSegments
  return ask({ tools, prompt, segments: segmentsOf(input), references }, manners)
}

/** What is given to read; null where nothing is. */
async function referencesFor(
  { content }: StepInput,
  tools: StepTools,
  { variant, pages, chunkTokens }: Parameters,
): Promise<string | null> {
  if (variant === 'links') return asLinks(await findPages(tools, contentOf(content).prompt, pages))
  return variant === 'text' ? asTexts(content, tools, { pages, chunkTokens }) : null
}

/** What the judgements say of a segment together: the majority's label, its share, and why. */
function proposalsFor(segment: UnitDraft, judgements: readonly Judgement[], typed: boolean): Proposal[] {
  const against = judgements.flatMap(({ wrong }) => wrong.get(segment.key) ?? [])
  const isWrong = against.length * 2 > judgements.length
  const share = (isWrong ? against.length : judgements.length - against.length) / judgements.length
  const about = {
    unit: segment.key,
    ...(judgements.length > 1 ? { score: share } : {}),
    ...(judgements[0] ? { promptHash: judgements[0].promptHash } : {}),
  }
  const reason = against.find((each) => each.reason)?.reason ?? null
  const thought = judgements.find((each) => each.thought)?.thought ?? null
  const label = { ...about, question: 'label', value: !isWrong, ...rationaleOf((isWrong ? reason : null) ?? thought) }
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

async function run(input: StepInput, tools: StepTools, settings: Parameters): Promise<StepOutput> {
  const isFixed = isFixedDomain(contentOf(input.content))
  const parameters = effective(settings, isFixed)
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
  prompts: [
    verdictsPlain,
    verdictsReasoned,
    verdictsWithLinks,
    verdictsWithText,
    segmentClaims,
    claimVerdicts,
    claimVerdictsReasoned,
  ],
  run: (input, tools, { method, parameters }) =>
    (method === 'rules' ? verdictsByRules : run)(input, tools, verdictParameters.parse(parameters)),
}
