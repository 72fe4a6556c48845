/** Which items a figure counts: asked of the rooms that count them, which fill this when a process starts (compose.ts). */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { provided } from '@/lib/platform/server/provided'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import type { SliceKind } from './contract'

/** A figure of agreement: the ratings of a measure, of one value or two, of one rater or two, in a slice or in all. */
export interface AgreementFigure {
  stage: string
  measure: string
  a?: string
  b?: string
  raters?: readonly string[]
  slice?: { by: SliceKind; value: string | null }
}

/** A figure of the dataset: its panel, row and column, and the rule of roll-up, the project's own where none is named. */
export interface DatasetFigure {
  panel: string
  row: string
  column: number
  rule?: string
}

/** Finds the positions of exactly the items that a figure counts. */
export interface FigureItemsSource {
  ofAgreement(tx: Tx, project: LoadedProject, figure: AgreementFigure): Promise<readonly number[]>
  ofDataset(tx: Tx, project: LoadedProject, figure: DatasetFigure): Promise<readonly number[]>
}

export const figureItemsSource = provided<FigureItemsSource>('items behind figures')
