import { PREFER } from '@/lib/protocols/factcheck-bench-revision/choices'
import { contentOf, revisionsOf } from '@/lib/protocols/factcheck-bench-revision/content'
import type { GoldRecord, Json, Vote } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { readRevision } from './read'
import { writeVote } from './votes'

/** The record of a tallied item: as it was imported, with its revisions as a list and the votes of today. */
export function writeRevision({ source, content: given, stages }: GoldRecord): Json {
  const content = contentOf(given)
  const { human_preference: preference, ...own } = isJsonRecord(source) ? source : {}
  const revisions = revisionsOf(content).map((revision) => ({ ...revision }))
  const votes = stages[PREFER]?.votes ?? []
  const isKept = preference === undefined && Array.isArray(own.revisions) && own.revisions.length > 0
  if (isKept && 'votes' in own && saysSame(own, votes)) return own
  return {
    ...own,
    prompt: content.prompt,
    response: content.response,
    revisions: isKept ? (own.revisions ?? null) : revisions,
    votes: votes.map((vote) => writeVote(vote, content)),
  }
}

function saysSame(record: JsonRecord, votes: readonly Vote[]): boolean {
  const read = readRevision(record)
  return read.ok && JSON.stringify(read.record.votes ?? []) === JSON.stringify(votes)
}
