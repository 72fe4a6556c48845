/** How adjudicators decide: whose answers they take, against what chance would take. For managers. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** How often one kind of answer was taken, of the decisions in which it could have been. */
export const takenSchema = z.object({
  /** A lane's letter, an annotator's key (`a3`), or `suggestion`. */
  key: z.string(),
  name: z.string(),
  taken: z.number().int(),
  decisions: z.number().int(),
  /** Tasks with such decisions: these are what the interval counts. */
  tasks: z.number().int(),
  share: z.number(),
  low: z.number(),
  high: z.number(),
  /** What somebody without a preference would take: one half of two lanes. */
  expected: z.number(),
  /** `more` or `less` where the interval leaves it out. */
  verdict: z.enum(['more', 'less']).nullable(),
})
export type Taken = z.infer<typeof takenSchema>

export const adjudicatorSchema = z.object({
  userId: z.uuid(),
  name: z.string(),
  /** Questions on which annotators differed and that this person settled, and the tasks that they are of. */
  decisions: z.number().int(),
  tasks: z.number().int(),
  /** Of these: by a value that no annotator gave, and by one that several gave. */
  edited: z.number().int(),
  shared: z.number().int(),
  lanes: z.array(takenSchema),
  people: z.array(takenSchema),
  /** Answers taken over from a machine's suggestion, where not all lanes were. */
  origins: z.array(takenSchema),
})
export type Adjudicator = z.infer<typeof adjudicatorSchema>

export const adjudicatorsSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** How the figures are made, in sentences. */
  rules: z.array(z.string()),
  adjudicators: z.array(adjudicatorSchema),
})
export type Adjudicators = z.infer<typeof adjudicatorsSchema>

export const listAdjudicatorsEndpoint = endpoint({
  tag: 'people',
  auth: 'actor',
  method: 'GET',
  path: '/api/projects/{projectId}/adjudicators',
  summary: 'Whose lanes, answers and origins each adjudicator takes, with intervals; for managers',
  params: z.object({ projectId: z.uuid() }),
  response: adjudicatorsSchema,
})

/** `script`: a program for Node with the data inside, which computes every figure again and compares. */
export const adjudicatorReceiptForms = ['json', 'script'] as const

export const getAdjudicatorReceiptEndpoint = endpoint({
  tag: 'people',
  auth: 'actor',
  method: 'GET',
  path: '/api/projects/{projectId}/adjudicators/receipt',
  summary:
    'What the figures about adjudicators are computed from: every decision in tasks that are gold, and every question that two decided independently; for managers',
  params: z.object({ projectId: z.uuid() }),
  query: z.object({ form: z.enum(adjudicatorReceiptForms).default('json') }),
  response: { stream: ['application/json', 'text/javascript'] },
})
