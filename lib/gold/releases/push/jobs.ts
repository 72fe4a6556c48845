import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Sends the files of a release. Its credentials are sealed in the row of the push, never here. */
export const pushReleaseJob = defineJob({
  name: 'push_release',
  payload: z.object({ pushId: z.uuid() }),
  maxAttempts: 5,
})
