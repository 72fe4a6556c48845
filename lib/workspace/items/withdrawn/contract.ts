/** What is told in the place of what an administrator has withdrawn (docs/decisions/109-withdrawal.md). */
import { z } from 'zod'

/** Why a withdrawn item is out: it is discarded like others, for a reason that no protocol has, and never comes back. */
export const WITHDRAWN = 'Withdrawn'

export const withdrawnSchema = z
  .object({ reason: z.string(), erratum: z.string(), at: z.iso.datetime() })
  .meta({ description: 'Why and since when it is withdrawn, and what readers of releases are told' })
export type Withdrawn = z.infer<typeof withdrawnSchema>

/** A sentence without the hashes that stand in it where texts were. */
export const withoutHashes = (text: string): string => text.replace(/sha256:[0-9a-f]{64}/g, '(withdrawn)')

/** As it is told; null of what is not withdrawn. */
export const presentWithdrawal = (row: { reason: string; erratum: string; at: Date } | null): Withdrawn | null =>
  row && { reason: row.reason, erratum: row.erratum, at: row.at.toISOString() }
