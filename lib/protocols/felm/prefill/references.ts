/** What a model is given to read beside the segments: addresses, or the best stretch of each page (FELM 4.1). */
import { contentOf } from '@/lib/protocols/felm/content'
import { type Hit, StepFailure, type StepTools } from '@/lib/protocols/prefill'
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

export interface ReferenceSettings {
  pages: number
  chunkTokens: number
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
export async function asTexts(content: Json, tools: StepTools, settings: ReferenceSettings): Promise<string> {
  const { prompt, response } = contentOf(content)
  const texts = await readTexts(content, tools, settings.pages)
  const query = `${prompt}\n${response}`
  const chunks = await Promise.all(texts.map(({ text }) => bestChunk(tools, query, text, settings.chunkTokens)))
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
  const read = await Promise.all(hits.map((hit) => textOf(tools, hit)))
  return read.filter((found): found is FoundText => found !== null)
}

/** A page that cannot be read is one page fewer; what ends the whole run is passed on. */
async function textOf(tools: StepTools, hit: Hit): Promise<FoundText | null> {
  try {
    return { text: (await tools.read(hit)).text, url: hit.url }
  } catch (error) {
    const isOver = error instanceof StepFailure && (error.code === 'cancelled' || error.code === 'budget')
    if (isOver || !(error instanceof StepFailure)) throw error
    return null
  }
}
