/** The jobs of this room, without their code: what the commands enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'
import { importOptionsSchema } from './contract'

const payload = z.object({ importId: z.uuid() })
/** With `write` the file is written as well, unless something is wrong with it. */
const checkPayload = payload.extend({ write: importOptionsSchema.optional() })

export const checkImportJob = defineJob({ name: 'check_import', payload: checkPayload, maxAttempts: 3 })
export const applyImportJob = defineJob({ name: 'apply_import', payload, maxAttempts: 3 })
