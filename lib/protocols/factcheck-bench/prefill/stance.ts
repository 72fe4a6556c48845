import { z } from 'zod'
import type { PrefillStep, Proposal, StepTools } from '@/lib/protocols/prefill'
import { askAboutEach, batchesOf, doEach, numbered } from '@/lib/protocols/prefilling/asking'
import { count } from '@/lib/protocols/prefilling/parameters'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { lexicalStance, type StanceHint } from '@/lib/protocols/rules/stance'
import { type ClaimWithPassages, checkedClaims } from './claim-evidence'
import { stancePrompt } from './prompts/verify'

const TOKENS_EACH = 120

const parameters = z.object({
  batch: count(1, 10, 1, 'Passages a question', 'With 1 every passage is judged by itself; several at once cost less.'),
})

/** What each passage says of its claim. */
export const stanceStep: PrefillStep = {
  key: 'stance',
  title: 'Stance',
  summary:
    'Proposes for each passage whether it supports or refutes its claim. The rules compare words, numbers and negation; they do not understand the text.',
  stage: 'verify',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters,
  prompts: [stancePrompt],
  async run(input, tools, settings) {
    const claims = checkedClaims(input)
    if (settings.method === 'rules') return outputOf(claims, claims.flatMap(byRules), [])
    const { batch } = parameters.parse(settings.parameters)
    const questions = claims.flatMap(({ claim, passages }) =>
      batchesOf(passages, batch).map((some) => ({ claim, passages: some })),
    )
    const { results, problems } = await doEach(questions, (question) => byModel(tools, question))
    return outputOf(claims, results.flat(), problems)
  },
}

/** The note says how many passages have each stance. */
function outputOf(claims: readonly ClaimWithPassages[], proposals: readonly Proposal[], problems: readonly string[]) {
  const stances: Record<string, number> = {}
  for (const { value } of proposals) stances[String(value)] = (stances[String(value)] ?? 0) + 1
  const passages = claims.flatMap((each) => each.passages).length
  return { proposals, note: { passages, stances, problems: [...problems] } }
}

const VALUES: Readonly<Record<StanceHint['stance'], string>> = {
  supports: 'completely-support',
  partly: 'partially-support',
  refutes: 'refute',
  irrelevant: 'irrelevant',
}

const byRules = ({ claim, passages }: ClaimWithPassages): Proposal[] =>
  passages.map((passage) => {
    const { stance, score, why } = lexicalStance(claim.text, passage.text)
    return { unit: passage.key, question: 'stance', value: VALUES[stance], score, rationale: why }
  })

const answer = z.object({
  entries: z.array(
    z.object({
      number: z.int(),
      stance: z.enum(['completely-support', 'partially-support', 'refute', 'irrelevant']),
      reason: z.string(),
    }),
  ),
})

async function byModel(tools: StepTools, { claim, passages }: ClaimWithPassages): Promise<Proposal[]> {
  const question = {
    prompt: stancePrompt,
    values: { claim: claim.text, passages: numbered(passages.map(({ text }) => text)) },
    answer,
    maxTokens: TOKENS_EACH * (passages.length + 1),
  }
  const modelReplies = await askAboutEach(tools, question, passages.length)
  return modelReplies.flatMap(({ index, value, promptHash }) => asProposal(passages[index], value, promptHash))
}

function asProposal(
  passage: UnitDraft | undefined,
  { stance, reason }: { stance: string; reason: string },
  promptHash: string,
): Proposal[] {
  return passage ? [{ unit: passage.key, question: 'stance', value: stance, promptHash, ...rationaleOf(reason) }] : []
}
