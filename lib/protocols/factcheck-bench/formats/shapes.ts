/** The records that hold sentences by name (`sentence1`, ...): the benchmark, and the files of screens 1 to 3. */
import type { Json } from '@/lib/protocols/protocol'
import { isJsonRecord, type JsonRecord } from '@/lib/protocols/record-fields'
import { benchmarkNames, type Dialect, type SentenceField, sentenceFields, toolNames } from './dialects'

/** How many stages' answers a record holds. */
export type Depth = 1 | 2 | 3

export interface Shape {
  key: string
  dialect: Dialect
  depth: Depth
  /** Do the sentences stand in a field of their own, beside prompt and response, or are they the record? */
  wrapped: boolean
  /** The fields of a sentence as they are written, in the file's order. */
  fields: readonly SentenceField[]
  /** Written behind them when known, although the authors' pages drop them. */
  extras: readonly SentenceField[]
}

const decomposed = ['decontext', 'importance', 'checkworthy', 'claims', 'types', 'importances'] as const
const verified = [
  ...(['decontext', 'checkworthy', 'importance', 'claims', 'types', 'enough', 'human'] as const),
  ...(['evidence', 'stances', 'edits', 'revisedClaims', 'used', 'importances'] as const),
] as const
const merged = [
  ...(['text', 'revised', 'decontext', 'checkworthy', 'importance', 'claims', 'types', 'evidence'] as const),
  ...(['stances', 'edits', 'revisedClaims', 'used', 'importances'] as const),
] as const

const tool = { dialect: toolNames, extras: [] }

export const benchmarkShape: Shape = {
  key: 'benchmark',
  dialect: benchmarkNames,
  depth: 3,
  wrapped: true,
  fields: sentenceFields,
  extras: [],
}
export const screen1OutputShape: Shape = {
  ...tool,
  key: 'screen1-output',
  depth: 1,
  wrapped: false,
  fields: decomposed,
}
export const screen2Shape: Shape = {
  ...tool,
  key: 'screen2',
  depth: 1,
  wrapped: false,
  fields: [...decomposed, 'evidence', 'urls'],
}
export const screen2OutputShape: Shape = {
  ...tool,
  key: 'screen2-output',
  depth: 2,
  wrapped: false,
  fields: verified,
  extras: ['urls'],
}
export const screen3Shape: Shape = {
  ...tool,
  key: 'screen3',
  depth: 2,
  wrapped: true,
  fields: [...verified, 'text'],
  extras: ['urls'],
}
export const screen3OutputShape: Shape = {
  ...tool,
  key: 'screen3-output',
  depth: 3,
  wrapped: true,
  fields: merged,
  extras: ['enough', 'human', 'urls'],
}

export const shapes = [
  benchmarkShape,
  screen1OutputShape,
  screen2Shape,
  screen2OutputShape,
  screen3Shape,
  screen3OutputShape,
]

/** The shape that a record has, told by its keys alone; null for all other records. */
export function shapeOf(record: Json): Shape | null {
  if (!isJsonRecord(record)) return null
  const { sentences: own = null } = record
  const wrapped = isJsonRecord(own)
  const sentences = namedSentences(wrapped ? own : record)
  if (sentences.length === 0 && !wrapped) return null
  const has = (names: readonly string[]) =>
    sentences.some(({ value }) => isJsonRecord(value) && names.some((name) => name in value))
  if (wrapped) {
    const isBenchmark = 'response_factuality' in record || has(benchmarkOnly)
    if (isBenchmark) return benchmarkShape
    return 'revised_response' in record || has([toolNames.revised]) ? screen3OutputShape : screen3Shape
  }
  if (has([toolNames.stances, toolNames.edits, toolNames.used, toolNames.revisedClaims])) return screen2OutputShape
  return has([toolNames.evidence, toolNames.urls]) ? screen2Shape : screen1OutputShape
}

const benchmarkOnly = [benchmarkNames.checkworthy, benchmarkNames.types, benchmarkNames.revised, benchmarkNames.edits]

export interface NamedSentence {
  name: string
  number: number
  value: Json
}

/** The sentences by their numbers, whatever the order of the keys: the authors' page writes them as they were saved. */
export function namedSentences(record: JsonRecord): NamedSentence[] {
  return Object.entries(record)
    .flatMap(([name, value]) => {
      const number = /^sentence([1-9]\d{0,8})$/.exec(name)?.[1]
      return number === undefined ? [] : [{ name, number: Number(number), value }]
    })
    .toSorted((left, right) => left.number - right.number)
}

/** The sentences of a record of this shape. */
export function sentencesIn(shape: Shape, record: JsonRecord): NamedSentence[] {
  if (!shape.wrapped) return namedSentences(record)
  const { sentences = null } = record
  return isJsonRecord(sentences) ? namedSentences(sentences) : []
}
