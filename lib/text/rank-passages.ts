/** Which passages say most about a query: by words, and by meaning where somebody measured it. */
import MiniSearch from 'minisearch'
import { diversify } from './diversify'
import { indexWords } from './words'

export interface RankedPassage {
  text: string
  /** Index in the passages given. */
  index: number
  /** Higher is better; comparable within one ranking only. */
  score: number
}

interface Indexed {
  index: MiniSearch
  /** The words of each passage. */
  words: readonly ReadonlySet<string>[]
}

/** A long response asks the same passages a hundred times: they are indexed once, for as long as their list is in use. */
const indexes = new WeakMap<readonly string[], Indexed>()

function indexOf(passages: readonly string[]): Indexed {
  const cachedIndex = indexes.get(passages)
  if (cachedIndex?.words.length === passages.length) return cachedIndex
  const index = new MiniSearch({ fields: ['text'], tokenize: indexWords, processTerm: (word) => word })
  index.addAll(passages.map((text, id) => ({ id, text })))
  const newIndex = { index, words: passages.map((text) => new Set(indexWords(text))) }
  indexes.set(passages, newIndex)
  return newIndex
}

/**
 * BM25+ (minisearch: k 1.2, b 0.7, d 0.5) over the words of the passages, best first; passages without any word of the
 * query are left out. Equal scores keep the order of the passages, a list that must not change afterwards.
 */
export function bm25(query: string, passages: readonly string[]): RankedPassage[] {
  return indexOf(passages)
    .index.search(query, { combineWith: 'OR', prefix: false, fuzzy: false })
    .map(({ id, score }) => ({ index: Number(id), text: passages[Number(id)] ?? '', score }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
}

/** The usual constant of reciprocal rank fusion (Cormack, Clarke and Buettcher 2009). */
const RRF_K = 60

/**
 * Several rankings of the same passages as one, by reciprocal rank: the sum over rankings of weight / (60 + rank). What a
 * ranking leaves out gets nothing from it.
 */
export function fuseRankings(
  rankings: readonly { order: readonly number[]; weight?: number }[],
): { index: number; score: number }[] {
  const scores = new Map<number, number>()
  for (const { order, weight = 1 } of rankings)
    for (const [place, index] of order.entries())
      scores.set(index, (scores.get(index) ?? 0) + weight / (RRF_K + place + 1))
  return [...scores].map(([index, score]) => ({ index, score })).sort((a, b) => b.score - a.score || a.index - b.index)
}

export interface RankOptions {
  most: number
  /** Similarity of each passage to the query by embeddings, in the order of the passages, one each. */
  similarities?: readonly number[]
  /** Of `diversify`; 1 keeps the order of the scores, near duplicates are left out all the same. */
  lambda?: number
}

/**
 * The passages best for the query: BM25, fused by rank with similarities where there are any, then thinned out so that
 * no two say the same. Without similarities, passages that share no word with the query are never among them.
 */
export function rankPassages(query: string, passages: readonly string[], options: RankOptions): RankedPassage[] {
  const { most, similarities, lambda } = options
  if (similarities && similarities.length !== passages.length)
    throw new RangeError(`${similarities.length} similarities for ${passages.length} passages`)
  const byWords = bm25(query, passages)
  const { words } = indexOf(passages)
  const wordsOf = ({ index }: RankedPassage) => words[index] ?? new Set<string>()
  return diversify(similarities ? fused(byWords, similarities, passages) : byWords, { most, lambda, wordsOf })
}

function fused(byWords: readonly RankedPassage[], similarities: readonly number[], passages: readonly string[]) {
  const bySense = similarities
    .map((similarity, index) => ({ similarity, index }))
    .sort((a, b) => b.similarity - a.similarity || a.index - b.index)
  const orders = [byWords, bySense].map((ranking) => ({ order: ranking.map(({ index }) => index) }))
  return fuseRankings(orders).map((entry) => ({ ...entry, text: passages[entry.index] ?? '' }))
}

/** Cosine of two vectors of the same length; 0 where one of them is all zeros. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let product = 0
  let left = 0
  let right = 0
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? 0
    product += value * other
    left += value * value
    right += other * other
  }
  return left === 0 || right === 0 ? 0 : product / Math.sqrt(left * right)
}
