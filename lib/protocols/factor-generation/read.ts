/** Reads pairs of sentences with models' continuations, and rows of FACTOR's CSV files of which one contradiction is taken. */
import { z } from 'zod'
import { ROW_NUMBER } from '@/lib/protocols/factor-validation/formats/row'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import type { Json, ReadRecord, ReadResult, RecordProblem, StageAnswers } from '@/lib/protocols/protocol'
import { isJsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import { type Continuation, type FactorGenerationContent, givenGroups, groupOf, isTie, type PairModel } from './content'
import { FACT, ITEM, JUDGE, judgements, withKeys } from './labels'

const TITLE_LENGTH = 100

/** Log-probabilities of the tokens of a completion, or their mean. */
const logprob = z.union([z.number(), z.array(z.number()).min(1)])

const writtenModel = z.object({
  model: z.string().min(1),
  group: z.enum(givenGroups).nullish(),
  logprobs: z.object({ completion: logprob, contradiction: logprob }).nullish(),
  right_share: z.number().min(0).max(1).nullish(),
})

/** A continuation as it stands in a record. */
const writtenContinuation = z.object({
  model: z.string().min(1),
  group: z.enum(givenGroups).nullish(),
  sample: z.number().int().min(1).nullish(),
  text: z.string(),
  judgement: z
    .enum(judgements, {
      error: ({ input }) => `“${String(input)}” is not a judgement; there are ${judgements.join(', ')}`,
    })
    .nullish(),
})
type WrittenContinuation = z.infer<typeof writtenContinuation>

/** One record of Assay's own: prefix, completion, contradiction, and what there is of models, continuations and labels. */
export function readPair(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const prefix = textOrEmpty(fields, 'prefix')
  const completion = fields.text('completion')
  const contradiction = fields.text('contradiction')
  const id = fields.optionalText('id')
  const set = fields.optionalText('set')
  const errorType = fields.optionalOneOf('error_type', errorTypes)
  const listedModels = entriesOf(fields, 'models', writtenModel).map(modelOf)
  const written = entriesOf(fields, 'continuations', writtenContinuation)
  if (fields.problems.length > 0 || prefix === null || completion === null || contradiction === null)
    return { ok: false, problems: fields.problems }
  const models = withGroups(fields, listedModels, written)
  const answers = readAnswers(fields, written)
  if (fields.problems.length > 0) return { ok: false, problems: fields.problems }
  const continuations = numbered(written)
  const record = recordOf({ id, set, prefix, completion, contradiction, errorType, models, continuations })
  return { ok: true, record: { ...record, answers, warnings: ties(models) } }
}

/** A row of a FACTOR CSV file. `chosen`: which of its contradictions, from 0; the first where it says nothing. */
export function readRow(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const chosen = fields.oneOf('chosen', ['0', '1', '2'], '0') ?? '0'
  const prefix = textOrEmpty(fields, 'full_prefix')
  const completion = fields.text('completion')
  const contradiction = fields.text(`contradiction_${chosen}`)
  const row = fields.optionalText(ROW_NUMBER) ?? fields.optionalText('doc_id')
  if (fields.problems.length > 0 || prefix === null || completion === null || contradiction === null)
    return { ok: false, problems: fields.problems }
  const id = row === null ? null : `${row}.${chosen}`
  const pair = { id, set: fields.optionalText('set'), prefix, completion, contradiction, errorType: null }
  const record = recordOf({ ...pair, models: [], continuations: [] })
  return { ok: true, record: { ...record, answers: null, warnings: 'chosen' in json ? [] : [FIRST_TAKEN] } }
}

const FIRST_TAKEN: RecordProblem = {
  field: 'chosen',
  message: 'The row does not say which contradiction is meant; contradiction_0 was taken.',
  fix: 'Nothing, or add a column "chosen" with 0, 1 or 2.',
}

function recordOf(content: FactorGenerationContent): Omit<ReadRecord, 'answers' | 'warnings'> {
  const { id, set, completion } = content
  return {
    content,
    externalId: id,
    title: excerpt(completion, TITLE_LENGTH),
    domain: null,
    source: set,
    segments: null,
  }
}

/** Some sentences begin their document. */
const textOrEmpty = (fields: RecordFields, field: string): string | null =>
  fields.record[field] === '' ? '' : fields.text(field)

function entriesOf<Entry>(fields: RecordFields, field: string, shape: z.ZodType<Entry>): Entry[] {
  const list = fields.list(field, isJsonRecord, 'Write every entry as an object.') ?? []
  return fields.inShape(field, list, shape, 'Write it as docs/formats/factor-generation.md describes.')
}

function modelOf({ model, group, logprobs, right_share }: z.infer<typeof writtenModel>): PairModel {
  const means = logprobs ? { completion: mean(logprobs.completion), contradiction: mean(logprobs.contradiction) } : null
  return { model, group: group ?? null, logprobs: means, rightShare: right_share ?? null }
}

const mean = (value: number | number[]): number =>
  typeof value === 'number' ? value : value.reduce((sum, each) => sum + each, 0) / value.length

/** The models, with those that only continuations name; what says two things of one model is refused. */
function withGroups(fields: RecordFields, listed: readonly PairModel[], written: readonly WrittenContinuation[]) {
  const models = [...listed]
  for (const [index, { model, group }] of written.entries()) {
    if (!group) continue
    const place = models.findIndex((each) => each.model === model)
    const existing = models[place]
    const knownGroup = groupOf(existing)
    if (!existing) models.push({ model, group, logprobs: null, rightShare: null })
    else if (knownGroup === 'unknown') models[place] = { ...existing, group }
    else if (knownGroup !== group)
      fields.refuse(`continuations[${index}].group`, `${model} is ${knownGroup} elsewhere in the record.`, ONE_GROUP)
  }
  for (const [index, pair] of listed.entries()) {
    if (listed.findIndex(({ model }) => model === pair.model) < index)
      fields.refuse(`models[${index}].model`, `${pair.model} is listed twice.`, 'Name each model once.')
    if (pair.group !== null && pair.group !== groupOf(pair))
      fields.refuse(`models[${index}].group`, `By its log-probabilities ${pair.model} is ${groupOf(pair)}.`, ONE_GROUP)
  }
  return models
}
const ONE_GROUP = 'Correct the group, or leave it out where there are log-probabilities.'

/** The labels that a record brings: the fact, and behind it the judgements of the texts. null where it brings none. */
function readAnswers(fields: RecordFields, written: readonly WrittenContinuation[]): StageAnswers | null {
  const fact = factAnswers(fields)
  const judged = withKeys(written).flatMap(({ key, judgement }) => (judgement ? [[key, { judgement }]] : []))
  if (judged.length > 0 && fact?.kind !== 'fact')
    return fields.refuse(
      'fact',
      'The record has judgements, but no fact that they are about.',
      'Add the fact, or take the judgements out.',
    )
  if (!fact) return null
  const comment = fields.optionalText('comment')
  if (judged.length === 0) return { [FACT]: { [ITEM]: fact } }
  const comments = comment === null ? {} : { [ITEM]: { comment } }
  return { [FACT]: { [ITEM]: fact }, [JUDGE]: { ...comments, ...Object.fromEntries(judged) } }
}

function factAnswers(fields: RecordFields): { kind: string; fact?: string; why?: string } | null {
  const fact = fields.optionalText('fact')
  if (fields.record.no_single_fact !== true) return fact === null || fact.trim() === '' ? null : { kind: 'fact', fact }
  if (fact !== null)
    fields.refuse('no_single_fact', 'The record has a fact and says that there is none.', 'Take one of the two out.')
  const why = fields.optionalText('why')
  return why === null ? { kind: 'none' } : { kind: 'none', why }
}

/** Where a record does not number a model's continuations, they are numbered in their order. */
const numbered = (written: readonly WrittenContinuation[]): Continuation[] =>
  written.map(({ model, sample, text }, index) => {
    const before = written.slice(0, index).filter((each) => each.model === model)
    return { model, sample: sample ?? before.length + 1, text }
  })

const ties = (models: readonly PairModel[]): RecordProblem[] =>
  models.filter(isTie).map(({ model }) => ({
    field: 'models',
    message: `${model} finds both sentences equally likely; a tie counts as wrong.`,
    fix: 'Nothing: ties are counted and stated with the figures.',
  }))
