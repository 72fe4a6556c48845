import type { StepTools } from '@/lib/protocols/prefill'
import { tokenChunks } from '@/lib/text/token-chunks'

/** The stretch of at most `tokens` tokens that fits the query best; blank for a blank text. */
export async function bestChunk(
  tools: Pick<StepTools, 'rank' | 'countTokens'>,
  query: string,
  text: string,
  tokens: number,
): Promise<string> {
  const chunks = tokenChunks(text, tools.countTokens, tokens)
    .map((chunk) => chunk.text.trim())
    .filter((chunk) => chunk !== '')
  if (chunks.length <= 1) return chunks[0] ?? ''
  const [best] = await tools.rank(query, chunks, 1)
  return best?.text ?? ''
}
