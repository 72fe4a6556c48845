/** Reads pairs of sentences with models' continuations, and rows of FACTOR's CSV files of which one contradiction is taken. */
import { z } from 'zod'
import type { Answers, Json, ReadRecord, ReadResult, RecordProblem, StageAnswers } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord, notARecord, RecordFields } from '@/lib/protocols/record-fields'
import { excerpt } from '@/lib/text/excerpt'
import {
  type Continuation,
  errorTypes,
  type FactorGenerationContent,
  givenGroups,
  groupOf,
  isTie,
  type PairModel,
} from './content'
import { continuationKeys, FACT, ITEM, JUDGE, judgements } from './labels'

interface Judged {
  text: string
  judgement?: string | null | undefined
}

/** The labels that a record brings: the fact, and behind it the judgements of the texts. null where it brings none. */
export function readAnswers(fields: RecordFields, written: readonly Judged[]): StageAnswers | null {
  const fact = factAnswers(fields)
  const keys = continuationKeys(written)
  const judged = written.map(({ judgement }, index) => ({ key: keys[index] ?? '', judgement, index }))
  const labelledTexts = judged.filter(({ judgement }) => judgement != null)
  for (const { judgement, index } of labelledTexts)
    if (!judgements.some((each) => each === judgement))
      fields.refuse(
        `continuations[${index}].judgement`,
        `“${judgement}” is not a judgement.`,
        `Use one of: ${judgements.join(', ')}.`,
      )
  if (labelledTexts.length > 0 && fact?.kind !== 'fact') {
    fields.refuse(
      'fact',
      'The record has judgements, but no fact that they are about.',
      'Add the fact, or take the judgements out.',
    )
    return null
  }
  if (!fact) return null
  const comment = fields.optionalText('comment')
  const commentAnswer: Answers = comment === null ? {} : { [ITEM]: { comment } }
  const answers = {
    ...commentAnswer,
    ...Object.fromEntries(labelledTexts.map(({ key, judgement }) => [key, { judgement: judgement ?? null }])),
  }
  return { [FACT]: { [ITEM]: fact }, ...(labelledTexts.length > 0 ? { [JUDGE]: answers } : {}) }
}

function factAnswers(fields: RecordFields): Answers[string] | null {
  const fact = fields.optionalText('fact')
  const none = fields.record.no_single_fact === true
  if (fact !== null && none)
    fields.refuse('no_single_fact', 'The record has a fact and says that there is none.', 'Take one of the two out.')
  if (none) {
    const why = fields.optionalText('why')
    return { kind: 'none', ...(why === null ? {} : { why }) }
  }
  return fact === null || fact.trim() === '' ? null : { kind: 'fact', fact }
}

const TITLE_LENGTH = 100

/** Log-probabilities of the tokens of a completion, or their mean. */
const logprob = z.union([z.number(), z.array(z.number()).min(1)])

const modelSchema = z.object({
  model: z.string().min(1),
  group: z.enum(givenGroups).nullish(),
  logprobs: z.object({ completion: logprob, contradiction: logprob }).nullish(),
  right_share: z.number().min(0).max(1).nullish(),
})

/** A continuation as it stands in a record. */
export const writtenContinuation = z.object({
  model: z.string().min(1),
  group: z.enum(givenGroups).nullish(),
  sample: z.number().int().min(1).nullish(),
  text: z.string(),
  judgement: z.string().nullish(),
})
type WrittenContinuation = z.infer<typeof writtenContinuation>

/** One record of Assay's own: prefix, completion, contradiction, and what there is of models, continuations and labels. */
export function readPair(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const [prefix, completion, contradiction] = [
    text(fields, 'prefix'),
    fields.text('completion'),
    fields.text('contradiction'),
  ]
  const id = fields.optionalText('id')
  const set = fields.optionalText('set')
  const errorType = json.error_type == null ? null : fields.oneOf('error_type', errorTypes, null)
  const listedModels = entriesOf(fields, 'models', modelSchema).map(modelOf)
  const written = entriesOf(fields, 'continuations', writtenContinuation)
  const models = withGroups(fields, listedModels, written)
  if (fields.problems.length > 0 || prefix === null || completion === null || contradiction === null)
    return { ok: false, problems: fields.problems }
  const continuations = numbered(written)
  const content = { id, set, prefix, completion, contradiction, errorType, models, continuations }
  const answers = readAnswers(fields, written)
  if (fields.problems.length > 0) return { ok: false, problems: fields.problems }
  return { ok: true, record: { ...recordOf(content), answers, warnings: ties(models) } }
}

/** A row of a FACTOR CSV file. `chosen`: which of its contradictions, from 0; the first where it says nothing. */
export function readRow(json: Json): ReadResult {
  if (!isJsonRecord(json)) return { ok: false, problems: [notARecord] }
  const fields = new RecordFields(json)
  const chosen = fields.oneOf('chosen', ['0', '1', '2'], '0') ?? '0'
  const prefix = text(fields, 'full_prefix')
  const completion = fields.text('completion')
  const contradiction = fields.text(`contradiction_${chosen}`)
  const row = fields.optionalText('') ?? fields.optionalText('doc_id')
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

/** A text that may be empty: some sentences begin their document. */
function text(fields: RecordFields, field: string): string | null {
  return fields.record[field] === '' ? '' : fields.text(field)
}

function entriesOf<T>(fields: RecordFields, field: string, schema: z.ZodType<T>): T[] {
  const list = fields.list(field, isJsonRecord, 'Write every entry as an object.') ?? []
  return list.flatMap((entry: JsonRecord, index) => {
    const read = schema.safeParse(entry)
    if (read.success) return [read.data]
    for (const { path, message } of read.error.issues) {
      const fieldPath = [`${field}[${index}]`, ...path.map(String)].join('.')
      fields.refuse(fieldPath, `${fieldPath}: ${message}.`, 'Write it as docs/formats/factor-generation.md describes.')
    }
    return []
  })
}

function modelOf({ model, group, logprobs, right_share }: z.infer<typeof modelSchema>): PairModel {
  const means = logprobs ? { completion: mean(logprobs.completion), contradiction: mean(logprobs.contradiction) } : null
  return { model, group: group ?? null, logprobs: means, rightShare: right_share ?? null }
}

const mean = (value: number | number[]): number =>
  typeof value === 'number' ? value : value.reduce((sum, each) => sum + each, 0) / value.length

/** The models, with those that only continuations name; what says two things of one model is refused. */
function withGroups(
  fields: RecordFields,
  listedModels: PairModel[],
  written: readonly WrittenContinuation[],
): PairModel[] {
  const models = [...listedModels]
  for (const [index, { model, group = null }] of written.entries()) {
    const existingModel = models.find((each) => each.model === model)
    if (!existingModel && group) models.push({ model, group, logprobs: null, rightShare: null })
    else if (existingModel && group && groupOf(existingModel) !== group && groupOf(existingModel) !== 'unknown')
      fields.refuse(
        `continuations[${index}].group`,
        `${model} is ${groupOf(existingModel)} elsewhere in the record.`,
        ONE_GROUP,
      )
    else if (existingModel && group && existingModel.group === null && existingModel.logprobs === null)
      existingModel.group = group
  }
  listedModels.forEach((pair, index) => {
    if (listedModels.findIndex(({ model }) => model === pair.model) < index)
      fields.refuse(`models[${index}].model`, `${pair.model} is listed twice.`, 'Name each model once.')
    if (pair.group !== null && pair.logprobs !== null && groupOf(pair) !== pair.group)
      fields.refuse(`models[${index}].group`, `By its log-probabilities ${pair.model} is ${groupOf(pair)}.`, ONE_GROUP)
  })
  return models
}
const ONE_GROUP = 'Correct the group, or leave it out where there are log-probabilities.'

/** Where a record does not number a model's continuations, they are numbered in their order. */
function numbered(written: readonly WrittenContinuation[]): Continuation[] {
  return written.map(({ model, sample, text: own }, index) => {
    const before = written.slice(0, index).filter((each) => each.model === model).length
    return { model, sample: sample ?? before + 1, text: own }
  })
}

function ties(models: readonly PairModel[]): RecordProblem[] {
  return models.filter(isTie).map(({ model }) => ({
    field: 'models',
    message: `${model} finds both sentences equally likely; a tie counts as wrong.`,
    fix: 'Nothing: ties are counted and stated with the figures.',
  }))
}
