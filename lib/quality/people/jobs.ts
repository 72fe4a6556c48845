/** The job of this room, without its code: what its queries enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Computes everybody's intervals, where there are too many responses to do it while somebody waits. */
export const peopleFiguresJob = defineJob({
  name: 'people_figures',
  payload: z.object({ projectId: z.uuid() }),
  maxAttempts: 3,
  lane: 'figures',
})
