import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Builds the files of a release. */
export const buildReleaseJob = defineJob({
  name: 'build_release',
  payload: z.object({ releaseId: z.uuid() }),
  maxAttempts: 3,
})
