/** The jobs of this room, without their code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/jobs/task-registry'

/** Computes the intervals of figures that were asked for and are not there; `key` as in `kept_figures`. */
export const agreementIntervalsJob = defineJob({
  name: 'agreement_intervals',
  payload: z.object({ projectId: z.uuid(), key: z.string() }),
  maxAttempts: 3,
})

/** Remembers somebody as having read the answers of all revealed tasks. */
export const rememberFiguresJob = defineJob({
  name: 'remember_figures',
  payload: z.object({ projectId: z.uuid(), userId: z.uuid() }),
})
