import { CommanderError } from 'commander'
import { ApiError } from '@/lib/platform/client/api-error'

/** What scripts can rely on. */
export const EXIT = { done: 0, failed: 1, usage: 2, notSignedIn: 3, refused: 4 } as const

/** A failure with a sentence for people and a code for scripts. */
export class CliError extends Error {
  override readonly name = 'CliError'

  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message)
  }
}

const REFUSALS: readonly string[] = ['forbidden', 'rule', 'conflict', 'too_large']

/** The exit code of whatever a command threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
  if (!(error instanceof ApiError)) return EXIT.failed
  if (error.code === 'unauthenticated') return EXIT.notSignedIn
  if (error.code === 'invalid_request') return EXIT.usage
  return REFUSALS.includes(error.code) ? EXIT.refused : EXIT.failed
}
