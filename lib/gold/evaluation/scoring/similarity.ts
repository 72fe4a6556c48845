/** Likeness in meaning as one more figure of a scoring, where a model of embeddings is at hand. */
import type { EvaluationFigure, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Similarity } from './evaluation'
import type { Subjects } from './subjects'
import type { Source } from './systems'

/** Pairs asked about at once. */
const BATCH = 256

/** The figure's key. */
export const LIKENESS = 'similarity'

type Pair = readonly [string, string]
const keyOf = ([first, second]: Pair) => JSON.stringify([first, second])

/** The scoring with its mean likeness; itself where it knows of no texts to compare. */
export async function withSimilarity(
  scoring: Scoring,
  similarity: Similarity | undefined,
  subjects: Subjects,
  sources: readonly Source[],
): Promise<Scoring> {
  if (!similarity || !scoring.similar) return scoring
  const similarities = await askAll(similarity, pairsIn(scoring, subjects, sources))
  const likeness = (scored: Scored): number | undefined => {
    const pair = scoring.similar?.(scored)
    return pair ? similarities.get(keyOf(pair)) : undefined
  }
  const { sums: width, score, figures } = scoring
  return {
    ...scoring,
    sums: width + 2,
    score: (scored, prepared) => {
      const baseSums = score(scored, prepared)
      const like = likeness(scored)
      return baseSums && [...baseSums, like ?? 0, like === undefined ? 0 : 1]
    },
    figures: [...figures, likenessFigure(similarity.title, width)],
  }
}

/** The mean of the likenesses that two more sums, from `width` on, add up and count. */
export const likenessFigure = (title: string, width: number): EvaluationFigure => ({
  key: LIKENESS,
  title: `Likeness in meaning (${title})`,
  form: 'number',
  better: 'high',
  of: (sums) => {
    const [sum = 0, n = 0] = [sums[width], sums[width + 1]]
    return n === 0 ? { value: null, reason: 'empty' } : { value: sum / n }
  },
})

function pairsIn(scoring: Scoring, subjects: Subjects, sources: readonly Source[]): Map<string, Pair> {
  const pairs = new Map<string, Pair>()
  for (const source of sources) {
    for (const subject of subjects.all.subjects) {
      const scored = subjects.scoredOf(source, subject)
      const pair = scored && scoring.similar?.(scored)
      if (pair) pairs.set(keyOf(pair), pair)
    }
  }
  return pairs
}

async function askAll(similarity: Similarity, pairs: ReadonlyMap<string, Pair>): Promise<Map<string, number>> {
  const [keys, texts] = [[...pairs.keys()], [...pairs.values()]]
  const similarities = new Map<string, number>()
  for (let start = 0; start < texts.length; start += BATCH) {
    const values = await similarity.of(texts.slice(start, start + BATCH))
    for (const [at, value] of values.entries()) similarities.set(keys[start + at] ?? '', value)
  }
  return similarities
}
