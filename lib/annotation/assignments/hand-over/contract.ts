/** Handing over all that somebody holds in a project and has not submitted: to others, or back to the queue. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

export const handOverBody = z
  .object({
    fromUserId: z.uuid(),
    /** Who gets it, evenly; nobody: it goes back to the queue. */
    toUserIds: z
      .array(z.uuid())
      .max(100, 'At most 100 people at once.')
      .refine((ids) => new Set(ids).size === ids.length, 'Name each person once.')
      .default([]),
    /** The field of the imported record that names an item's language, for people who take some languages only. */
    languageField: z.string().trim().min(1, 'Name a field.').max(100).default('language'),
  })
  .refine(({ fromUserId, toUserIds }) => !toUserIds.includes(fromUserId), {
    path: ['toUserIds'],
    message: 'Choose somebody else than the person who hands over.',
  })
export type HandOver = z.output<typeof handOverBody>

export const handOverPreviewSchema = z.object({
  /** Names exactly these moves; carrying them out asks for it. */
  fingerprint: z.string(),
  /** Shares that move, and of these: those with a draft, which is kept, and with a question to a manager, which ends. */
  moved: z.number().int(),
  drafts: z.number().int(),
  questions: z.number().int(),
  /** How many each gets, with what they hold before; empty where all goes to the queue. */
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), before: z.number().int(), added: z.number().int() })),
  /** Shares that stay, since nobody of those chosen can have them, by reason; `positions` are the first of them. */
  staying: z.array(
    z.object({
      reason: z.enum(['takers', 'barred', 'quota', 'unsearched']),
      items: z.number().int(),
      positions: z.array(z.number().int()),
    }),
  ),
  /** Tasks that the reader annotates too: they stay, and how far they are is not said. */
  shared: z.number().int(),
  /** Shares beyond what one act moves: they stay for another time. */
  beyond: z.number().int(),
})
export type HandOverPreview = z.infer<typeof handOverPreviewSchema>

const params = z.object({ projectId: z.uuid() })
const tag = 'assignments'

export const previewHandOverEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/assignments/hand-over/preview',
  summary: 'What handing over all that a person holds would move; nothing is changed',
  tag,
  auth: 'actor',
  params,
  body: handOverBody,
  response: handOverPreviewSchema,
})

export const handOverEndpoint = endpoint({
  method: 'POST',
  path: '/api/projects/{projectId}/assignments/hand-over',
  summary: 'Move all unfinished shares of a person, exactly as previewed; 409 where that has changed',
  tag,
  auth: 'actor',
  params,
  body: handOverBody.safeExtend({ fingerprint: z.string().min(1).max(100) }),
  response: z.object({ moved: z.number().int() }),
})
