import { z } from 'zod'
import { parameterOption } from '@/lib/protocols/parameter-option'
import type { PrefillStep, Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { ITEM, VERIFY } from '@/lib/protocols/veriscore-verification/fields'
import type { Reason, Verdict } from '@/lib/protocols/veriscore-verification/options'
import { type ClaimWithResults, claimWithResults, numberedResults, proposedStance } from './claim-results'
import { threeLabelsPrompt, twoLabelsPrompt } from './prompts'

const RULES_SCORE = 0.4
const MOST_TOKENS = 500

const parameters = z.object({
  labels: z
    .union([
      parameterOption('three', 'Supported, contradicted, inconclusive'),
      parameterOption('two', 'Supported, unsupported'),
    ])
    .default('three')
    .meta({
      title: 'Labels',
      description:
        'What a model chooses from. For unsupported claims nothing is proposed, since the label does not say whether they are contradicted.',
    }),
})

/** What the results together say of the claim; a model is given all of them at once. */
export const verdictStep: PrefillStep = {
  key: 'verdict',
  title: 'Verdict',
  summary:
    'Proposes whether the claim is supported and, where it is inconclusive, why. The rules go by the stances proposed before, as if the claim had one part.',
  stage: VERIFY,
  methods: ['model', 'rules'],
  uses: [],
  after: ['results', 'stances'],
  parameters,
  prompts: [threeLabelsPrompt, twoLabelsPrompt],
  async run(input, tools, settings) {
    const claim = claimWithResults(input)
    if (settings.method === 'rules') return byRules(input, claim)
    const { labels } = parameters.parse(settings.parameters)
    return labels === 'three' ? askForThree(tools, claim) : askForTwo(tools, claim)
  },
}

/** Without parts the rule of the paper takes the claim as its only one. */
function byRules(input: StepInput, { results }: ClaimWithResults): StepOutput {
  const stances = results.map(({ key }) => proposedStance(input, key))
  if (results.length > 0 && stances.every((stance) => stance === null)) return { note: { label: null } }
  const [supporting, contradicting] = ['supports', 'contradicts'].map(
    (stance) => stances.filter((each) => each === stance).length,
  )
  const rationale = `Results that support the claim: ${supporting}; that contradict it: ${contradicting}; of ${results.length}.`
  const [verdict, why] = labelOf(Boolean(supporting), Boolean(contradicting))
  return outputOf(verdict, why, { score: RULES_SCORE, rationale })
}

function labelOf(isSupported: boolean, isContradicted: boolean): [Verdict, Reason | null] {
  if (isSupported && isContradicted) return ['inconclusive', 'b']
  if (isContradicted) return ['contradicted', null]
  return isSupported ? ['supported', null] : ['inconclusive', 'a']
}

const threeLabels = z.object({
  reason: z.string(),
  verdict: z.enum(['supported', 'contradicted', 'inconclusive']),
  why: z.enum(['a', 'b', 'c']).nullable(),
})
const twoLabels = z.object({ reason: z.string(), verdict: z.enum(['supported', 'unsupported']) })

const questionAbout = ({ claim, results }: ClaimWithResults) => ({
  values: { claim, results: numberedResults(results) },
  maxTokens: MOST_TOKENS,
})

async function askForThree(tools: StepTools, claim: ClaimWithResults): Promise<StepOutput> {
  const { value, promptHash } = await tools.ask({
    prompt: threeLabelsPrompt,
    answer: threeLabels,
    ...questionAbout(claim),
  })
  return outputOf(value.verdict, value.why, { promptHash, rationale: value.reason.trim() })
}

async function askForTwo(tools: StepTools, claim: ClaimWithResults): Promise<StepOutput> {
  const { value, promptHash } = await tools.ask({ prompt: twoLabelsPrompt, answer: twoLabels, ...questionAbout(claim) })
  if (value.verdict === 'supported') return outputOf('supported', null, { promptHash, rationale: value.reason.trim() })
  return { note: { label: value.verdict, reason: value.reason.trim() } }
}

type From = Pick<Proposal, 'score' | 'promptHash'> & { rationale: string }

function outputOf(verdict: Verdict, why: Reason | null, { rationale, ...from }: From): StepOutput {
  const more = { ...from, ...(rationale ? { rationale } : {}) }
  const isExplained = verdict === 'inconclusive' && why !== null
  return {
    proposals: [
      { unit: ITEM, question: 'verdict', value: verdict, ...more },
      ...(isExplained ? [{ unit: ITEM, question: 'why', value: why, ...more }] : []),
    ],
    note: { label: verdict, why: isExplained ? why : null },
  }
}
