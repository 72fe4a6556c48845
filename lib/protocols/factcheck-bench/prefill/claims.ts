import { z } from 'zod'
import type { PrefillStep, Proposal, StepOutput, StepTools } from '@/lib/protocols/prefill'
import { askAboutEach, batchesOf, doEach, isOfOne, numbered, roomFor } from '@/lib/protocols/prefilling/asking'
import type { Json, Span } from '@/lib/protocols/protocol'
import { type Worth, worthOf } from '@/lib/protocols/rules/check-worthiness'
import { toCodePointOffset } from '@/lib/text/code-points'
import { placeFuzzily } from '@/lib/text/place-fuzzily'
import { withoutEnding } from '@/lib/text/without-ending'
import { type ClaimTexts, claimTextsByModel, claimTextsByRules, type SentenceClaims } from './claim-texts'
import { claimKindsPrompt, claimsPrompt, sentenceClaimsPrompt } from './prompts/decompose'

/* Type, worth and importance of claims that were just listed. */

const AT_A_TIME = 40

export interface ListedClaim {
  text: string
  sentence: string
  /** Its place in its sentence, from 0. */
  place: number
}

interface ClaimKind {
  /** Values to the questions about the claim. */
  values: Record<string, Json>
  why: string
}

interface ClaimKinds {
  /** By the place of the claim in the list; null where nothing is known. */
  kinds: (ClaimKind | null)[]
  promptHash: string | null
  problems: string[]
}

/** Type by outer signs; the first claim of a sentence is its most important. */
function kindsByRules(claims: readonly ListedClaim[]): ClaimKinds {
  const kinds = claims.map(({ text, place }) => {
    const { worth, why } = worthOf(text)
    return { values: { type: asType(worth), importance: place === 0 ? 'yes' : 'intermediate' }, why }
  })
  return { kinds, promptHash: null, problems: [] }
}

const asType = (worth: Worth) => (worth === 'fact' ? 'factual' : worth)

const answer = z.object({
  entries: z.array(
    z.object({
      number: z.int(),
      type: z.enum(['factual', 'opinion', 'not_a_claim', 'other']),
      worth: z.enum(['check', 'commonsense', 'not_publicly_checkable']),
      importance: z.enum(['yes', 'intermediate', 'no']),
      reason: z.string(),
    }),
  ),
})

/** Asked for a batch at a time. Claims that the model leaves out twice stay without; they are none the worse for it. */
async function kindsByModel(tools: StepTools, claims: readonly ListedClaim[]): Promise<ClaimKinds> {
  const kinds: (ClaimKind | null)[] = claims.map(() => null)
  let hash: string | null = null
  const { problems } = await doEach(batchesOf(claims, AT_A_TIME), async (batch, n) => {
    const lines = batch.map(({ text, sentence }) => `${text} [${sentence}]`)
    const question = {
      prompt: claimKindsPrompt,
      values: { claims: numbered(lines) },
      answer,
      maxTokens: roomFor(tools, [], 0) + 100 * batch.length,
    }
    for (const { index, value, promptHash } of await askAboutEach(tools, question, batch.length)) {
      const { type, worth, importance, reason } = value
      const values: Record<string, Json> = { type, importance }
      if (type === 'factual' && worth !== 'check') values.setAside = worth
      kinds[n * AT_A_TIME + index] = { values, why: reason.trim() }
      hash = promptHash
    }
  })
  return { kinds, promptHash: hash, problems }
}

/* Where in its sentence a claim is made, as far as words tell. */

/** The stretch of the sentence, in code points; null where the claim's words are not there together. */
export function spanOf(sentence: string, claim: string): Span | null {
  const text = claim.trim()
  const bare = withoutEnding(text, '.!?')
  for (const wanted of [text, bare]) {
    const start = wanted === '' ? -1 : sentence.indexOf(wanted)
    if (start >= 0) return codePoints(sentence, start, start + wanted.length)
  }
  const piece = placeFuzzily(sentence, [{ key: 'claim', text }]).find(
    ({ unit, text: found }) => unit !== null && found.trim() !== '',
  )
  return piece ? codePoints(sentence, piece.at, piece.at + piece.text.length) : null
}

const codePoints = (text: string, start: number, end: number): Span => ({
  start: toCodePointOffset(text, start),
  end: toCodePointOffset(text, end),
})

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
    'Proposes the claims of each sentence, with their type, importance, and whether they are worth checking. A model is asked about the whole response, and about single sentences where its answer does not fit them. The rules make one claim of a sentence unless it clearly joins several clauses.',
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
  const proposals = claims.map((sentenceClaims): Proposal => {
    const ownKinds = kinds.slice(next, next + sentenceClaims.texts.length)
    next += sentenceClaims.texts.length
    const value = sentenceClaims.texts.map((text, index): Json => {
      const span = withSpans ? spanOf(sentenceClaims.sentence.text, text) : null
      return { values: { text, ...ownKinds[index]?.values, ...(span ? { span: { ...span } } : {}) } }
    })
    const why = ownKinds.flatMap((kind, index) => (kind?.why ? [`${index + 1}. ${kind.why}`] : []))
    return {
      unit: sentenceClaims.sentence.key,
      question: 'claims',
      value,
      ...(sentenceClaims.promptHash
        ? { promptHash: sentenceClaims.promptHash }
        : { score: value.length > 1 ? PARTED_SCORE : WHOLE_SCORE }),
      ...(why.length > 0 ? { rationale: why.join(' ') } : {}),
    }
  })
  const note = { claims: next, fellBack, kindsPrompt: promptHash, problems: [...problems, ...others] }
  return { proposals, note }
}
