/**
 * The door to the job queue. A job is defined here without its handler, so that whoever enqueues it imports a name and
 * a schema and not the machinery that runs it.
 */
import type { z } from 'zod'

/**
 * How many jobs of each lane a worker does at once; jobs of one lane never take places of another. Those of `runs` mostly wait for models and
 * searches. Those of `figures` take minutes in large projects, and pages show earlier figures meanwhile. For `others`, such as imports, somebody waits.
 */
export const JOBS_AT_ONCE = { others: 2, runs: 8, figures: 2 } as const
export type LaneName = keyof typeof JOBS_AT_ONCE

/** A kind of job: its name in the queue and what it carries. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string
  payload: Payload
  /** Tries before the queue gives up, with growing pauses between them. */
  maxAttempts: number
  lane: LaneName
}

/** What a handler is told besides the payload. */
export interface JobRun {
  /** Id of the job in the queue. */
  id: string
  /** 1 for the first try. */
  attempt: number
  /** No try is left after this one; `isFinal` says whether a failure is the end. */
  isLastAttempt: boolean
  /** Aborted when the worker is asked to stop. */
  signal: AbortSignal
}

/**
 * Why a job is given up without its handler: `died`: the process that worked on it ended, again and again; `used up`: it has no try
 * left, and the handler could not say so itself.
 */
export type GivenUp = 'died' | 'used up'

/** A job with the code that does it. Built by `handleJob`; collected in worker-handlers.ts. */
export interface JobHandler {
  name: string
  lane: LaneName
  run(payload: unknown, run: JobRun): Promise<void>
  /** Says where people can see it that the job has failed; safe to run twice, and after the handler said so itself. */
  giveUp?(payload: unknown, why: GivenUp): Promise<void>
}

/** Defines a kind of job. Names are snake_case and never reused for another payload. */
export function defineJob<Payload extends z.ZodType>(job: {
  name: string
  payload: Payload
  maxAttempts?: number
  lane?: LaneName
}): Job<Payload> {
  return { maxAttempts: 5, lane: 'others', ...job }
}

/**
 * Joins a job to its code, which must be safe to run twice: a worker may die after the work and before the receipt. `giveUp` is for jobs
 * that somebody waits for.
 */
export function handleJob<Payload extends z.ZodType>(
  job: Job<Payload>,
  work: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
  giveUp?: (payload: z.output<Payload>, why: GivenUp) => Promise<void>,
): JobHandler {
  return {
    name: job.name,
    lane: job.lane,
    run: async (payload, run) => work(await job.payload.parseAsync(payload), run),
    ...(giveUp ? { giveUp: async (payload, why) => giveUp(await job.payload.parseAsync(payload), why) } : {}),
  }
}
