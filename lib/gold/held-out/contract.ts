/** The held-out split of a project: predictions that are scored on labels which no file tells. */
import { z } from 'zod'
import { releaseParams } from '@/lib/gold/releases/release/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'

export const heldOutSubmissionSchema = z.object({
  id: z.uuid(),
  /** The release whose held-out split it was scored on. */
  release: z.int(),
  system: z.string(),
  /** Of the bytes that were sent. */
  sha256: z.string(),
  /** The share of units that are right, to a hundredth; null: none of them counts. */
  score: z.number().nullable(),
  submittedAt: z.iso.datetime(),
})
export type SubmissionView = z.infer<typeof heldOutSubmissionSchema>

/** Of somebody, for managers. */
const namedSubmissionSchema = heldOutSubmissionSchema.extend({ person: z.string() })
export type NamedSubmission = z.infer<typeof namedSubmissionSchema>

export const heldOutLimitsSchema = z.object({
  /** Submissions of one person. */
  perPerson: z.int32().min(1).max(1_000_000),
  /** Of all people together; never more than one for every 20 units. */
  inAll: z.int32().min(1).max(1_000_000),
})
export type Limits = z.infer<typeof heldOutLimitsSchema>

export const heldOutSchema = z.object({
  release: z.int(),
  split: z.string(),
  items: z.int(),
  units: z.int(),
  task: z.object({
    key: z.string(),
    title: z.string(),
    /** How predictions are written. */
    fields: z.array(z.object({ name: z.string(), required: z.boolean(), text: z.string() })),
    example: z.array(z.string()),
  }),
  /** The scoring by which a unit is right; what is told of a submission is the share of those that are. */
  scoring: z.object({ title: z.string(), description: z.string() }),
  /** As they hold: what a manager chose, but never more than one for every 20 units. */
  limits: heldOutLimitsSchema,
  /** As a manager chose them, which may be more than holds for this split. */
  chosenLimits: heldOutLimitsSchema,
  /** How many submissions were scored, over all releases of the project. */
  used: z.object({ own: z.int(), all: z.int() }),
  /** When its labels were let go out: nothing is scored any more. */
  openedAt: z.iso.datetime().nullable(),
  /** The reader’s own, newest first. */
  submissions: z.array(heldOutSubmissionSchema),
  /** Those of all people, for managers of the project; newest first, 500 at most. null for everybody else, and behind a link. */
  allSubmissions: z.array(namedSubmissionSchema).nullable(),
})
export type HeldOut = z.infer<typeof heldOutSchema>

const projectParams = z.object({ projectId: z.uuid() })
const secretParams = z.object({ secret: z.string().min(1).max(200) })
const systemNameSchema = z.object({
  /** What the system is called in one’s list of submissions. */
  system: nameText('Name the system.', 200),
})
const scored = z.object({
  submission: heldOutSubmissionSchema,
  /** Submissions that are left to the person, and to all people. */
  left: z.object({ own: z.int(), all: z.int() }),
})
const common = { tag: 'releases', auth: 'actor' } as const
const release = '/api/projects/{projectId}/releases/{number}/held-out' as const
const byLink = '/api/shared/releases/{secret}/held-out' as const

export const getHeldOutEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: release,
  summary:
    'The held-out split of a release: how predictions are written, what is left of the limits, one’s own submissions',
  params: releaseParams,
  response: heldOutSchema,
})

export const submitHeldOutEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${release}/submissions`,
  summary: 'Have predictions for the held-out split of a release scored; what is refused costs no attempt',
  params: releaseParams,
  query: systemNameSchema,
  body: 'bytes',
  response: scored,
})

export const getHeldOutByLinkEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: byLink,
  summary: 'The held-out split of a release by its secret link, for anybody who is signed in',
  params: secretParams,
  response: heldOutSchema,
})

export const submitHeldOutByLinkEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${byLink}/submissions`,
  summary:
    'Have predictions scored on the held-out split of a release by its secret link, for anybody who is signed in',
  params: secretParams,
  query: systemNameSchema,
  body: 'bytes',
  response: scored,
})

export const setHeldOutLimitsEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/projects/{projectId}/held-out/limits',
  summary: 'Say how often predictions are scored on the held-out split, by one person and by all',
  params: projectParams,
  body: heldOutLimitsSchema,
  response: heldOutLimitsSchema,
})

export const openHeldOutEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/held-out/open',
  summary: 'Let the labels of held-out items go out with the next release, for good',
  params: projectParams,
  response: 'empty',
})
