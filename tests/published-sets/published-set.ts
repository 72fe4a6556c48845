/** What the tests know of a published set, said without the product: its files, what its records answer, and how somebody could differ. */
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import type { DataFolder, FilesLike } from '@/tests/data-folders'
import type { Chance } from '@/tests/simulation/chance'
import type { Carrier } from './carriers'

/** A stretch of a text in code points, the end exclusive; its label is null where spans have none. */
export interface Span {
  start: number
  end: number
  label: string | null
}

interface Question {
  /** The id in the protocol file, which is also the key of its measure and of its evaluation task. */
  id: string
  /** The values as gold keeps them, in their order. */
  values: readonly string[]
  /** Is it asked about each unit, rather than once about the item? */
  ofUnits?: boolean
}

/** One value of several. `answers`: one for each unit of the record, null where it was not asked or not answered. */
export interface ClassQuestion extends Question {
  form: 'class'
  level: 'nominal' | 'ordinal' | 'interval'
  /** Values without a place in the order: not rated by an ordinal figure, and classes like the others for a system. */
  outside?: readonly string[]
  answers(record: JsonRecord): readonly (string | null)[]
}

export interface SetQuestion extends Question {
  form: 'set'
  answers(record: JsonRecord): readonly (readonly string[] | null)[]
}

export interface SpanQuestion extends Question {
  form: 'span'
  text(record: JsonRecord): string
  answers(record: JsonRecord): readonly Span[]
}

/** A list that annotators make. `answers`: its entries' texts of each holder; null where it was not asked. */
export interface ListQuestion extends Question {
  form: 'list'
  answers(record: JsonRecord): readonly (readonly string[] | null)[]
}

export type SetsQuestion = ClassQuestion | SetQuestion | SpanQuestion | ListQuestion

/** Gold as the project keeps it. */
export interface KeptGold {
  content: JsonRecord
  domain: string | null
  source: string | null
  answers: Record<string, Record<string, Json>>
  rollUp: JsonRecord
}

export interface ImportedFile {
  name: string
  /** In the file, also those that stand in a file before. */
  records: number
  golds: readonly KeptGold[]
}

export interface PublishedSet {
  name: string
  /** The example under docs/examples/protocols that reads it. */
  example: string
  /** Changes the example, where the set asks for what the example leaves out. */
  edit?(source: string): string
  /** What has to lie in the folder of data. */
  needs: readonly (string | FilesLike)[]
  carrier: Carrier
  /** The published files, by their names, in the order of their import. */
  files(folder: DataFolder): readonly { name: string; text: string }[]
  /** Gives a record what stands in a second file, under the name that the example gives it; such imports have tests of their own. */
  withPartners?(folder: DataFolder): (record: JsonRecord) => JsonRecord
  /** Whether a record has labels; left out: every one has. */
  isLabelled?(record: JsonRecord): boolean
  /** The records that two people label, of all. */
  fewer(records: readonly JsonRecord[]): readonly JsonRecord[]
  questions: readonly SetsQuestion[]
  /** The record as somebody labels it who differs here and there; a record that is labelled the same is given back itself. */
  differing(record: JsonRecord, chance: Chance): JsonRecord
  /** What expected_stats.json says of the set, counted in the gold of the project. */
  statistics(golds: readonly KeptGold[], files: readonly ImportedFile[]): JsonRecord
  /** The figures of expected_stats.json that cannot be counted in gold, each with the reason. `*` stands for any key. */
  notInGold: Readonly<Record<string, string>>
  expected(statistics: JsonRecord): Json
}
