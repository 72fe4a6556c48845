/** Of which moment figures are that a worker computes, as answers tell it. */
import { z } from 'zod'

/**
 * The state that what a worker computes is of (of people: measures, units and answers); everything else is of now. `current`: so is that. `earlier`:
 * as it was at `at`, while a worker computes newer figures: every task that they count is still counted, and others have come to it or changed.
 * `awaited`: a worker computes the first; there are none yet.
 */
export const figuresStateSchema = z.object({
  state: z.enum(['current', 'earlier', 'awaited']),
  /** Tasks that they count, of one's own figures one's own; null while they are awaited. */
  tasks: z.number().int().nullable(),
  /** Only of `earlier` ones. */
  at: z.iso.datetime().nullable(),
})
export type FiguresState = z.infer<typeof figuresStateSchema>

/** While a worker computes, figures are asked for again so often. */
export const PENDING_MS = 5_000
