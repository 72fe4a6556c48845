/** The jobs of this room, without their code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'
import { intervalSetSchema } from './interval-sets'

/** Computes a set of intervals that was asked for and is not there. */
export const agreementIntervalsJob = defineJob({
  name: 'agreement_intervals',
  payload: z.object({ projectId: z.uuid(), set: intervalSetSchema }),
  maxAttempts: 3,
})

/** Remembers somebody as having read the answers of all revealed tasks. */
export const rememberFiguresJob = defineJob({
  name: 'remember_figures',
  payload: z.object({ projectId: z.uuid(), userId: z.uuid() }),
})
