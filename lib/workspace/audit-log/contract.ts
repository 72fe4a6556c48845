/** Who did what and when: of a project for its managers, of the installation for administrators. Never anybody's answers. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { daySchema, eventName } from '@/lib/platform/api/input'

/** What events are about; `answers` are single answers, which are only shown where they are asked for. */
export const auditKinds = [
  'sign-in',
  'accounts',
  'links',
  'project',
  'members',
  'imports',
  'calibration',
  'tasks',
  'work',
  'answers',
  'consolidation',
  'machines',
  'evidence',
  'results',
] as const
export type AuditKind = (typeof auditKinds)[number]

const filters = {
  kind: z.enum(auditKinds, `Give one of ${auditKinds.join(', ')}, or leave this out.`).optional(),
  /** Whoever did it. */
  person: z.uuid('Give the id of a person, or leave this out.').optional(),
  /** The first day and the last one, in UTC. */
  from: daySchema.optional(),
  to: daySchema.optional(),
}
const before = eventName.optional()

export const houseAuditFilters = z.object(filters)
export const projectAuditFilters = z.object({
  ...filters,
  /** The number of an item. */
  item: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
})
export const houseAuditQuery = houseAuditFilters.extend({ before })
export const projectAuditQuery = projectAuditFilters.extend({ before })
export type AuditFilters = z.output<typeof projectAuditFilters>
export type AuditQuery = z.output<typeof projectAuditQuery>

export const auditEventSchema = z.object({
  /** Names the event in this log, and tells nothing of what else goes on. */
  id: eventName,
  at: z.iso.datetime(),
  type: z.string(),
  kind: z.enum(auditKinds),
  /** Whoever did it; null for the machine. */
  by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  text: z.string(),
  /** What somebody wrote down with it. */
  remark: z.string().nullable(),
  /** The item it is about. */
  item: z.object({ id: z.uuid(), position: z.number().int() }).nullable(),
})
export type AuditEvent = z.infer<typeof auditEventSchema>

export const auditPageSchema = z.object({
  events: z.array(auditEventSchema),
  /** Pass it as `before` for the next page; null on the last. */
  next: eventName.nullable(),
})
export type AuditPage = z.infer<typeof auditPageSchema>

export const auditFormats = ['csv', 'jsonl'] as const
const format = z.enum(auditFormats).default('csv')
const MEDIA = ['text/csv', 'application/x-ndjson'] as const

const common = { method: 'GET', tag: 'audit-log', auth: 'actor' } as const
const ofProject = { ...common, params: z.object({ projectId: z.uuid() }) }
/** A page reads a little of every type of event. */
const PAGE_COST = 4

export const listProjectAuditEndpoint = endpoint({
  ...ofProject,
  path: '/api/projects/{projectId}/audit-log',
  summary: 'Who did what in a project, newest first, in pages (managers); never anybody’s answers',
  cost: PAGE_COST,
  query: projectAuditQuery,
  response: auditPageSchema,
})

export const downloadProjectAuditEndpoint = endpoint({
  ...ofProject,
  path: '/api/projects/{projectId}/audit-log/download',
  summary: 'The same as a file',
  query: projectAuditFilters.extend({ format }),
  response: { stream: MEDIA },
})

export const listHouseAuditEndpoint = endpoint({
  ...common,
  path: '/api/audit-log',
  summary: 'Who did what outside of projects: accounts, sign-ins, links, tokens (administrators)',
  cost: PAGE_COST,
  query: houseAuditQuery,
  response: auditPageSchema,
})

export const downloadHouseAuditEndpoint = endpoint({
  ...common,
  path: '/api/audit-log/download',
  summary: 'The same as a file',
  query: houseAuditFilters.extend({ format }),
  response: { stream: MEDIA },
})
