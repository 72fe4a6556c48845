import { z } from 'zod'
import { defineJob } from './task-registry'

/** A run of pre-fill over gold has ended: what it proposed can be scored. Written by pre-fill, done by the evaluation. */
export const runEndedJob = defineJob({
  name: 'run_ended',
  payload: z.object({ runId: z.uuid() }),
  maxAttempts: 5,
})
