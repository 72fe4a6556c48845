/** What annotators are shown of the machine's suggestions, and what became of them. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Json } from '@/lib/protocols/protocol'

const json: z.ZodType<Json> = z.json()

/** A value proposed by a machine or a file, as an annotator is given it; never an answer until somebody accepts it. */
export const givenSuggestionSchema = z.object({
  id: z.uuid(),
  unit: z.string(),
  question: z.string(),
  value: json,
  source: z.string(),
  model: z.string().nullable(),
  score: z.number().nullable(),
  /** The run that made it; null for what came with a record. */
  runId: z.uuid().nullish(),
  /** Why, in the machine's words. */
  rationale: z.string().nullish(),
  /** Leads to the text of the prompt. */
  promptHash: z.string().nullish(),
  createdAt: z.iso.datetime().optional(),
})
export type GivenSuggestion = z.infer<typeof givenSuggestionSchema>

/**
 * How a question's suggestions come to this annotation: `shown` at once, or `hidden` until it has been answered. What is
 * withheld altogether is not named. A list's arm holds for the questions about its entries too.
 */
export const givenArmSchema = z.object({ unitKind: z.string(), question: z.string(), arm: z.enum(['shown', 'hidden']) })
export type GivenArm = z.infer<typeof givenArmSchema>

/** One's own annotation, and the places just answered. */
export const revealSuggestionsBody = z.object({
  annotationId: z.uuid(),
  places: z
    .array(z.object({ unit: z.string().min(1).max(100), question: z.string().min(1).max(100) }))
    .min(1)
    .max(200),
})
export type RevealSuggestions = z.output<typeof revealSuggestionsBody>

export const revealSuggestionsEndpoint = endpoint({
  method: 'POST',
  path: '/api/tasks/{taskId}/suggestions',
  summary: 'Show the suggestions that were hidden until you had answered these questions',
  tag: 'suggestions',
  auth: 'actor',
  params: z.object({ taskId: z.uuid() }),
  body: revealSuggestionsBody,
  /** Of places that are saved as answered; call it for lists and texts only when the person has finished with them. */
  response: z.object({ suggestions: z.array(givenSuggestionSchema) }),
})

// ---------------------------------------------------------------- policies

export const policyKinds = ['shown', 'hidden', 'none', 'randomised'] as const
export type PolicyKind = (typeof policyKinds)[number]
export const arms = ['shown', 'hidden', 'none'] as const
export type Arm = (typeof arms)[number]

const percent = z.number().int().min(0).max(100)
/** Shares of the arms, in percent. */
export const sharesSchema = z
  .strictObject({ shown: percent, hidden: percent, none: percent })
  .refine(({ shown, hidden, none }) => shown + hidden + none === 100, 'The shares have to sum to 100 percent.')
  .refine(
    (shares) => Object.values(shares).filter((share) => share > 0).length > 1,
    'Chance needs at least two arms with a share above 0.',
  )
export type Shares = z.infer<typeof sharesSchema>

/** What was set when somebody began to change it: anything else now is a conflict. */
const seenPolicy = z.strictObject({ policy: z.enum(policyKinds), shares: sharesSchema.nullable() })

const questionName = {
  stage: z.string().min(1).max(100),
  unitKind: z.string().min(1).max(100),
  question: z.string().min(1).max(100),
  seen: seenPolicy.optional(),
}

/** A policy as it is set; `shares` exactly when it is `randomised`. */
export const policySettingSchema = z.discriminatedUnion('policy', [
  z.strictObject({ ...questionName, policy: z.enum(['shown', 'hidden', 'none']) }),
  z.strictObject({ ...questionName, policy: z.literal('randomised'), shares: sharesSchema }),
])
export type PolicySetting = z.output<typeof policySettingSchema>

export const questionPolicySchema = z.object({
  unitKind: z.string(),
  /** The word for one of the units. */
  unitText: z.string(),
  question: z.string(),
  title: z.string(),
  /** Titles of the questions about the entries of a list, which its policy covers. */
  covers: z.array(z.string()),
  policy: z.enum(policyKinds),
  shares: z.object({ shown: percent, hidden: percent, none: percent }).nullable(),
  /** Suggestions that there are now. */
  suggestions: z.number().int(),
})
export type QuestionPolicy = z.infer<typeof questionPolicySchema>

export const policiesSchema = z.object({
  stages: z.array(z.object({ key: z.string(), title: z.string(), questions: z.array(questionPolicySchema) })),
  abilities: z.object({ change: z.boolean() }),
})
export type Policies = z.infer<typeof policiesSchema>

export const getPoliciesEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/suggestion-policies',
  summary: 'What annotators are shown of suggestions, question by question',
  tag: 'suggestions',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  response: policiesSchema,
})

export const setPoliciesEndpoint = endpoint({
  method: 'PUT',
  path: '/api/projects/{projectId}/suggestion-policies',
  summary: 'Set what annotators are shown of suggestions; holds for annotations begun from now on',
  tag: 'suggestions',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  body: z.object({ policies: z.array(policySettingSchema).min(1).max(200) }),
  response: policiesSchema,
})
