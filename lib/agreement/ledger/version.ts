import { Prisma } from '@/generated/prisma/client'
import { REVEALED_SQL } from '@/lib/policy/can'

/** Raised whenever the same answers would give other ratings: everything is then derived again. */
export const LEDGER_VERSION = 1

/** Tasks whose annotators have all submitted: nothing else may ever be counted. */
export const REVEALED = Prisma.raw(`(${REVEALED_SQL})`)
