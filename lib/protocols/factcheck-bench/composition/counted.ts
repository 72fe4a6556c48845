import {
  type DecomposeCounts,
  decomposeCounts,
  type MergeCounts,
  mergeCounts,
  type VerifyCounts,
  verifyCounts,
} from '@/lib/protocols/factcheck-bench/roll-up-shapes'
import type { GoldSummary, SuggestedList } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'

const NO_SOURCE = 'not given'

/** What is counted of one response; null for a stage that is not gold. */
export interface Counted {
  position: number
  source: string
  decompose: DecomposeCounts | null
  verify: VerifyCounts | null
  merge: MergeCounts | null
  suggested: readonly SuggestedList[]
}

export function countedOf({ position, content, stages, suggested = [] }: GoldSummary): Counted {
  const source = isJsonRecord(content) && typeof content.source === 'string' ? content.source.trim() : ''
  return {
    position,
    source: source || NO_SOURCE,
    decompose: decomposeCounts.safeParse(stages.decompose).data ?? null,
    verify: verifyCounts.safeParse(stages.verify).data ?? null,
    merge: mergeCounts.safeParse(stages.merge).data ?? null,
    suggested: suggested.filter(({ stage, question }) => stage === 'decompose' && question === 'claims'),
  }
}
