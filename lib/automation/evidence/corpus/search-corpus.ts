/** Full-text search in a project's corpus: PostgreSQL finds candidates, BM25 ranks them, what says the same is dropped. */
import 'server-only'
import { pool } from '@/lib/platform/server/db'
import { codePointLength } from '@/lib/text/code-points'
import { diversify } from '@/lib/text/diversify'
import { bm25, fuseRankings } from '@/lib/text/rank-passages'
import { searchWords } from '@/lib/text/words'
import type { CorpusHit } from './contract'
import { documentAddress } from './rules'

/** A word of a query as the text of a tsquery, and how many passages have it, counted up to `COMMON` + 1. */
interface WordCount {
  query: string
  count: number
}

/** A word in more passages than this finds too much to be ranked. */
export const COMMON = 1500
/** Passages ranked by PostgreSQL at most: ranking reads each of them, which bounds what a search costs. */
export const MATCHES = 5000

/**
 * What candidates have to match, as texts of tsqueries, to be tried until one finds something. Any of the rare
 * words of the query, or else any word; where all are common, all at once, or else any. Common words still count when
 * candidates are ranked.
 */
export function matchQueries(words: readonly WordCount[]): string[] {
  const there = words.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count)
  const rare = there.filter(({ count }) => count <= COMMON)
  if (rare.length === 0) return there.length > 0 ? [join(there, ' & '), join(there, ' | ')] : []
  let sum = 0
  const few = rare.filter(({ count }) => {
    sum += count
    return sum <= MATCHES
  })
  return few.length === there.length ? [join(few, ' | ')] : [join(few, ' | '), join(there, ' | ')]
}

const join = (words: readonly WordCount[], operator: string) => words.map(({ query }) => `(${query})`).join(operator)

/** Passages that are ranked anew, and how many of them may come from one document. */
const CANDIDATES = 50
const PER_DOCUMENT = 3
/** How much PostgreSQL's own ranking, which knows stems, counts beside BM25. */
const STEMS = 0.5
/** Relevance against novelty among the hits. */
const LAMBDA = 0.8
/** Words of a query that are used. */
const MAX_WORDS = 32

export interface CorpusSearch {
  projectId: string
  query: string
  /** YYYY-MM-DD; documents that are younger, or of which nobody knows, are left out. */
  asOf: string | null
  most: number
  timeoutMs: number
}

interface Candidate {
  documentId: string
  start: number
  text: string
  title: string
  url: string | null
  publishedAt: string | null
}

/** The best passage of each of the best documents. Throws what the database throws, a timeout (57014) included. */
export async function searchCorpus(search: CorpusSearch): Promise<CorpusHit[]> {
  const words = [...new Set(searchWords(search.query))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const candidates = await findCandidates(search, words)
  const texts = candidates.map(({ text }) => text)
  const ranked = fuseRankings([
    { order: bm25(search.query, texts).map(({ index }) => index) },
    { order: candidates.map((_, index) => index), weight: STEMS },
  ])
  const best = new Map<string, Candidate & { score: number }>()
  for (const { index, score } of ranked) {
    const candidate = candidates[index]
    if (candidate && !best.has(candidate.documentId)) best.set(candidate.documentId, { ...candidate, score })
  }
  const chosen = diversify([...best.values()], { most: search.most, lambda: LAMBDA })
  return chosen.map((candidate, index) => presentHit(search.projectId, candidate, index + 1))
}

function presentHit(projectId: string, { text, start, url, ...hit }: Candidate, rank: number): CorpusHit {
  const { documentId, title, publishedAt } = hit
  const address = url ?? documentAddress(projectId, documentId)
  const end = start + codePointLength(text)
  return { rank, title, url: address, snippet: text, documentId, publishedAt, start, end }
}

async function findCandidates(search: CorpusSearch, words: readonly string[]): Promise<Candidate[]> {
  const { projectId, asOf, timeoutMs } = search
  const client = await pool().connect()
  try {
    await client.query('begin read only')
    await client.query("select set_config('statement_timeout', $1, true)", [String(Math.max(1, Math.ceil(timeoutMs)))])
    const counted = await client.query<WordCount>(COUNTS, [words, projectId, COMMON + 1])
    let candidates: Candidate[] = []
    for (const query of matchQueries(counted.rows)) {
      candidates = (await client.query<Candidate>(CANDIDATE, [projectId, query, asOf])).rows
      if (candidates.length > 0) break
    }
    await client.query('commit')
    return candidates
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/**
 * Each word as the text of a tsquery, as it is or stemmed; words like "the" only when there are no others. With how many
 * passages it occurs in, counted up to a limit.
 */
const COUNTS = `
  with words as (
    select plainto_tsquery('english', w) stemmed, plainto_tsquery('simple', w) plain from unnest($1::text[]) w),
  telling as (
    select distinct concat_ws(' | ', nullif(stemmed::text, ''), plain::text) query from words
    where numnode(plain) > 0 and (numnode(stemmed) > 0 or not exists (select 1 from words where numnode(stemmed) > 0)))
  select query, (select count(*)::int from (
    select 1 from corpus_passages p where p.project_id = $2 and p.words @@ query::tsquery limit $3) found) count
  from telling`

const CANDIDATE = `
  with found as (
    select p.document_id, p.start, p.text, p.words, d.title, d.url, d.published_at, p.position
    from corpus_passages p join corpus_documents d on d.id = p.document_id
    where p.project_id = $1 and p.words @@ $2::tsquery and ($3::date is null or d.published_at <= $3::date)
    limit ${MATCHES}),
  ranked as (select *, ts_rank_cd(words, $2::tsquery) rank from found),
  placed as (
    select *, row_number() over (partition by document_id order by rank desc, position) place from ranked)
  select document_id "documentId", start, text, title, url, to_char(published_at, 'YYYY-MM-DD') "publishedAt"
  from placed where place <= ${PER_DOCUMENT}
  order by rank desc, document_id, position limit ${CANDIDATES}`
