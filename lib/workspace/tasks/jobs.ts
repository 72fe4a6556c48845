/** The jobs of this folder, without their code. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Records somebody as having read the answers of all revealed tasks. Queues of running installations know it by this name. */
export const recordRevealedReadsJob = defineJob({
  name: 'remember_figures',
  payload: z.object({ projectId: z.uuid(), userId: z.uuid() }),
})
