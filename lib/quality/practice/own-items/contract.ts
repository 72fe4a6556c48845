/** What managers set for practice, and the gold that they add to it. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { isStorable, UNSTORABLE_TEXT } from '@/lib/platform/api/input'
import { practiceBarSchema, practiceSettingsSchema } from '@/lib/quality/practice/contract'

const practiceQuestionSchema = z.object({
  stage: z.string(),
  stageTitle: z.string(),
  measure: z.string(),
  title: z.string(),
  bar: practiceBarSchema,
  /** How often each value is expected in what there is to practise with. */
  values: z.array(z.object({ text: z.string(), units: z.number().int() })),
  /** Are there items enough, with every value often enough, for a bar to hold? */
  canHaveBar: z.boolean(),
})
export type PracticeQuestion = z.infer<typeof practiceQuestionSchema>

const ownItemSchema = z.object({
  id: z.uuid(),
  stage: z.string(),
  stageTitle: z.string(),
  position: z.number().int(),
  title: z.string(),
  /** Is it practised with? Not while it is no gold, or other gold than its reasons were written for. */
  served: z.boolean(),
})

export const managedPracticeSchema = z.object({
  settings: practiceSettingsSchema,
  questions: z.array(practiceQuestionSchema),
  stages: z.array(z.object({ key: z.string(), title: z.string() })),
  items: z.array(ownItemSchema),
})
export type ManagedPractice = z.infer<typeof managedPracticeSchema>

const common = { tag: 'practice', auth: 'actor' } as const
const projectParams = z.object({ projectId: z.uuid() })

export const getManagedPracticeEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice-items',
  summary: 'What the project asks of practice, and the items of its own; for managers',
  params: projectParams,
  response: managedPracticeSchema,
})

const LAST_POSITION = 2_147_483_647
const place = {
  stage: z.string().max(100),
  position: z.coerce
    .number('Give the number of an item.')
    .int('Give the number of an item.')
    .min(1, 'Give the number of an item.')
    .max(LAST_POSITION, 'There is no item of that number.'),
}

/** An answer of the gold that annotators have to agree on, to write a reason for. */
const expectedAnswerSchema = z.object({
  unit: z.string(),
  question: z.string(),
  /** “Segment 2: Label”. */
  name: z.string(),
  text: z.string(),
  expected: z.string(),
})

export const findCandidateEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/practice-items/candidate',
  summary: 'An item that is gold, by its number, with the answers to write reasons for; for managers',
  params: projectParams,
  query: z.object(place),
  response: z.object({
    /** Of the gold that was looked at: to add the item, it has to be the current one still. */
    version: z.int32(),
    title: z.string(),
    answers: z.array(expectedAnswerSchema),
  }),
})
export type Candidate = z.infer<typeof findCandidateEndpoint.response>

const reason = z.string().trim().min(1).max(2_000, 'At most 2,000 characters.')

export const addItemEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/practice-items',
  summary: 'Practise with an item of the project’s gold, with a reason for one of its answers or more',
  params: projectParams,
  body: z.object({
    ...place,
    /** Of the gold, as it was looked up. */
    version: z.int32(),
    /** By unit and question. */
    reasons: z
      .record(z.string().max(100), z.record(z.string().max(100), reason))
      .refine(isStorable, UNSTORABLE_TEXT)
      .refine(
        (reasons) => Object.values(reasons).some((each) => Object.keys(each).length > 0),
        'Write why at least one of the answers is right: annotators learn from the reason.',
      ),
  }),
  response: z.object({ id: z.uuid() }),
})

export const removePracticeItemEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/practice-items/{itemId}',
  summary: 'Practise with an item of the project’s own no more; the item and what was answered stay',
  params: z.object({ projectId: z.uuid(), itemId: z.uuid() }),
  response: 'empty',
})
