import 'server-only'
import { AppError } from '@/lib/platform/server/errors'
import { log } from '@/lib/platform/server/log'
import { type FailureCode, StepFailure } from '@/lib/protocols/prefill'

/** Failures that no other try changes: something else has to be chosen. */
const FINAL: readonly FailureCode[] = ['page_failed', 'blocked_address', 'bad_request', 'rejected', 'malformed']

/** What a search or a page came to nothing for, told to the person and to the log; anything else is thrown on. */
export function tellFailure(error: unknown, what: string, ids: Record<string, string>): never {
  if (!(error instanceof StepFailure)) throw error
  const { code, message, passing, retryAfterMs } = error
  log.warn(`${what} failed`, { ...ids, code, reason: message })
  const seconds = retryAfterMs === null ? {} : { seconds: Math.ceil(retryAfterMs / 1000) }
  const kind = FINAL.includes(code) && !passing ? 'rule' : 'unavailable'
  throw new AppError(kind, message, { data: { failure: code, ...seconds } })
}
