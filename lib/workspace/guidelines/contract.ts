import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

export const guidelineVersionSchema = z.object({
  version: z.number().int(),
  /** What changed and why, in a line. */
  note: z.string(),
  createdAt: z.iso.datetime(),
  /** null when the person is no longer known. */
  createdBy: z.string().nullable(),
})
export type GuidelineVersion = z.infer<typeof guidelineVersionSchema>

/** One version with its text, in Markdown. */
export const guidelineSchema = guidelineVersionSchema.extend({ body: z.string(), latest: z.boolean() })
export type Guideline = z.infer<typeof guidelineSchema>

/** What stands between somebody and a task until they confirm it. */
export interface GuidelineGate {
  projectId: string
  guideline: Guideline
  /** The version that the actor knows, and what those between say of themselves, newest first; null where they know none. */
  changed: { before: Guideline; notes: GuidelineNote[] } | null
}

export type GuidelineNote = Pick<GuidelineVersion, 'version' | 'note'>

const projectParams = z.object({ projectId: z.uuid() })

export const publishGuidelineBody = z.object({
  body: z.string().trim().min(1, 'Write the guidelines first.').max(200_000),
  note: z.string().trim().min(1, 'Say in a line what changed.').max(500),
  /** The version the text was written from; when it is no longer the latest, nothing is published (409). */
  basedOn: z.int32().min(0),
})

/** The version that was read: the one in force. */
export const confirmGuidelineBody = z.object({ version: z.int32().min(1) })

const common = { tag: 'guidelines', auth: 'actor' } as const

export const listGuidelinesEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/guidelines',
  summary: "List the versions of a project's guidelines, newest first",
  params: projectParams,
  response: z.object({ versions: z.array(guidelineVersionSchema) }),
})

export const publishGuidelineEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/guidelines',
  summary: 'Publish a new version of the guidelines; earlier versions stay',
  params: projectParams,
  body: publishGuidelineBody,
  response: guidelineSchema,
})

export const getGuidelineEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/guidelines/{version}',
  summary: 'Read one version of the guidelines; `latest` is the one in force',
  params: projectParams.extend({ version: z.string().regex(/^(latest|[1-9]\d{0,8})$/) }),
  response: guidelineSchema,
})

export const confirmGuidelineEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/guidelines/read',
  summary:
    'Confirm that you have read the guidelines in force: what changed in them, and in stages that ask for it all of them before the first task',
  params: projectParams,
  body: confirmGuidelineBody,
  response: 'empty',
})

/** The most items that are named, and that one act asks again where all are meant. */
export const MOST_NAMED = 200
export const MOST_ASKED = 1_000

/** A stage whose questions changed guidelines may touch, since the version that the earliest of its items was finished under. */
export const touchedStageSchema = z.object({
  stage: z.string(),
  title: z.string(),
  /** The titles of the questions. */
  questions: z.array(z.string()),
  /** How many items of the stage were finished under an earlier version that says something else about them. */
  finished: z.number().int(),
  /** Of them, those with an annotator who has left the project or may no longer annotate. */
  withGone: z.number().int(),
})
export type TouchedStage = z.infer<typeof touchedStageSchema>

export const touchedItemSchema = z.object({
  taskId: z.uuid(),
  itemId: z.uuid(),
  stage: z.string(),
  position: z.number().int(),
  title: z.string(),
  /** The earliest version of the guidelines that its answers were given under. */
  version: z.number().int(),
  /** How many of its annotators have left the project or may no longer annotate. */
  gone: z.number().int(),
})
export type TouchedItem = z.infer<typeof touchedItemSchema>

export const touchedSchema = z.object({
  /** The version in force; 0 where the project has none. */
  version: z.number().int(),
  stages: z.array(touchedStageSchema),
  /** Those of the page, by stage and position. */
  items: z.array(touchedItemSchema),
  /** All of them. */
  total: z.number().int(),
  page: z.number().int(),
  pageSize: z.number().int(),
})
export type Touched = z.infer<typeof touchedSchema>

export const listTouchedEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/guidelines/touched',
  summary:
    'Finished items that changed guidelines may touch, page by page: their answers were given under an earlier version',
  params: projectParams,
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  response: touchedSchema,
})

export const askAgainBody = z
  .object({
    /** The version in force that the list was read under. */
    version: z.int32().min(1),
    /** `all`: those that are listed, the first 1,000 of them. */
    taskIds: z.union([z.literal('all'), z.array(z.uuid()).min(1, 'Choose items first.').max(MOST_NAMED)]),
    /** With `all`: how many were listed, as they were seen. Where there are others by now, nothing is asked (409). */
    total: z.int32().min(1).optional(),
    comment: z.string().trim().min(1, 'Say why, in a sentence.').max(2000),
  })
  .refine(({ taskIds, total }) => taskIds !== 'all' || total !== undefined, {
    path: ['total'],
    message: 'Say how many items were listed when all of them were chosen.',
  })
  .meta({
    examples: [{ version: 2, taskIds: 'all', total: 52, comment: 'Numbers in names count by now. Look again.' }],
  })

export const askedAgainSchema = z.object({
  asked: z.number().int(),
  /** No longer finished, or annotated by the actor: left as they were. */
  left: z.number().int(),
})
export type AskedAgain = z.infer<typeof askedAgainSchema>

export const askAgainEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/guidelines/ask-again',
  summary:
    'Send finished items back to their annotators with a comment, all or none, as another round from their answers',
  params: projectParams,
  body: askAgainBody,
  response: askedAgainSchema,
})
