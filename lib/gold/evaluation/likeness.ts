/** Likeness in meaning, by the operator's model of embeddings, where there is one and a manager has asked for it. */
import 'server-only'
import { createHash } from 'node:crypto'
import { currentModels } from '@/lib/automation/llm/ports'
import { cosine } from '@/lib/text/rank-passages'
import type { Similarity } from './scoring/evaluation'

/** Most texts of one call. */
const BATCH = 100
/** Longer texts are measured by their beginning, in UTF-16 units: endpoints refuse long texts. */
const MEASURED = 8_000
const TIMEOUT_MS = 60_000

/** The model of embeddings by which texts are compared; null where there is none. */
export async function likenessModel(): Promise<string | null> {
  const { port, settings } = await currentModels()
  return port?.embed ? settings.embedding : null
}

/** Compares texts by the cosine of their embeddings; undefined where there is no model. A failed call fails the report. */
export async function likeness(signal: AbortSignal): Promise<Similarity | undefined> {
  const { port, settings } = await currentModels()
  const model = settings.embedding
  if (model === null || !port?.embed) return undefined
  const { embed } = port
  return {
    title: `cosine of ${model}`,
    async of(pairs) {
      const texts = [...new Set(pairs.flat().map((text) => text.slice(0, MEASURED)))]
      const vectors = new Map<string, number[]>()
      for (let start = 0; start < texts.length; start += BATCH) {
        const textBatch = texts.slice(start, start + BATCH)
        const key = createHash('sha256')
          .update(JSON.stringify([model, textBatch]))
          .digest('hex')
        const answer = await embed(model, textBatch, { key, signal, timeoutMs: TIMEOUT_MS })
        for (const [index, text] of textBatch.entries()) vectors.set(text, answer.vectors[index] ?? [])
      }
      const vectorOf = (text: string) => vectors.get(text.slice(0, MEASURED)) ?? []
      return pairs.map(([first, second]) => cosine(vectorOf(first), vectorOf(second)))
    },
  }
}
