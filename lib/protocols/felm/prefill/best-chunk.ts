import type { StepTools } from '@/lib/protocols/prefill'
import { segmentText } from '@/lib/text/segment-text'

/** The stretch of a text that fits the query best: whole sentences, at most `tokens` long; blank for a blank text. */
export async function bestChunk(
  tools: Pick<StepTools, 'rank' | 'countTokens'>,
  query: string,
  text: string,
  tokens: number,
): Promise<string> {
  const chunks = chunksOf(text, tokens, tools.countTokens)
  if (chunks.length <= 1) return chunks[0] ?? ''
  const [best] = await tools.rank(query, chunks, 1)
  return best?.text ?? ''
}

/** The text in chunks of whole sentences; a sentence longer than a chunk is one by itself, cut to size. */
export function chunksOf(text: string, tokens: number, countTokens: (text: string) => number): string[] {
  const chunks: string[] = []
  let open = ''
  for (const sentence of segmentText(text)) {
    if (open !== '' && countTokens(open + sentence) > tokens) {
      chunks.push(open)
      open = ''
    }
    open += cutTo(sentence, tokens, countTokens)
  }
  return [...chunks, open].map((chunk) => chunk.trim()).filter((chunk) => chunk !== '')
}

function cutTo(sentence: string, tokens: number, countTokens: (text: string) => number): string {
  let cut = sentence
  while (cut.length > 1 && countTokens(cut) > tokens) cut = cut.slice(0, Math.floor(cut.length / 2))
  return cut
}
