import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import type { Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { lexicalStance, type StanceHint } from '@/lib/protocols/rules/stance'
import { excerpt } from '@/lib/text/excerpt'
import { chunksOf } from './best-chunk'
import { type FoundText, readTexts } from './references'

const PASSAGE_TOKENS = 120
const MOST_PASSAGES = 3
const LONGEST_QUOTE = 300

interface Settings {
  pages: number
}

/**
 * Labels by shared words with pages on the prompt: true where a passage says the same, false where it says so with other
 * numbers or a negation; no label where nothing is close. What states no fact is true, as the guidelines say.
 */
export async function verdictsByRules(input: StepInput, tools: StepTools, settings: Settings): Promise<StepOutput> {
  const { domain } = contentOf(input.content)
  const texts = isFixedDomain(domain) ? [] : await readTexts(input.content, tools, settings.pages)
  const passages = texts.flatMap(({ text, url }) =>
    chunksOf(text, PASSAGE_TOKENS, tools.countTokens).map((passage) => ({ text: passage, url })),
  )
  const segments = input.units.filter(({ kind }) => kind === 'segment')
  const proposals = await Promise.all(segments.map((segment) => proposalsFor(segment, passages, tools)))
  return { proposals: proposals.flat(), note: { pages: texts.flatMap(({ url }): Json[] => (url ? [url] : [])) } }
}

async function proposalsFor(
  { key: unit, text }: UnitDraft,
  passages: readonly FoundText[],
  tools: StepTools,
): Promise<Proposal[]> {
  const { worth, score, why } = worthOf(text)
  if (worth === 'not_a_claim') return [{ unit, question: 'label', value: true, score, rationale: why }]
  const ranked = await tools.rank(
    text,
    passages.map((passage) => passage.text),
    MOST_PASSAGES,
  )
  const hints = ranked.map((passage) => ({ ...lexicalStance(text, passage.text), passage: passages[passage.index] }))
  const best = hints.find(({ stance }) => stance === 'refutes') ?? hints.find(({ stance }) => stance === 'supports')
  return best?.passage ? labelOf(unit, best, best.passage) : []
}

function labelOf(unit: string, { stance, score, why }: StanceHint, { text, url }: FoundText): Proposal[] {
  const rationale = `${why} “${excerpt(text, LONGEST_QUOTE)}”${url ? ` (${url})` : ''}`
  return [{ unit, question: 'label', value: stance === 'supports', score, rationale }]
}
