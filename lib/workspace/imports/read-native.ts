/** Reads what this application exported: the item from its own verbatim record, the gold from the export. */

import { inspectValue } from '@/lib/platform/foreign/records/inspect-value'
import { readStoredRecord } from '@/lib/platform/foreign/records/parse-stored'
import type { JsonObject } from '@/lib/platform/foreign/records/source-entry'
import { originalOf, type StoredSource } from '@/lib/platform/foreign/records/stored-source'
import { withMadeUnits } from '@/lib/protocols/made-units'
import { outsideProblem, unmarkableTexts } from '@/lib/protocols/marked-spans'
import type {
  Answers,
  Json,
  Protocol,
  ReadRecord,
  RecordProblem,
  Stage,
  StageAnswers,
  Subject,
} from '@/lib/protocols/protocol'
import { type ReadStage, readStages } from '@/lib/protocols/read-stages'
import { NATIVE_VERSION, type NativeRecord, nativeRecordSchema } from '@/lib/workspace/imports/native/contract'
import { NO_FACTS, type OwnFacts, ownFactsSchema } from '@/lib/workspace/items/facts/contract'

export const NATIVE_FORMAT = {
  key: NATIVE_VERSION,
  title: 'Assay native export',
  description: 'One line an item, as downloaded here under "native": its gold, its units and the record it came from.',
}

export interface NativeItem {
  format: string
  /** The record of the item, as it stood in the file it came from. */
  record: string
  source: Json
  /** Are the texts of its record escaped, and all others with them? */
  escaped: boolean
  /** The hash of the record, where the export left the record itself out. */
  contentHash: string | null
  read: ReadRecord
  stages: ReadStage[]
  discarded: { reason: string; note: string | null } | null
  overrides: ReadOverride[]
  /** What managers said of it beside the record. */
  own: OwnFacts
}

/** A label that somebody set by hand. */
export interface ReadOverride {
  value: Json
  reason: string
  /** When it was set, of one that newer gold had outlived already: it settles nothing here either. */
  outlivedAt: string | null
}

export type NativeResult = { ok: true; item: NativeItem } | { ok: false; problems: RecordProblem[] }

/** One line of a native export of the same protocol. */
export function readNative(protocol: Protocol, value: JsonObject): NativeResult {
  if (value.format !== NATIVE_VERSION) {
    return refuse(
      'format',
      `This is ${value.format}; only ${NATIVE_VERSION} is read here.`,
      'Export it again with this version.',
    )
  }
  const parsed = nativeRecordSchema.safeParse(value)
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => ({
      field: path.join('.'),
      message: `The native record is not as exported: ${message}`,
      fix: 'Export it again.',
    }))
    return { ok: false, problems }
  }
  if (parsed.data.protocol.id !== protocol.id) {
    const message = `This was made under the protocol "${parsed.data.protocol.id}", the project is "${protocol.id}".`
    return refuse('protocol.id', message, 'Import it into a project of that protocol.')
  }
  const parsedFacts = ownFactsSchema.safeParse(parsed.data.item.own ?? NO_FACTS)
  if (!parsedFacts.success) return { ok: false, problems: parsedFacts.error.issues.map(factProblem) }
  return readItemOf(protocol, { ...parsed.data, item: { ...parsed.data.item, own: parsedFacts.data } })
}

/** What managers say beside a record is held to the same rules wherever it comes from. */
const factProblem = ({ path, message }: { path: PropertyKey[]; message: string }): RecordProblem => ({
  field: ['item', 'own', ...path].map(String).join('.'),
  message,
  fix: 'Correct it in the file.',
})

function readItemOf(protocol: Protocol, native: NativeRecord): NativeResult {
  const { item, stages } = native
  if (item.record === null) return readWithoutRecord(protocol, native)
  if (!stages.some(({ key }) => key === protocol.stages[0].key))
    return refuse('stages', `The stage "${protocol.stages[0].key}" is missing.`, 'Export it again.')
  let stored: StoredSource
  try {
    stored = readStoredRecord(item.record)
  } catch {
    return refuse('item.record', 'The record inside is neither JSON nor CSV.', 'Export it again.')
  }
  const { value: source, escaped } = stored
  const unfit = inspectValue(source)
  if (unfit) return refuse(`item.record: ${unfit.field}`, unfit.message, unfit.fix)
  const format = protocol.formats.find((candidate) => candidate.key === item.format)
  const read = format?.read(source, { escaped })
  if (!format || !read) return refuse('item.format', `The protocol has no format "${item.format}".`, 'Export it again.')
  if (!read.ok) {
    return {
      ok: false,
      problems: read.problems.map((problem) => ({ ...problem, field: `item.record: ${problem.field}` })),
    }
  }
  const problems = protocol.stages.flatMap((stage) => goldProblems(stage, read.record.content, native))
  if (problems.length > 0) return { ok: false, problems }
  return {
    ok: true,
    item: {
      format: format.key,
      record: item.record,
      source,
      escaped,
      contentHash: null,
      read: { ...read.record, answers: goldOf(native) },
      stages: stagesOf(protocol, native, read.record.content),
      discarded: item.discarded,
      overrides: overridesOf(protocol, native),
      own: item.own ?? NO_FACTS,
    },
  }
}

/** A discarded item whose record held labels, or of a release: its content takes the record's place, under the hash of the original. */
function readWithoutRecord(protocol: Protocol, native: NativeRecord): NativeResult {
  const { title, externalId, domain, source, format, contentHash, discarded } = native.item
  if (!discarded) return refuse('item.record', 'The record is missing.', 'Export the item again once it is gold.')
  const content = protocol.content.safeParse(native.item.content)
  if (!content.success) return refuse('item.content', 'This is not the content of an item.', 'Export it again.')
  const read = { content: content.data, externalId, title, domain, source, segments: null, answers: null, warnings: [] }
  const escaped = native.item.escaped ?? false
  const questions = protocol.stages.flatMap((stage) => stage.questions)
  if (escaped && unmarkableTexts(questions, content.data).length > 0)
    return refuse(
      'item.content',
      'Spans cannot be marked in its text: it holds characters that are not stored as they are, so offsets would point to other words.',
      'Remove NUL characters and halves of character pairs from the record where it comes from.',
    )
  const record = JSON.stringify(originalOf({ escaped }, content.data))
  const stages = stagesOf(protocol, native, content.data)
  const overrides = overridesOf(protocol, native)
  const facts = native.item.own ?? NO_FACTS
  const more = { source: content.data, escaped, contentHash, read, stages, discarded, overrides, own: facts }
  return { ok: true, item: { format, record, ...more } }
}

function overridesOf({ itemLabel }: Protocol, { item, stages }: NativeRecord): ReadOverride[] {
  const since = Date.parse(stages.find(({ key }) => key === itemLabel?.stage)?.gold?.createdAt ?? '')
  return item.overrides.map(({ value, reason, at }) => ({
    value,
    reason,
    outlivedAt: Date.parse(at) < since ? at : null,
  }))
}

/** The gold of all stages that have it; null when none has. */
function goldOf({ stages }: NativeRecord): StageAnswers | null {
  const gold = stages.flatMap(({ key, gold }) => (gold ? [[key, gold.answers] as const] : []))
  return gold.length > 0 ? Object.fromEntries(gold) : null
}

function stagesOf(protocol: Protocol, native: NativeRecord, content: Json): ReadStage[] {
  const stageUnits = Object.fromEntries(native.stages.map(({ key, units, stale }) => [key, { units, stale }]))
  const votes = Object.fromEntries(native.stages.map(({ key, gold }) => [key, gold?.votes ?? []]))
  return readStages(protocol, {
    content,
    segments: null,
    answers: goldOf(native),
    votes,
    known: stageUnits,
    settled: true,
  })
}

function goldProblems(stage: Stage, content: Json, { stages }: NativeRecord): RecordProblem[] {
  const stageRecord = stages.find(({ key }) => key === stage.key)
  if (!stageRecord?.gold) return []
  const { answers, votes } = stageRecord.gold
  if ((stage.consolidation === 'votes') !== (votes !== null)) return [votesProblem(stage)]
  return [answers, ...(votes ?? []).map((vote) => vote.answers)].flatMap((each) => {
    const { units } = withMadeUnits(stage, { content, units: stageRecord.units }, each)
    return answerProblems(stage, { content, units }, each)
  })
}

const votesProblem = ({ key, consolidation }: Stage): RecordProblem => ({
  field: `stages.${key}.gold.votes`,
  message: consolidation === 'votes' ? 'The votes are missing.' : 'Nobody votes in this stage.',
  fix: 'Export the project again.',
})

/** Gold that names no unit or question of the stage, or a value that the question does not allow. */
function answerProblems(stage: Stage, { content, units }: Subject, answers: Answers): RecordProblem[] {
  return Object.entries(answers).flatMap(([unitKey, values]) => {
    const unit = units.find((candidate) => candidate.key === unitKey)
    return Object.entries(values).flatMap(([key, value]) => {
      const question =
        unit && stage.questions.find((candidate) => candidate.key === key && candidate.unit === unit.kind)
      const isAllowed = value === null || question?.schema.safeParse(value).success
      const outside = question && isAllowed ? outsideProblem(question, { content }, value) : null
      if (question && isAllowed && outside === null) return []
      const field = `stages.${stage.key}.gold.answers.${unitKey}.${key}`
      const message = outside ?? (question ? 'This value is not allowed here.' : 'There is no such unit or question.')
      return [{ field, message, fix: 'Correct it, or export the project again.' }]
    })
  })
}

const refuse = (field: string, message: string, fix: string): NativeResult => ({
  ok: false,
  problems: [{ field, message, fix }],
})
