/** The jobs of this folder, without their code. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Freezes a submission that can no longer be taken back. */
export const freezeSubmissionJob = defineJob({
  name: 'freeze_submission',
  payload: z.object({ annotationId: z.uuid() }),
})
