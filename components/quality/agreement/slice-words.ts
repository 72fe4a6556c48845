import type { SliceKind } from '@/lib/workspace/items/contract'

/** By what units are told apart: as a choice, as a column, and several of them. */
export const SLICE_WORDS: Record<SliceKind, { choice: string; column: string; many: string }> = {
  domain: { choice: 'By domain', column: 'Domain', many: 'domains' },
  source: { choice: 'By source', column: 'Source', many: 'sources' },
  guideline: { choice: 'By version of the guidelines', column: 'Guidelines', many: 'versions' },
  arm: { choice: 'By pre-fill arm', column: 'Arm', many: 'arms' },
  week: { choice: 'By week', column: 'Week', many: 'weeks' },
}
