import type { GoldRecord, Json, Vote } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { CHOOSE } from '@/lib/protocols/veriscore-preference/choices'
import { contentOf, listsOf, type PreferenceContent } from '@/lib/protocols/veriscore-preference/content'
import { readPreference } from './read'
import { writeVote } from './votes'

/** The record of a tallied pair: as it was imported, with the votes of today. */
export function writePreference({ source, content: storedContent, stages }: GoldRecord): Json {
  const content = contentOf(storedContent)
  const sourceRecord = isJsonRecord(source) ? source : {}
  const votes = stages[CHOOSE]?.votes ?? []
  return {
    ...(sourceRecord.lists ? sourceRecord : completed(sourceRecord, content)),
    ...changed(sourceRecord, content, votes),
  }
}

/** A record whose lists a machine made gets them, with all that tells how. */
function completed(sourceRecord: JsonRecord, content: PreferenceContent): JsonRecord {
  const { domain, question, extractor, variant } = content
  const lists = listsOf(content).map(({ method, claims }) => ({ method, claims: [...claims] }))
  return { ...sourceRecord, text: content.text, domain, question, extractor, variant, lists }
}

/** The votes, unless the record's own say the same in their own spelling. */
function changed(sourceRecord: JsonRecord, content: PreferenceContent, votes: readonly Vote[]): JsonRecord {
  const read = readPreference(sourceRecord)
  const before = read.ok ? (read.record.votes ?? []) : []
  const isSame = JSON.stringify(before) === JSON.stringify(votes)
  return isSame && 'votes' in sourceRecord ? {} : { votes: votes.map((vote) => writeVote(vote, content)) }
}
