import { PROBLEMS, type Problem, type ProblemCode } from '@/lib/platform/api/problem'

/** An expected failure of a command or query. Only `handle` and the worker catch it. */
export class AppError extends Error {
  readonly status: number

  constructor(
    readonly code: ProblemCode,
    message?: string,
    readonly extra: Pick<Problem, 'issues' | 'data'> = {},
  ) {
    super(message ?? PROBLEMS[code][1])
    this.name = 'AppError'
    this.status = PROBLEMS[code][0]
  }

  /** By name: what compose.ts provides throws errors of its own copy of this module, where Next has built two. */
  static override [Symbol.hasInstance](value: unknown): value is AppError {
    return value instanceof Error && value.name === 'AppError'
  }
}

/** Throws `not_found` unless the value is there; hidden and absent rows look the same. */
export function found<T>(value: T | null | undefined, message?: string): T {
  if (value === null || value === undefined) throw new AppError('not_found', message)
  return value
}
