/** Likeness in meaning, by the operator's model of embeddings, where there is one and a manager has asked for it. */
import 'server-only'
import { currentModels } from '@/lib/automation/llm/ports'
import { embedTexts, projectEmbeddingMeans } from '@/lib/automation/prefill/ledger/embed-texts'
import { StepFailure } from '@/lib/protocols/prefill'
import { cosine } from '@/lib/text/rank-passages'
import type { Similarity } from './scoring/evaluation'

const OVER =
  'Comparing texts by meaning could pass the ceiling of the project, so no more of them were sent. Raise it in the settings of pre-fill, then ask for the report again.'

/** The model of embeddings by which texts are compared; null where there is none. */
export async function likenessModel(): Promise<string | null> {
  const { port, settings } = await currentModels()
  return port?.embed ? settings.embedding : null
}

/**
 * Compares texts by the cosine of their embeddings, at the project's prices and within its ceiling; undefined where there is no model. A failed
 * call fails the report (StepFailure); what was answered before it is kept, and not paid again.
 */
export async function likeness(projectId: string, signal: AbortSignal): Promise<Similarity | undefined> {
  const models = await currentModels()
  const model = models.settings.embedding
  if (model === null || !models.port?.embed) return undefined
  const means = await projectEmbeddingMeans(projectId, signal)
  return {
    title: `cosine of ${model}`,
    async of(pairs) {
      const texts = [...new Set(pairs.flat())]
      const vectors = await embedTexts(models, model, texts, means).catch((error: unknown) => {
        throw error instanceof StepFailure && error.code === 'budget' ? new StepFailure('budget', OVER) : error
      })
      const vectorOf = new Map(texts.map((text, index) => [text, vectors[index] ?? []]))
      return pairs.map(([first, second]) => cosine(vectorOf.get(first) ?? [], vectorOf.get(second) ?? []))
    },
  }
}
