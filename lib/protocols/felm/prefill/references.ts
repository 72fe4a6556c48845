/** What a model is given to read beside the segments: addresses, or the best stretch of each page (FELM 4.1). */
import { contentOf } from '@/lib/protocols/felm/content'
import type { Hit, StepTools } from '@/lib/protocols/prefill'
import { pageOf } from '@/lib/protocols/prefilling/sources'
import type { Json } from '@/lib/protocols/protocol'
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

/** The pages on the prompt, best first. */
export async function findPages(tools: StepTools, prompt: string, most: number): Promise<readonly Hit[]> {
  return (await tools.search(prompt)).slice(0, most)
}

export const asLinks = (hits: readonly Hit[]): string =>
  hits.map(({ rank, title, url, snippet }) => `${rank}. ${title} (${url}): ${snippet}`).join('\n')

/** A text on the item's subject; without an address where it came with the record. */
export interface FoundText {
  text: string
  url: string | null
}

/** The best chunk of each page for the prompt and response, one under the other. */
export async function asTexts(
  content: Json,
  tools: StepTools,
  { pages, chunkTokens }: { pages: number; chunkTokens: number },
): Promise<string> {
  const { prompt, response } = contentOf(content)
  const texts = await readTexts(content, tools, pages)
  const chunks = await Promise.all(
    texts.map(({ text }) => bestChunk(tools, `${prompt}\n${response}`, text, chunkTokens)),
  )
  return chunks.filter((chunk) => chunk !== '').join('\n\n')
}

/**
 * Page texts that came with the record, as they are; otherwise pages are searched and read, and those that cannot be read
 * are left out.
 */
export async function readTexts(content: Json, tools: StepTools, most: number): Promise<FoundText[]> {
  const { prompt, refContents } = contentOf(content)
  if (refContents.length > 0) return refContents.map((text) => ({ text, url: null }))
  const hits = await findPages(tools, prompt, most)
  const pages = await Promise.all(hits.map((hit) => pageOf(tools, hit)))
  return pages.flatMap((page, index) => (page ? [{ text: page.text, url: hits[index]?.url ?? null }] : []))
}
