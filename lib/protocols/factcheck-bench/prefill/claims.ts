import { z } from 'zod'
import type { PrefillStep, Proposal, StepOutput, StepTools } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { isOfOne } from './asking'
import { type ClaimKinds, kindsByModel, kindsByRules, type ListedClaim } from './claim-kinds'
import { type ClaimTexts, claimTextsByModel, claimTextsByRules, type SentenceClaims } from './claim-texts'
import { claimKindsPrompt, claimsPrompt, sentenceClaimsPrompt } from './prompts/decompose'
import { spanOf } from './spans'

const WHOLE_SCORE = 0.45
const PARTED_SCORE = 0.35

const parameters = z.object({
  kinds: z.boolean().default(true).meta({
    title: 'Type and importance of claims',
    description: 'Proposes with each claim its type, whether it is worth checking, and its importance.',
  }),
  spans: z.boolean().default(true).meta({
    title: 'Place in the sentence',
    description: 'Marks the words of the sentence that make the claim, where they can be found.',
  }),
})

/** The claims of each sentence, with what the questions about a claim ask. */
export const claimsStep: PrefillStep = {
  key: 'claims',
  title: 'Claims',
  summary:
    'Proposes the claims of each sentence, with type, worth and importance. A model is asked about the whole response, and about single sentences where its answer does not fit them. The rules take a sentence for one claim unless its clauses part without doubt.',
  stage: 'decompose',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters,
  prompts: [claimsPrompt, sentenceClaimsPrompt, claimKindsPrompt],
  async run(input, tools, settings) {
    const wanted = parameters.parse(settings.parameters)
    const listed = settings.method === 'rules' ? claimTextsByRules(input) : await claimTextsByModel(input, tools)
    const claims = listed.claims.filter(({ texts }) => texts.length > 0)
    const flat = claims.flatMap(({ sentence, texts }) =>
      texts.map((text, place): ListedClaim => ({ text, sentence: sentence.text.trim(), place })),
    )
    const kinds = wanted.kinds ? await kindsOf(flat, tools, settings.method === 'rules') : nothingKnown(flat)
    return outputOf(listed, claims, kinds, wanted.spans)
  },
}

const nothingKnown = (claims: readonly ListedClaim[], problem: string[] = []): ClaimKinds => ({
  kinds: claims.map(() => null),
  promptHash: null,
  problems: problem,
})

/** Claims without their kinds are worth having, so a failure over the kinds is only noted. */
async function kindsOf(claims: readonly ListedClaim[], tools: StepTools, isRules: boolean): Promise<ClaimKinds> {
  if (isRules) return kindsByRules(claims)
  try {
    return await kindsByModel(tools, claims)
  } catch (error) {
    if (isOfOne(error)) return nothingKnown(claims, [error.message])
    throw error
  }
}

function outputOf(
  { fellBack, problems }: ClaimTexts,
  claims: readonly SentenceClaims[],
  { kinds, promptHash, problems: others }: ClaimKinds,
  withSpans: boolean,
): StepOutput {
  let next = 0
  const proposals = claims.map((own): Proposal => {
    const ownKinds = kinds.slice(next, next + own.texts.length)
    next += own.texts.length
    const value = own.texts.map((text, index): Json => {
      const span = withSpans ? spanOf(own.sentence.text, text) : null
      return { values: { text, ...ownKinds[index]?.values, ...(span ? { span: { ...span } } : {}) } }
    })
    const why = ownKinds.flatMap((kind, index) => (kind?.why ? [`${index + 1}. ${kind.why}`] : []))
    return {
      unit: own.sentence.key,
      question: 'claims',
      value,
      ...(own.promptHash ? { promptHash: own.promptHash } : { score: value.length > 1 ? PARTED_SCORE : WHOLE_SCORE }),
      ...(why.length > 0 ? { rationale: why.join(' ') } : {}),
    }
  })
  const note = { claims: next, fellBack, kindsPrompt: promptHash, problems: [...problems, ...others] }
  return { proposals, note }
}
