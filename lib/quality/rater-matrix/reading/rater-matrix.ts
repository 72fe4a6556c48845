import type { Level } from '@/lib/quality/rater-matrix/contract'

/** Ratings as they were read: one entry a unit, one label a rater. */
export interface RaterMatrix {
  raters: readonly string[]
  units: readonly MatrixUnit[]
  /** What was assumed or left out while reading, in sentences. */
  notes: readonly string[]
  /** What kind of file it was, in words. */
  shape: string
  /** Do units belong to named responses? Otherwise each stands for itself. */
  clustered: boolean
  /** The columns that figures are told apart by. */
  by: readonly string[]
  /** A file may say these itself; options come first. */
  level?: Level | undefined
  categories?: readonly string[] | undefined
  distances?: readonly (readonly number[])[] | undefined
}

export interface MatrixUnit {
  name: string
  /** Line of the file, or number of the record, where the unit stands first. */
  line: number
  /** The response it belongs to. */
  response: string
  /** Values of the columns of `by`. */
  slices: readonly string[]
  /** One a rater; null: not rated. */
  labels: readonly (string | null)[]
  /** The system that each rater saw on the left, where presentations are known. */
  left: readonly (string | null)[] | null
}
