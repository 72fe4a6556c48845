/** The job of this room, without its code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Works out what the measures of a large project say so far, as expectations for a plan. */
export const pilotsJob = defineJob({
  name: 'plan_pilots',
  payload: z.object({ projectId: z.uuid() }),
  maxAttempts: 3,
  lane: 'figures',
})
