import type { JsonRecord } from '@/lib/protocols/record-fields'
import texts from '@/lib/protocols/veriscore-preference/texts.json' with { type: 'json' }

const [voted = {}, compared = {}, identical = {}, bare = {}]: JsonRecord[] = JSON.parse(
  JSON.stringify(texts.tests.map(({ record }) => record)),
)

/** Two lists with three votes, out of the protocol's own tests. */
export const pairRecord = {
  ...voted,
  lists: voted.lists as [JsonRecord, JsonRecord],
  votes: voted.votes as [JsonRecord, JsonRecord, JsonRecord],
}

/** Two lists of a comparison of extractors, with two votes. */
export const comparisonRecord: JsonRecord = compared

/** Two lists that are the same. */
export const identicalRecord: JsonRecord = identical

/** A text of which lists are still to be made. */
export const textRecord: JsonRecord = bare

export const preferenceRecords: readonly JsonRecord[] = [pairRecord, comparisonRecord, identicalRecord, textRecord]
