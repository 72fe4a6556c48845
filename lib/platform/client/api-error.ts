import type { Problem, ProblemCode } from '@/lib/platform/api/problem'

type Details = Pick<Problem, 'status' | 'detail'> & Partial<Omit<Problem, 'code'>> & { code: ProblemCode | 'network' }

/** A failed request. `code` is what programs branch on; `network` means that no answer of the application came back. */
export class ApiError extends Error {
  readonly code: ProblemCode | 'network'
  readonly status: number
  readonly problem: Omit<Details, 'code'>

  /** `message`: what people read, where it is not what programs get. */
  constructor(details: Details, { message = details.detail, ...options }: ErrorOptions & { message?: string } = {}) {
    super(message, options)
    this.name = 'ApiError'
    this.code = details.code
    this.status = details.status
    this.problem = details
  }

  /** Worth trying again unchanged: the network or the server, not the request, was at fault. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status >= 500 || this.status === 429
  }
}

/** Worth trying again unchanged: the network, the server or the session was at fault, or something that is no answer. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.isTransient || error.status === 401

const NOT_AS_SHOWN: readonly string[] = ['forbidden', 'not_found', 'conflict']

/** Does a refusal say that something is not as its page shows it: given to somebody else, submitted, moved or gone? Then it is read again. */
export const isNotAsShown = (error: unknown): boolean => error instanceof ApiError && NOT_AS_SHOWN.includes(error.code)
