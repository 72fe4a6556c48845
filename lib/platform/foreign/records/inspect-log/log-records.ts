/** The records that a log of Inspect is read as: samples, or a system’s verdicts about them. */
import { inspectValue } from '@/lib/platform/foreign/records/inspect-value'
import { MAX_RECORD_BYTES } from '@/lib/platform/foreign/records/limits'
import {
  type JsonObject,
  type SourceEntry,
  sourceProblem,
  sourceRecord,
  tooLong,
} from '@/lib/platform/foreign/records/source-entry'
import type { Json } from '@/lib/protocols/protocol'
import { type LogChoice, type Sample, sampleSchema, type VerdictChoice } from './contract'
import type { InspectLog } from './open-log'
import { answerOf, errorOf, outputOf, recordOf } from './read-sample'

/** One entry for each sample, or for each place where there should be one; `line` is the sample’s number in the log, from 1. */
export async function* logRecords(log: InspectLog, choice: LogChoice): AsyncGenerator<SourceEntry> {
  if (choice.as === 'verdicts') yield* verdictsOf(log, choice)
  else yield* samplesOf(log, choice.as === 'whole')
}

interface Read {
  line: number
  /** What the archive or list calls it. */
  name: string
  sample: Sample | SourceEntry
}

async function* readGroups(log: InspectLog): AsyncGenerator<Read[]> {
  let line = 0
  for await (const group of log.groups()) {
    const read: Read[] = []
    for (const { name, read: readOne } of group) {
      line++
      read.push({ line, name, sample: sampleIn(await readOne(), line, name) })
    }
    yield read
  }
}

function sampleIn(value: unknown, line: number, name: string): Sample | SourceEntry {
  const fix = 'Write its verdict as a line of predictions (docs/evaluation.md), or evaluate without it.'
  if (value === null) return sourceProblem(line, 'too-long', `${name} unpacks to more than 64 MB.`, fix)
  const read = sampleSchema.safeParse(value)
  if (!read.success) {
    const [issue] = read.error.issues
    const field = issue?.path.join('.') ?? ''
    return sourceProblem(line, 'unreadable', `${name} is no sample of Inspect${field && `: see ${field}`}.`, fix, field)
  }
  const { id } = read.data
  // Beyond this, two whole numbers are one.
  if (typeof id === 'number' && !Number.isSafeInteger(id))
    return sourceProblem(
      line,
      'number',
      `The id of ${name} is no whole number that can be held.`,
      'Give samples texts as ids.',
      'id',
    )
  return read.data
}

const isProblem = (sample: Sample | SourceEntry): sample is SourceEntry => 'ok' in sample

async function* samplesOf(log: InspectLog, isWhole: boolean): AsyncGenerator<SourceEntry> {
  if (isWhole) yield asRecord(1, log.header as unknown as JsonObject, true)
  for await (const group of readGroups(log))
    for (const { line, sample } of group) {
      if (isProblem(sample)) yield sample
      else if (isWhole) yield asRecord(line, sample as unknown as JsonObject, true)
      else if (outputOf(sample).trim() === '') yield withoutOutput(line, sample)
      else yield asRecord(line, recordOf(log.header, sample, group.length), false)
    }
  if (log.count === 0) yield noSamples(log)
}

const noSamples = ({ header }: InspectLog) =>
  sourceProblem(
    1,
    'empty-file',
    `The log holds no samples; its run ended with “${header.status}”.`,
    'Run it again without --no-log-samples, and look at why it ended.',
  )

function withoutOutput(line: number, sample: Sample): SourceEntry {
  const why = errorOf(sample)
  return sourceProblem(
    line,
    'unreadable',
    `The model gave no output for sample ${sample.id}${why === null ? '' : `: ${why}`}.`,
    'Run it again with “inspect eval-retry”, or import the others without it.',
    'output',
  )
}

function asRecord(line: number, value: JsonObject, isWhole: boolean): SourceEntry {
  const raw = JSON.stringify(value)
  // What is only searched is read by nobody.
  if (isWhole) return { ok: true, line, raw: '', value, notes: [] }
  if (Buffer.byteLength(raw) > MAX_RECORD_BYTES) return tooLong(line)
  const problem = inspectValue(value)
  return problem ? { ok: false, line, ...problem } : sourceRecord({ line, raw, value, notes: [] })
}

/** "12/s3": the position of an item and the key of a unit, as every file of a release names it. */
const UNIT = /^(\d+)\/(.+)$/s

/** Collects which scorers there are, and which of them is meant. */
class ChosenScorer {
  readonly seen = new Set<string>()

  constructor(private readonly wanted: string | undefined) {}

  /** The scorer’s name; null where the sample has no score of it. A problem where several could be meant. */
  in({ scores }: Sample): string | null | { message: string; fix: string } {
    for (const name of Object.keys(scores ?? {})) this.seen.add(name)
    if (this.wanted !== undefined) return scores && Object.hasOwn(scores, this.wanted) ? this.wanted : null
    if (this.seen.size > 1)
      return {
        message: `The log has scores of several scorers: ${this.named}.`,
        fix: 'Say whose answers are the predictions: the field “Scorer” on the page, the parameter scorer of the API, --scorer on the command line.',
      }
    const [only = null] = Object.keys(scores ?? {})
    return only
  }

  get named(): string {
    return [...this.seen].slice(0, 20).join(', ')
  }
}

/**
 * A line of predictions for each sample that was scored, of all epochs the answer that most of them have. Samples that ended with an error,
 * or were not scored, are no predictions: evaluation counts them as missing.
 */
async function* verdictsOf(log: InspectLog, { scorer, system }: VerdictChoice): AsyncGenerator<SourceEntry> {
  const chosen = new ChosenScorer(scorer)
  let [scored, answered] = [0, 0]
  for await (const group of readGroups(log)) {
    const answers: (string | null)[] = []
    for (const { line, sample } of group) {
      if (isProblem(sample)) {
        yield sample
        continue
      }
      const name = chosen.in(sample)
      if (name !== null && typeof name !== 'string') {
        yield sourceProblem(line, 'unreadable', name.message, name.fix, 'scores')
        return
      }
      if (name !== null) answers.push(answerOf(sample, name))
    }
    const [first] = group
    if (answers.length === 0 || !first || isProblem(first.sample)) continue
    scored++
    const label = mostFrequent(answers)
    if (answers.some((answer) => answer !== null)) answered++
    yield verdictLine(first.line, system ?? log.header.eval.model, first.sample.id, label)
  }
  if (scored === 0) yield log.count === 0 ? noSamples(log) : unscored(log, chosen, scorer)
  else if (answered === 0)
    yield sourceProblem(
      1,
      'unreadable',
      `In none of its ${log.count} samples did the scorer “${scorer ?? chosen.named}” keep an answer.`,
      'An answer is the label that a scorer found in what the model said: take one that keeps it, as exact_label of a release does, and look at what the model said.',
      'scores',
    )
}

function unscored({ header, count }: InspectLog, chosen: ChosenScorer, scorer: string | undefined): SourceEntry {
  const scoresText = chosen.named === '' ? 'no scorer' : `scores of ${chosen.named}`
  return scorer !== undefined && chosen.seen.size > 0
    ? sourceProblem(
        1,
        'unreadable',
        `The log has no score of “${scorer}”, but ${scoresText}.`,
        'Name one of these.',
        'scores',
      )
    : sourceProblem(
        1,
        'unreadable',
        `None of the ${count} samples of this log was scored; its run ended with “${header.status}”.`,
        'Run it again with “inspect eval-retry”, or score it with “inspect score”.',
        'scores',
      )
}

/** The answer that occurs most often; null, an abstention, where it is shared by two or most epochs gave none. */
function mostFrequent(answers: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>()
  for (const answer of answers) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  const most = Math.max(...counts.values())
  const first = [...counts].filter(([, count]) => count === most)
  return first.length === 1 ? (first[0]?.[0] ?? null) : null
}

function verdictLine(line: number, system: string, id: string | number, label: string | null): SourceEntry {
  const [, position, unit] = UNIT.exec(String(id)) ?? []
  const place: JsonObject = position === undefined ? { item: String(id) } : { item: `#${position}`, unit: unit as Json }
  return asRecord(line, { system, ...place, label }, false)
}
