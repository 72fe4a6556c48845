/** What machines can do for the audit of references: a first opinion, never more. */
import { z } from 'zod'
import { contentOf, linkHost } from '@/lib/protocols/felm-reference-audit/content'
import { referencesStage } from '@/lib/protocols/felm-reference-audit/work'
import { ITEM } from '@/lib/protocols/language/definition'
import {
  type Pipeline,
  type PrefillStep,
  type Prompt,
  type Proposal,
  StepFailure,
  type StepOutput,
  type StepTools,
} from '@/lib/protocols/prefill'
import { rationaleOf } from '@/lib/protocols/prefilling/rationale'
import type { Json } from '@/lib/protocols/protocol'

const MOST_TOKENS = 400
const MOST_PASSAGES = 5
const PASSAGE_LENGTH = 1_500

const referencePrompt: Prompt = {
  name: 'reference',
  version: 1,
  system: `You look at a web page that somebody relied on when they checked an answer. Say whether what the page states about the subject of the question is free of misinformation (nothing on the subject is known to be false), and free of rumour (it says where it knows things from, or its kind of source vouches for them; it does not pass on hearsay).
Where passages of the page are given, judge those; where none are, judge by what you know of the site, and say in the reason that you have not seen the page. Give the reason in one short sentence.`,
  user: `The address:
{{url}}

The question that the answer was about:
{{prompt}}

Passages of the page:
{{passages}}`,
}

const answer = z.object({ free_of_misinformation: z.boolean(), free_of_rumour: z.boolean(), reason: z.string() })

/** Sites that answer for what they publish: registers, states, universities, encyclopedias. */
const VOUCHED =
  /(?:^|\.)(?:gov|edu|mil|int)(?:\.[a-z]{2})?$|(?:^|\.)ac\.[a-z]{2}$|(?:^|\.)(?:wikipedia\.org|britannica\.com|nature\.com|who\.int)$/

/** Both answers, with why. */
const opinions = (free: { ofMisinformation: boolean; ofRumour: boolean }, why: Partial<Proposal>): Proposal[] => [
  { ...why, unit: ITEM, question: 'freeOfMisinformation', value: free.ofMisinformation },
  { ...why, unit: ITEM, question: 'freeOfRumour', value: free.ofRumour },
]

function byRules(content: Json): StepOutput {
  const host = linkHost(contentOf(content).url)
  if (!VOUCHED.test(host)) return { note: { host, known: false } }
  const rationale = `By rules: ${host} answers for what it publishes; nobody has read the page.`
  const proposals = opinions({ ofMisinformation: true, ofRumour: true }, { score: 0.3, rationale })
  return { proposals, note: { host, known: true } }
}

async function byModel(content: Json, tools: StepTools): Promise<StepOutput> {
  const { url, prompt, response } = contentOf(content)
  const passages = await passagesOf(tools, url, `${prompt}\n${response}`)
  const { value, promptHash } = await tools.ask({
    prompt: referencePrompt,
    values: { url, prompt, passages: passages.join('\n\n') || 'none' },
    answer,
    maxTokens: MOST_TOKENS,
  })
  const free = { ofMisinformation: value.free_of_misinformation, ofRumour: value.free_of_rumour }
  const proposals = opinions(free, { promptHash, ...rationaleOf(value.reason) })
  return { proposals, note: { passages: passages.length } }
}

/** The passages of the page that are closest to what it was given for; none where it cannot be read. */
async function passagesOf(tools: StepTools, url: string, query: string): Promise<string[]> {
  try {
    const page = await tools.read({ rank: 1, title: '', url, snippet: '' })
    const pieces = Array.from(page.text.matchAll(new RegExp(`[^]{1,${PASSAGE_LENGTH}}`, 'gu')), ([piece]) => piece)
    return (await tools.rank(query, pieces, MOST_PASSAGES)).map(({ text }) => text)
  } catch (error) {
    if (error instanceof StepFailure && (error.code === 'page_failed' || error.code === 'blocked_address')) return []
    throw error
  }
}

/** A first opinion on both checks. */
export const referenceStep: PrefillStep = {
  key: 'reliable',
  title: 'Reliability',
  summary: 'Proposes whether the page can be relied on. The rules know a few kinds of sites and read nothing.',
  stage: referencesStage.key,
  methods: ['rules', 'model'],
  uses: ['pages'],
  after: [],
  parameters: z.object({}),
  prompts: [referencePrompt],
  run: async ({ content }, tools, { method }) => (method === 'rules' ? byRules(content) : byModel(content, tools)),
}

export const felmReferenceAuditPipeline: Pipeline = {
  protocolId: 'felm-reference-audit',
  steps: [referenceStep],
  generated: null,
}
