import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import {
  goldDocument,
  type PlainDocument,
  type StageView,
  viewOf,
} from '@/lib/protocols/factcheck-bench/formats/gold-document'
import { storedValues } from '@/lib/protocols/factcheck-bench/formats/stored-values'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import { partsOf } from '@/lib/protocols/made-units'
import type { GoldRecord, Json, LintFinding, UnitDraft } from '@/lib/protocols/protocol'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import type { LintKind } from './kinds'

/** Gold as the checks see it: its stages, and what the imported record still says of each sentence and claim. */
export interface LintView {
  gold: GoldRecord
  decompose: StageView | null
  verify: StageView | null
  merge: StageView | null
  /** What the gold says in the words of the files. */
  document: PlainDocument
  stored(sentence: string): JsonRecord
}

export function lintView(gold: GoldRecord): LintView {
  const [decompose = null, verify = null, merge = null] = [decomposeStage, verifyStage, mergeStage].map((stage) =>
    viewOf(stage, gold.content, gold.stages),
  )
  const document = goldDocument(gold)
  const stored = storedValues(gold.source, document)
  const keys = sentencesOf(decompose).map(({ key }) => key)
  return { gold, decompose, verify, merge, document, stored: (sentence) => stored[keys.indexOf(sentence)] ?? {} }
}

export const sentencesOf = (view: StageView | null): UnitDraft[] =>
  view?.subject.units.filter(({ kind }) => kind === 'sentence') ?? []

export interface LintedClaim {
  sentence: UnitDraft
  unit: UnitDraft
  /** What the record still says of the claim in one of its lists; null for nothing. */
  stored(field: string): Json
}

/** The claims of the second stage, in order. */
export function claimsOf({ verify, stored }: LintView): LintedClaim[] {
  return sentencesOf(verify).flatMap((sentence) => {
    const record = stored(sentence.key)
    const units = verify ? partsOf(verify.subject, sentence.key).filter(({ kind }) => kind === 'claim') : []
    return units.map((unit, index) => ({ sentence, unit, stored: (field: string) => entryOf(record[field], index) }))
  })
}

const entryOf = (list: Json | undefined, index: number): Json => (Array.isArray(list) ? (list[index] ?? null) : null)

/** A finding where something is so; none where it is not. */
export function found(
  isSo: boolean,
  kind: LintKind,
  [stage, unit, question]: [stage: string, unit: string, question: string | null],
  message: string,
): LintFinding[] {
  return isSo ? [{ kind, stage, unit, question, message }] : []
}
