import { contentOf, isFixedDomain } from '@/lib/protocols/felm/content'
import { segmentsOf } from '@/lib/protocols/felm/labels'
import type { Proposal, StepInput, StepOutput, StepTools } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { worthOf } from '@/lib/protocols/rules/check-worthiness'
import { lexicalStance } from '@/lib/protocols/rules/stance'
import { excerpt } from '@/lib/text/excerpt'
import { slidingPassages } from '@/lib/text/passages'
import { type FoundText, readTexts } from './references'

const MOST_PASSAGES = 3
const LONGEST_QUOTE = 300

/**
 * Labels by shared words with pages on the prompt: true where a passage says the same, false where it says so with other
 * numbers or a negation; no label where nothing is close. What states no fact is true, as the guidelines say.
 */
export async function verdictsByRules(
  input: StepInput,
  tools: StepTools,
  { pages }: { pages: number },
): Promise<StepOutput> {
  const found = isFixedDomain(contentOf(input.content)) ? [] : await readTexts(input.content, tools, pages)
  const passages = found.flatMap(({ text, url }) =>
    slidingPassages(text).map((passage) => ({ text: passage.text, url })),
  )
  // One list for all segments, so that it is indexed once.
  const texts = passages.map(({ text }) => text)
  const labels = await Promise.all(segmentsOf(input).map((segment) => labelFor(segment, { passages, texts }, tools)))
  return { proposals: labels.flat(), note: { pages: found.flatMap(({ url }): Json[] => (url ? [url] : [])) } }
}

async function labelFor(
  { key, text }: UnitDraft,
  { passages, texts }: { passages: readonly FoundText[]; texts: readonly string[] },
  tools: StepTools,
): Promise<Proposal[]> {
  const about = { unit: key, question: 'label' }
  const { worth, score, why } = worthOf(text)
  if (worth === 'not_a_claim') return [{ ...about, value: true, score, rationale: why }]
  const ranked = await tools.rank(text, texts, MOST_PASSAGES)
  const hints = ranked.map((passage) => ({ ...passage, ...lexicalStance(text, passage.text) }))
  const hint = hints.find(({ stance }) => stance === 'refutes') ?? hints.find(({ stance }) => stance === 'supports')
  if (!hint) return []
  const url = passages[hint.index]?.url
  const rationale = `${hint.why} “${excerpt(hint.text, LONGEST_QUOTE)}”${url ? ` (${url})` : ''}`
  return [{ ...about, value: hint.stance === 'supports', score: hint.score, rationale }]
}
