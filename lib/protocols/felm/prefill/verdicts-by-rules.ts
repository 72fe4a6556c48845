import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import type { Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { lexicalStance, type StanceHint } from '@/lib/protocols/rules/stance'
import { excerpt } from '@/lib/text/excerpt'
import { slidingPassages } from '@/lib/text/passages'
import { type FoundText, readTexts } from './references'

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
  const texts = isFixedDomain(contentOf(input.content)) ? [] : await readTexts(input.content, tools, settings.pages)
  const passages = texts.flatMap(({ text, url }) =>
    slidingPassages(text).map((passage) => ({ text: passage.text, url })),
  )
  // One list for all segments, so that it is indexed once.
  const found = { passages, texts: passages.map(({ text }) => text) }
  const segments = input.units.filter(({ kind }) => kind === 'segment')
  const proposals = await Promise.all(segments.map((segment) => proposalsFor(segment, found, tools)))
  return { proposals: proposals.flat(), note: { pages: texts.flatMap(({ url }): Json[] => (url ? [url] : [])) } }
}

async function proposalsFor(
  { key: unit, text }: UnitDraft,
  { passages, texts }: { passages: readonly FoundText[]; texts: readonly string[] },
  tools: StepTools,
): Promise<Proposal[]> {
  const { worth, score, why } = worthOf(text)
  if (worth === 'not_a_claim') return [{ unit, question: 'label', value: true, score, rationale: why }]
  const ranked = await tools.rank(text, texts, MOST_PASSAGES)
  const hints = ranked.map((passage) => ({ ...lexicalStance(text, passage.text), passage: passages[passage.index] }))
  const best = hints.find(({ stance }) => stance === 'refutes') ?? hints.find(({ stance }) => stance === 'supports')
  return best?.passage ? labelOf(unit, best, best.passage) : []
}

function labelOf(unit: string, { stance, score, why }: StanceHint, { text, url }: FoundText): Proposal[] {
  const rationale = `${why} “${excerpt(text, LONGEST_QUOTE)}”${url ? ` (${url})` : ''}`
  return [{ unit, question: 'label', value: stance === 'supports', score, rationale }]
}
