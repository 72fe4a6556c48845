/** Writes gold as a record of this protocol; fields of the imported record that gold does not change stay as they are. */
import { answerOf } from '@/lib/protocols/completeness'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, withoutNulls } from '@/lib/protocols/record-fields'
import { contentOf, type FactorGenerationContent, groupIn } from './content'
import { FACT, ITEM, JUDGE, judgementOf, withKeys } from './labels'

/** The record with its fact and judgements, and with the continuations that runs found. */
export function writePair({ source, content, stages }: GoldRecord): Json {
  const record = isJsonRecord(source) ? source : {}
  const pair = contentOf(content)
  const fact = stages[FACT]?.answers ?? {}
  const judged = stages[JUDGE]?.answers ?? {}
  const written = {
    ...('prefix' in record ? record : fieldsOf(pair)),
    ...labels(record, {
      fact: answerOf(fact, ITEM, 'fact'),
      no_single_fact: answerOf(fact, ITEM, 'kind') === 'none' ? true : null,
      why: answerOf(fact, ITEM, 'why'),
      comment: answerOf(judged, ITEM, 'comment'),
    }),
  }
  if (pair.continuations.length === 0 && !('continuations' in record)) return written
  const entries = Array.isArray(record.continuations) ? record.continuations : []
  const continuations = withKeys(pair.continuations).map(({ key, ...found }, index): Json => {
    const group = groupIn(pair, found.model)
    const entry = entries[index]
    const own = isJsonRecord(entry) ? entry : withoutNulls({ ...found, group: group === 'unknown' ? null : group })
    return { ...own, ...labels(own, { judgement: judgementOf(judged, { key }) }) }
  })
  return { ...written, continuations }
}

/** What a record of another format says, in the fields of this one. */
function fieldsOf(pair: FactorGenerationContent): JsonRecord {
  const { id, set, prefix, completion, contradiction, errorType, models } = pair
  return withoutNulls({
    id,
    set,
    prefix,
    completion,
    contradiction,
    error_type: errorType,
    models:
      models.length === 0
        ? null
        : models.map(({ model, group, logprobs, rightShare }) =>
            withoutNulls({ model, group, logprobs, right_share: rightShare }),
          ),
  })
}

/** Answers that are there, and nulls and blanks that the record had for those that are not. */
function labels(record: JsonRecord, values: JsonRecord): JsonRecord {
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]): [string, Json][] => {
      const written = record[field]
      if (value !== null) return [[field, value]]
      return written === undefined ? [] : [[field, written === true || isFilled(written) ? null : written]]
    }),
  )
}

const isFilled = (written: Json) => typeof written === 'string' && written.trim() !== ''
