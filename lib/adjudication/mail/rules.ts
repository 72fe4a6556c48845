/** What of an inbox is new to somebody who is told of it by e-mail, and when they are told next. Pure. */
import { z } from 'zod'
import { type Decision, taskDecisionKinds } from '@/lib/adjudication/inbox/contract'
import type { MailMode } from './contract'

/** What a person was told of, by decision: since when it waits (milliseconds), and how much of it was asked. */
export const toldSchema = z.record(z.string(), z.tuple([z.number(), z.number()]))
export type Told = z.infer<typeof toldSchema>

export const decisionKinds = [...taskDecisionKinds, 'inquiries'] as const
export type DecisionKind = (typeof decisionKinds)[number]

const mailProjectSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** How many new ones of each kind. */
  counts: z.partialRecord(z.enum(decisionKinds), z.number().int()),
})
export type MailProject = z.infer<typeof mailProjectSchema>

/** All that an e-mail tells: names of projects and counts. No title, text or answer, and nobody's name. */
export const mailContentSchema = z.object({
  /** What the person was not told of before. */
  fresh: z.number().int(),
  /** All that waits, as the bar of every page counts it. */
  waiting: z.number().int(),
  projects: z.array(mailProjectSchema),
})
export type MailContent = z.infer<typeof mailContentSchema>

const keyOf = (decision: Decision) =>
  `${decision.kind} ${decision.kind === 'inquiries' ? decision.projectId : decision.taskId}`

const amountOf = (decision: Decision) => (decision.kind === 'inquiries' ? decision.open : decision.asked)

/** What they know once they are told of these. */
export const toldOf = (decisions: readonly Decision[]): Told =>
  Object.fromEntries(decisions.map((each) => [keyOf(each), [Date.parse(each.since), amountOf(each)]]))

/** Was the person not told of it, or did more come up since? */
function isFresh(decision: Decision, notifiedDecisions: Told): boolean {
  const lastNotified = notifiedDecisions[keyOf(decision)]
  return !lastNotified || Date.parse(decision.since) > lastNotified[0] || amountOf(decision) > lastNotified[1]
}

/** What there is to tell somebody; null: nothing new. */
export function newsOf(
  decisions: { total: number; list: readonly Decision[] },
  notifiedDecisions: Told,
): MailContent | null {
  const fresh = decisions.list.filter((each) => isFresh(each, notifiedDecisions))
  if (fresh.length === 0) return null
  const projects = new Map<string, MailProject>()
  for (const decision of fresh) {
    const { projectId: id, projectName: name, kind } = decision
    const project = projects.get(id) ?? { id, name, counts: {} }
    project.counts[kind] = (project.counts[kind] ?? 0) + (decision.kind === 'inquiries' ? decision.open : 1)
    projects.set(id, project)
  }
  return { fresh: fresh.length, waiting: decisions.total, projects: [...projects.values()] }
}

const MINUTE_MS = 60_000
/** Between two e-mails to somebody who wants them at once: what happens meanwhile is in the next one. */
const AT_ONCE_PAUSE_MS = 5 * MINUTE_MS
/** The hour at which e-mails of a day go out, by the clock of the server. */
export const DAILY_HOUR = 7

/** When they are looked for next, after an e-mail or after there was nothing to say. */
export function nextDue(mode: Exclude<MailMode, 'off'>, now: Date, hasSent: boolean): Date {
  const next = new Date(now)
  if (mode === 'at_once') return new Date(now.getTime() + (hasSent ? AT_ONCE_PAUSE_MS : 0))
  if (mode === 'hourly') next.setHours(now.getHours() + 1, 0, 0, 0)
  else {
    next.setHours(DAILY_HOUR, 0, 0, 0)
    if (next <= now) next.setDate(next.getDate() + 1)
  }
  return next
}

const LONGEST_PAUSE_MS = 6 * 60 * MINUTE_MS

/** How long to wait after so many failures in a row: one minute, two, four, ..., six hours at most. */
export const pauseAfter = (failures: number): number => Math.min(LONGEST_PAUSE_MS, MINUTE_MS * 2 ** (failures - 1))

/** A mail server that works again is found so soon. */
export const LONGEST_SERVER_PAUSE_MINUTES = 15

/** A person whose e-mail was not passed on waits longer than the server does, so that those behind them are tried before. */
export const PAUSE_OF_DENIED_MS = (LONGEST_SERVER_PAUSE_MINUTES + 1) * MINUTE_MS
