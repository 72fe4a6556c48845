/** Writes gold as a record of this protocol; fields of the imported record that gold does not change stay as they are. */
import { answerOf } from '@/lib/protocols/completeness'
import type { GoldRecord, Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { type Continuation, contentOf, type FactorGenerationContent, groupOf, type PairModel } from './content'
import { continuationKeys, FACT, ITEM, JUDGE, judgementOf } from './labels'

/** The record with its fact and judgements, and with the continuations that runs found. */
export function writePair({ source, content, stages }: GoldRecord): Json {
  const record = isJsonRecord(source) ? source : {}
  const pair = contentOf(content)
  const fact = stages[FACT]?.answers ?? {}
  const judged = stages[JUDGE]?.answers ?? {}
  const keys = continuationKeys(pair.continuations)
  return {
    ...('prefix' in record ? record : fieldsOf(pair)),
    ...labels(record, {
      fact: answerOf(fact, ITEM, 'fact'),
      no_single_fact: answerOf(fact, ITEM, 'kind') === 'none' ? true : null,
      why: answerOf(fact, ITEM, 'why'),
      comment: answerOf(judged, ITEM, 'comment'),
    }),
    ...(pair.continuations.length > 0 || 'continuations' in record
      ? {
          continuations: pair.continuations.map((each, index) =>
            continuationOf(record, {
              each,
              index,
              pair,
              judgement: judgementOf(judged, { key: keys[index] ?? '' }),
            }),
          ),
        }
      : {}),
  }
}

/** What a record of another format says, in the fields of this one. */
function fieldsOf({
  id,
  set,
  prefix,
  completion,
  contradiction,
  errorType,
  models,
}: FactorGenerationContent): JsonRecord {
  return {
    ...(id === null ? {} : { id }),
    ...(set === null ? {} : { set }),
    prefix,
    completion,
    contradiction,
    ...(errorType === null ? {} : { error_type: errorType }),
    ...(models.length === 0 ? {} : { models: models.map(modelFields) }),
  }
}

const modelFields = ({ model, group, logprobs, rightShare }: PairModel): Json => ({
  model,
  ...(group === null ? {} : { group }),
  ...(logprobs === null ? {} : { logprobs }),
  ...(rightShare === null ? {} : { right_share: rightShare }),
})

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

interface Judged {
  each: Continuation
  index: number
  pair: FactorGenerationContent
  judgement: string | null
}

function continuationOf(record: JsonRecord, { each, index, pair, judgement }: Judged): Json {
  const list = Array.isArray(record.continuations) ? record.continuations : []
  const written = list[index]
  const group = groupOf(pair.models.find(({ model }) => model === each.model))
  const recordContinuation = isJsonRecord(written ?? null)
    ? (written as JsonRecord)
    : { ...each, ...(group === 'unknown' ? {} : { group }) }
  return { ...recordContinuation, ...labels(recordContinuation, { judgement }) }
}
