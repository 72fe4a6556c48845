import type { Protocol } from '@/lib/protocols/protocol'
import type { PersonNames } from './person-names'

/** What every export is made from. */
export interface ExportScope {
  projectId: string
  protocol: Protocol
  /** Who reads: only tasks noted in answer_reads for them are shown. */
  readerId: string
  names: PersonNames
}
