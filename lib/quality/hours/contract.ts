import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { roleSchema } from '@/lib/workspace/users/members/contract'

/** What time is counted at: the workbench, the desk of a discussion, settling, and approving. */
export const workKinds = ['annotation', 'discussion', 'adjudication', 'approval'] as const
export type WorkKind = (typeof workKinds)[number]

const rowSchema = z.object({
  projectId: z.uuid(),
  userId: z.uuid(),
  /** The stage's key in the protocol, and its name. */
  stage: z.string(),
  stageTitle: z.string(),
  /** The Monday (UTC) of the ISO week; null: time from before days were written down. */
  week: z.iso.date().nullable(),
  kind: z.enum(workKinds),
  seconds: z.int(),
  /** By the events: tasks submitted, settled, or approved and sent back; in a discussion, proposals accepted or objected to, and comments of those who annotated. */
  done: z.int(),
})
export type HoursRow = z.infer<typeof rowSchema>

/** Hundredths of the currency for an hour. */
const rate = z.int().min(0).max(10_000_000)

/** So many people can have a rate of their own in a project. */
const MOST_RATES = 1000
/** By the person's id, in small letters, as rows of hours have it. */
const ratesOfPeople = z.record(z.uuid().toLowerCase(), rate)

export const ratesSchema = z.object({
  currency: z.string(),
  /** For everybody who has none of their own; null: none. */
  rate: rate.nullable(),
  people: ratesOfPeople,
  /** 0: none have been saved. */
  revision: z.int(),
})
export type Rates = z.infer<typeof ratesSchema>

export const hoursSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  /** Everybody with time or with a membership, by name. `role` null: they have left. */
  people: z.array(z.object({ userId: z.uuid(), name: z.string(), role: roleSchema.nullable() })),
  rows: z.array(rowSchema),
  rates: ratesSchema,
})
export type Hours = z.infer<typeof hoursSchema>

export const ownHoursSchema = z.object({
  projects: z.array(z.object({ id: z.uuid(), name: z.string() })),
  rows: z.array(rowSchema),
})
export type OwnHours = z.infer<typeof ownHoursSchema>

const params = z.object({ projectId: z.uuid() })
const common = { tag: 'people', auth: 'actor' } as const

export const getHoursEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/hours',
  summary: 'Active time and work done by person, stage, ISO week and kind of work; for managers',
  params,
  response: hoursSchema,
})

export const downloadHoursEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/hours/download',
  summary: 'The same as CSV, with what it costs; for managers',
  params,
  response: { stream: ['text/csv'] },
})

export const setRatesBody = z.object({
  currency: z.string().trim().min(1, 'Name the currency, such as EUR.').max(8),
  /** Hundredths of the currency for an hour; null: none. */
  rate: rate.nullable(),
  people: ratesOfPeople.refine(
    (people) => Object.keys(people).length <= MOST_RATES,
    `At most ${MOST_RATES} people can have a rate of their own.`,
  ),
  /** A revision that others have replaced is refused with 409. */
  expectedRevision: z.int32(),
})
export type SetRates = z.infer<typeof setRatesBody>

export const setRatesEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/projects/{projectId}/hours/rates',
  summary: 'Say what an hour is paid, for everybody and for single people; for managers',
  params,
  body: setRatesBody,
  response: ratesSchema,
})

export const getOwnHoursEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/account/hours',
  summary: 'Your own active time and work done, over all projects',
  response: ownHoursSchema,
})
