import type { LabelChoice } from './contract'
import type { PersonNames } from './person-names'
import type { Extent } from './released-sql'

/** What every export is made from. */
export interface ExportScope extends Extent {
  projectId: string
  /** Who reads: only tasks noted in answer_reads for them are shown. null: it is made to be counted, and nobody reads it. */
  readerId: string | null
  names: PersonNames
  /** May tables of gold say how annotators rated it? Of those only whose answers are noted as read. */
  withRatings?: boolean
  /** As a part of a release: only what is behind its gold, and nobody's name as files spell it. */
  released?: true
  /** `unseen`: only labels made without a suggestion for them in sight. */
  labels: LabelChoice
}
