/** What is read of a log of Inspect, and what of it is given on. */
import { z } from 'zod'

/** How a log becomes the predictions of a system. */
export interface VerdictChoice {
  /** The scorer whose answers are the predictions; left out: the log’s only one. */
  scorer?: string | undefined
  /** The system’s name; left out: the model’s, as the log has it. */
  system?: string | undefined
}

/** `samples`: a record for each sample. `verdicts`: a line of predictions for each. `whole`: everything that the log says. */
export type LogChoice = { as: 'samples' } | ({ as: 'verdicts' } & VerdictChoice) | { as: 'whole' }

const scoreSchema = z.looseObject({ value: z.unknown(), answer: z.unknown().optional() })

/** What the fields of a sample are called in the log; everything else of it is its course. */
export const sampleSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  epoch: z.int().min(1),
  input: z.unknown(),
  target: z.unknown(),
  output: z.looseObject({ completion: z.unknown(), choices: z.unknown() }).partial().nullish(),
  scores: z.record(z.string(), scoreSchema).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  error: z.looseObject({ message: z.unknown() }).partial().nullish(),
  attachments: z.record(z.string(), z.unknown()).nullish(),
})
export type Sample = z.infer<typeof sampleSchema>

export const headerSchema = z.looseObject({
  status: z.string(),
  eval: z.looseObject({ model: z.string(), task: z.string() }),
})
export type LogHeader = z.infer<typeof headerSchema>
