import { z } from 'zod'
import { panelSchema } from '@/lib/gold/dataset/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { nameText } from '@/lib/platform/api/input'
import { MOST_SAMPLED, MOST_SEED } from './rules'

const projectParams = z.object({ projectId: z.uuid() })
export const seedSchema = z.number().int().min(0).max(MOST_SEED)

const kindSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** The title of the protocol that the sample is judged under. */
  protocol: z.string(),
  /** How many are sampled when nothing else is said. */
  sample: z.number().int(),
  /** How many there are to draw from; `isAll`: false where so many items have gold that only the first were counted. */
  eligible: z.object({ records: z.number().int(), items: z.number().int(), isAll: z.boolean() }),
})
export type AuditKind = z.infer<typeof kindSchema>

const auditSchema = z.object({
  /** The project that holds the sample. */
  auditId: z.uuid(),
  name: z.string(),
  kind: z.string(),
  title: z.string(),
  size: z.number().int(),
  seed: z.number().int(),
  /** How many could have been drawn. */
  eligible: z.number().int(),
  createdAt: z.iso.datetime(),
  /** May the reader open it? */
  isOpen: z.boolean(),
  progress: z.object({ items: z.number().int(), gold: z.number().int(), discarded: z.number().int() }),
  /** What was found, from its gold; empty while there is none. */
  panels: z.array(panelSchema),
})
export type AuditView = z.infer<typeof auditSchema>

export const auditsSchema = z.object({
  /** Are new ones for this reader to make? */
  canCreate: z.boolean(),
  kinds: z.array(kindSchema),
  audits: z.array(auditSchema),
  /** The project that this one is an audit of, where the reader may see it. */
  auditOf: z.object({ projectId: z.uuid(), name: z.string(), title: z.string() }).nullable(),
})
export type AuditsView = z.infer<typeof auditsSchema>

export const createAuditBody = z.object({
  /** The key of one of the protocol's audits. */
  kind: z.string().max(100),
  /** How many to draw; the audit's own number when left out, all where there are fewer. */
  sample: z.number().int().min(1).max(MOST_SAMPLED).optional(),
  /** The same seed draws the same from the same gold. */
  seed: seedSchema.default(1),
  /** Of the new project; made up when left out. */
  name: nameText('Give the project a name.', 200).optional(),
})

const common = { tag: 'audits', auth: 'actor', params: projectParams } as const

export const listAuditsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/audits',
  summary: "Side audits of a project's gold: what can be audited, how far audits are, what they found",
  response: auditsSchema,
})

export const createAuditEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/audits',
  summary: 'Draw a sample of the gold into a project of its own, to be judged under another protocol',
  body: createAuditBody,
  response: z.object({
    auditId: z.uuid(),
    name: z.string(),
    /** How many records were asked for, could have been drawn, and are in the new project. */
    asked: z.number().int(),
    eligible: z.number().int(),
    size: z.number().int(),
  }),
})
