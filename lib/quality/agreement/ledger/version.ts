import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/platform/policy/can'

/** Raised whenever the same answers would give other ratings: everything is then derived again. */
export const LEDGER_VERSION = 9
/** Raised whenever the same ratings would give other figures or intervals: those that were kept are then computed anew. */
export const FIGURES_VERSION = 7

const ITEM_DISCARDED = 'exists (select 1 from items d where d.id = t.item_id and d.discarded_at is not null)'

/**
 * Of tasks `t` those that are counted: their annotators have all submitted, and their item is not discarded. The ledger
 * holds no others, and no figure is made of others.
 */
export const COUNTED = Prisma.raw(`(t.state in (${REVEALED_SQL}) and not ${ITEM_DISCARDED})`)
/** Of tasks `t` all others. */
export const NOT_COUNTED = Prisma.raw(`(t.state not in (${REVEALED_SQL}) or ${ITEM_DISCARDED})`)
/** Of tasks `t` those that stopped for good, or whose item was discarded once they were gold. */
export const DISCARDED = Prisma.raw(`(t.state = 'discarded' or ${ITEM_DISCARDED})`)
