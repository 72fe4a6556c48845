import type { GoldRecord, Json, Vote } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/choices'
import { contentOf, listsOf, type PreferenceContent } from '@/lib/protocols/veriscore-preference/content'
import { readPreference } from './read'
import { writeVote } from './votes'

/** The record of a tallied pair: as it was imported, with the votes of today. */
export function writePreference({ source, content: given, stages }: GoldRecord): Json {
  const content = contentOf(given)
  const own = isJsonRecord(source) ? source : {}
  const votes = stages[CHOOSE]?.votes ?? []
  return { ...(own.lists ? own : completed(own, content)), ...changed(own, content, votes) }
}

/** A record whose lists a machine made gets them, with all that tells how. */
function completed(own: JsonRecord, content: PreferenceContent): JsonRecord {
  const { domain, question, extractor, variant } = content
  const lists = listsOf(content).map(({ method, claims }) => ({ method, claims: [...claims] }))
  return { ...own, text: content.text, domain, question, extractor, variant, lists }
}

/** The votes, unless the record's own say the same in their own spelling. */
function changed(own: JsonRecord, content: PreferenceContent, votes: readonly Vote[]): JsonRecord {
  const read = readPreference(own)
  const before = read.ok ? (read.record.votes ?? []) : []
  const isSame = JSON.stringify(before) === JSON.stringify(votes)
  return isSame && 'votes' in own ? {} : { votes: votes.map((vote) => writeVote(vote, content)) }
}
