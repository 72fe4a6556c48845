import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Puts the revealed tasks of a project through the measures that have not been yet. */
export const rateTasksJob = defineJob({ name: 'rate_tasks', payload: z.object({ projectId: z.uuid() }) })
