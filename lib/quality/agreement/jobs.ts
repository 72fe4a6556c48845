/** The jobs of this room, without their code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'
import { intervalSetSchema } from './interval-sets'

/** Computes a set of intervals that was asked for and is not there. */
export const agreementIntervalsJob = defineJob({
  name: 'agreement_intervals',
  payload: z.object({ projectId: z.uuid(), set: intervalSetSchema }),
  maxAttempts: 3,
  lane: 'figures',
})
