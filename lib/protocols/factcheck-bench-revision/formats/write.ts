import { PREFER } from '@/lib/protocols/factcheck-bench-revision/choices'
import { contentOf, revisionsOf } from '@/lib/protocols/factcheck-bench-revision/content'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { listsTheSame, withVotes } from '@/lib/protocols/side-by-side/vote-fields'
import { readRevision } from './read'
import { writeVote } from './votes'

/** The record of a tallied item: as it was imported, with its revisions as a list and the votes of today. */
export function writeRevision({ source, content: storedContent, stages }: GoldRecord): Json {
  const content = contentOf(storedContent)
  const { prompt, response, methods, revisions } = content
  const { human_preference: _, ...record } = isJsonRecord(source) ? source : {}
  const isKept = Array.isArray(record.revisions) && listsTheSame(record, readRevision, { methods, revisions })
  const votes = stages[PREFER]?.votes ?? []
  return withVotes(
    isKept ? record : { ...record, prompt, response, revisions: revisionsOf(content) },
    { votes, methods },
    readRevision,
    (vote) => writeVote(vote, content),
  )
}
