/** The jobs of this room, without their code: what the commands enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

const payload = z.object({ importId: z.uuid() })

export const checkImportJob = defineJob({ name: 'check_import', payload, maxAttempts: 3 })
export const applyImportJob = defineJob({ name: 'apply_import', payload, maxAttempts: 3 })
