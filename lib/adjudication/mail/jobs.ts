import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'

/** Looks for everybody who is to be told something by e-mail, and sends it. */
export const sendMailsJob = defineJob({ name: 'send_mails', payload: z.object({}) })
