import { z } from 'zod'

/** Every way a request can fail, as a code that programs branch on, its HTTP status, and a sentence for people. */
export const PROBLEMS = {
  invalid_request: [400, 'The request does not have the expected form.'],
  unauthenticated: [401, 'Sign in first.'],
  forbidden: [403, 'You may not do this.'],
  not_found: [404, 'There is nothing here, or you may not see it.'],
  method_not_allowed: [405, 'This address does not support this method.'],
  conflict: [409, 'Somebody else changed this first. Look at it as it is now, and try again.'],
  revision_conflict: [409, 'This value was changed elsewhere since you last saw it.'],
  gone: [410, 'This link has been used or withdrawn, or it has expired. Ask for a new one.'],
  too_large: [413, 'This is larger than allowed. Make it smaller and try again.'],
  misdirected: [421, 'This server does not answer under this name.'],
  rule: [422, 'A rule of the protocol or the project does not allow this.'],
  throttled: [429, 'Too many attempts. Wait a little, then try again.'],
  unavailable: [503, 'A service that is needed for this did not answer. Try again in a moment.'],
  internal: [500, 'Something went wrong on the server. Nothing was half written.'],
} as const satisfies Record<string, readonly [number, string]>

export type ProblemCode = keyof typeof PROBLEMS

/** One thing wrong with a request: where, and what to do. */
export const issueSchema = z.object({ path: z.string(), message: z.string() })
export type Issue = z.infer<typeof issueSchema>

/** The body of every failed answer: RFC 9457 problem details with a stable `code`. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string(),
  requestId: z.string().optional(),
  issues: z.array(issueSchema).optional(),
  /** What the code's reader needs: the current value of a conflict, the seconds to wait, ... */
  data: z.record(z.string(), z.unknown()).optional(),
})
export type Problem = z.infer<typeof problemSchema>
