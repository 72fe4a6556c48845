/** The job of this room, without its code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Estimates what models of annotators, and annotators beside the others, make of a measure of a large project. */
export const estimatesJob = defineJob({
  name: 'distribution_estimates',
  payload: z.object({ projectId: z.uuid(), stage: z.string(), measure: z.string() }),
  maxAttempts: 3,
  lane: 'figures',
})
