/** The best of a ranked list that do not say the same twice. */
import { NEAR_DUPLICATE_THRESHOLD } from './near-duplicates'
import { indexWords } from './words'

export interface Scored {
  text: string
  /** Higher is better, from 0. */
  score: number
}

export interface Diversity<T> {
  most: number
  /** The words of an entry, for those who have them already. */
  wordsOf?: (entry: T) => ReadonlySet<string>
  /** How much relevance counts against novelty: 1 keeps the order of the scores (Carbonell and Goldstein 1998). */
  lambda?: number
}

/**
 * Maximal marginal relevance: takes again and again what has the best `lambda * relevance - (1 - lambda) * overlap` with
 * what was taken, relevance being the score as a share of the best one, overlap the words shared by two texts as a share
 * of all words of the shorter. What overlaps with a taken one almost wholly is left out, even if fewer than `most` remain.
 * Ties go to the earlier entry.
 */
export function diversify<T extends Scored>(
  ranked: readonly T[],
  { most, lambda = 0.7, wordsOf = ({ text }) => new Set(indexWords(text)) }: Diversity<T>,
): T[] {
  const best = Math.max(...ranked.map(({ score }) => score), 0)
  const open = ranked.map((entry) => ({
    entry,
    words: wordsOf(entry),
    relevance: best > 0 ? entry.score / best : 0,
    overlap: 0,
  }))
  const selection: T[] = []
  while (selection.length < most && open.length > 0) {
    const worth = open.map(({ relevance, overlap }) => lambda * relevance - (1 - lambda) * overlap)
    const [chosen] = open.splice(worth.indexOf(Math.max(...worth)), 1)
    if (!chosen) break
    selection.push(chosen.entry)
    for (const other of open) other.overlap = Math.max(other.overlap, overlapOf(chosen.words, other.words))
    for (let index = open.length - 1; index >= 0; index--)
      if ((open[index]?.overlap ?? 0) >= NEAR_DUPLICATE_THRESHOLD) open.splice(index, 1)
  }
  return selection
}

/** Shared words as a share of the shorter text's; 0 where one has none. */
function overlapOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shorter = Math.min(a.size, b.size)
  if (shorter === 0) return 0
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / shorter
}
