/** The jobs of this room, without their code: what the commands enqueue. */
import { z } from 'zod'
import { defineJob } from '@/lib/platform/jobs/task-registry'
import { INTERVAL_METHOD, intervalMethods } from '@/lib/stats/interval-limits'
import { classReadings } from './scoring/rules'

export const checkPredictionsJob = defineJob({
  name: 'check_predictions',
  payload: z.object({
    evaluationId: z.uuid(),
    /** Take the place of predictions of the same systems? */
    replace: z.boolean().default(false),
  }),
  maxAttempts: 3,
})

/** What a report is asked for, with everything left out filled in. */
export const askedSchema = z.object({
  task: z.string(),
  parameters: z.record(z.string(), z.json()),
  /** null: all. */
  systems: z.array(z.string()).nullable(),
  pair: z.tuple([z.string(), z.string()]).nullable(),
  /** Compare texts by meaning too. */
  likeness: z.boolean().default(false),
  /** McNemar's test too. */
  mcnemar: z.boolean().default(false),
  method: z.enum(intervalMethods).default(INTERVAL_METHOD),
  classes: z.enum(classReadings).default('fixed'),
})
export type Asked = z.infer<typeof askedSchema>

export const makeReportJob = defineJob({
  name: 'make_evaluation_report',
  payload: z.object({ reportId: z.uuid(), version: z.string(), asked: askedSchema }),
  maxAttempts: 3,
  lane: 'figures',
})
