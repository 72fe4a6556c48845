import { z } from 'zod'
import { errorTypes } from '@/lib/protocols/factor-validation/options'
import type { Json } from '@/lib/protocols/protocol'

/** Is the model right about a pair: does it find the true completion likelier than the contradiction (FACTOR 3.4)? */
export const givenGroups = ['right', 'wrong'] as const
export const groups = [...givenGroups, 'unknown'] as const
export type Group = (typeof groups)[number]

const model = z.object({
  model: z.string(),
  /** As the record states it; null where it follows from the log-probabilities, or nobody knows. */
  group: z.enum(givenGroups).nullable(),
  /** Mean log-likelihood of a token of each completion after the prefix, in nats; higher is likelier. */
  logprobs: z.object({ completion: z.number(), contradiction: z.number() }).nullable(),
  /** In how many of all pairs the model is right, from 0 to 1: the weight of its right group. */
  rightShare: z.number().nullable(),
})
export type PairModel = z.infer<typeof model>

/** One of the texts with which models went on; runs find them one by one. */
export const continuation = z.object({
  model: z.string(),
  /** From 1: which of the model's continuations of this pair it is. */
  sample: z.number().int(),
  text: z.string(),
})
export type Continuation = z.infer<typeof continuation>

/** A FACTOR item: a text, how it goes on, a sentence that contradicts that, and how models went on. */
export const factorGenerationContent = z.object({
  id: z.string().nullable(),
  set: z.string().nullable(),
  prefix: z.string(),
  completion: z.string(),
  contradiction: z.string(),
  errorType: z.enum(errorTypes).nullable(),
  models: z.array(model),
  continuations: z.array(continuation),
})
export type FactorGenerationContent = z.infer<typeof factorGenerationContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): FactorGenerationContent {
  return content as FactorGenerationContent
}

/** By the log-probabilities, where there are any: a tie is no preference for the truth, so it counts as wrong. */
export function groupOf(pair: Pick<PairModel, 'group' | 'logprobs'> | undefined): Group {
  if (!pair) return 'unknown'
  if (!pair.logprobs) return pair.group ?? 'unknown'
  return pair.logprobs.completion > pair.logprobs.contradiction ? 'right' : 'wrong'
}

/** The group of an item's model by its name. */
export const groupIn = ({ models }: FactorGenerationContent, name: string): Group =>
  groupOf(models.find(({ model }) => model === name))

/** Did the model find both sentences equally likely? */
export const isTie = ({ logprobs }: Pick<PairModel, 'logprobs'>): boolean =>
  logprobs !== null && logprobs.completion === logprobs.contradiction

/** What annotators may know of it: nothing that says which model wrote what. */
export function shown(content: Json): Json {
  return { ...contentOf(content), models: [], continuations: [] }
}
