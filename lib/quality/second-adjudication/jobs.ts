/** The jobs of this folder, without their code. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Draws among the tasks that were adjudicated before the share was set. */
export const drawSecondsJob = defineJob({ name: 'draw_seconds', payload: z.object({ projectId: z.uuid() }) })
