import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { listsTheSame, withVotes } from '@/lib/protocols/side-by-side/vote-fields'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/choices'
import { contentOf, listsOf } from '@/lib/protocols/veriscore-preference/content'
import { readPreference } from './read'
import { writeVote } from './votes'

/** The record of a tallied pair: as it was imported, with the votes of today. */
export function writePreference({ source, content: storedContent, stages }: GoldRecord): Json {
  const content = contentOf(storedContent)
  const { text, domain, question, extractor, variant, methods, lists } = content
  const record = isJsonRecord(source) ? source : {}
  // A record whose lists a machine made gets them, with all that tells how.
  const made = { text, domain, question, extractor, variant, lists: listsOf(content) }
  const isKept = Array.isArray(record.lists) && listsTheSame(record, readPreference, { methods, lists })
  const votes = stages[CHOOSE]?.votes ?? []
  return withVotes(isKept ? record : { ...record, ...made }, { votes, methods }, readPreference, (vote) =>
    writeVote(vote, content),
  )
}
