import { z } from 'zod'
import { isCheckedClaim, sentenceDataOf } from '@/lib/protocols/factcheck-bench/unit-data'
import type { PrefillStep, StepInput, StepTools } from '@/lib/protocols/prefill'
import { doEach, isOfOne } from '@/lib/protocols/prefilling/asking'
import { count, share } from '@/lib/protocols/prefilling/parameters'
import { asQuery, queriesByRules, withoutNearDuplicates } from '@/lib/protocols/prefilling/search-queries'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { queriesPrompt } from './prompts/verify'

const MOST_TOKENS = 256

const parameters = z.object({
  rounds: count(
    1,
    5,
    2,
    'Rounds',
    'How often a model is asked about each claim; the questions of all rounds are taken together.',
  ),
  temperature: z.number().min(0).max(2).default(0.7).meta({
    title: 'Temperature',
    description: 'How much the rounds may differ.',
  }),
  similarity: share(
    0.6,
    'Near duplicates',
    'A question is dropped if it is at least this much like one that was kept before.',
  ),
  most: count(1, 20, 5, 'Queries a claim', 'How many are searched for at most.'),
  claimItself: z.boolean().default(false).meta({
    title: 'The claim as a query',
    description: 'Searches for the claim in its own words too. Where the model asks no question, this is done anyway.',
  }),
})
type Parameters = z.output<typeof parameters>

/** What to search for, for each claim to be verified. Proposes nothing by itself. */
export const queriesStep: PrefillStep = {
  key: 'queries',
  title: 'Queries',
  summary:
    'Writes the queries for each claim. A model asks questions, and near duplicates are dropped; the rules take the claim and its key words.',
  stage: 'verify',
  methods: ['model', 'rules'],
  uses: [],
  after: [],
  parameters,
  prompts: [queriesPrompt],
  async run(input, tools, settings) {
    const wanted = parameters.parse(settings.parameters)
    const claims = input.units.filter(isCheckedClaim)
    const queries: Record<string, Json> = {}
    const { problems } = await doEach(claims, async (claim) => {
      queries[claim.key] =
        settings.method === 'rules' ? queriesByRules(claim.text) : await byModel(input, tools, claim, wanted)
    })
    return { note: { queries, problems } }
  },
}

/** One round after the other; a round that comes to nothing is one fewer. */
async function byModel(input: StepInput, tools: StepTools, claim: UnitDraft, wanted: Parameters): Promise<string[]> {
  const sentence = input.units.find(({ key }) => key === claim.parent)
  const values = { claim: claim.text, sentence: sentence ? sentenceDataOf(sentence).decontext : '' }
  const modelQuestions: string[] = []
  for (let sample = 0; sample < wanted.rounds; sample++) {
    const { temperature } = wanted
    const question = { prompt: queriesPrompt, values, answer, maxTokens: MOST_TOKENS, temperature, sample }
    try {
      modelQuestions.push(...(await tools.ask(question)).value.questions)
    } catch (error) {
      if (!isOfOne(error)) throw error
    }
  }
  const distinctQueries = withoutNearDuplicates(modelQuestions.map(asQuery), wanted.similarity).slice(0, wanted.most)
  return wanted.claimItself || distinctQueries.length === 0
    ? [asQuery(claim.text), ...distinctQueries]
    : distinctQueries
}

const answer = z.object({ questions: z.array(z.string()) })

const noteSchema = z.object({ queries: z.record(z.string(), z.array(z.string())) })

/** What the step noted: the queries of a claim; the claim itself where there are none. */
export function queriesFor({ notes }: Pick<StepInput, 'notes'>, claim: UnitDraft): string[] {
  const noted = noteSchema.safeParse(notes[queriesStep.key]).data?.queries[claim.key] ?? []
  return noted.length > 0 ? noted : [asQuery(claim.text)]
}
