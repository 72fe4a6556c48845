import type { z } from 'zod'

/** Of a text that is too long: its limit and its length, and nothing of the text. */
export const tooLong: z.core.$ZodErrorMap = ({ code, input, maximum }) =>
  code === 'too_big' && typeof input === 'string'
    ? `At most ${Number(maximum).toLocaleString('en')} characters; this has ${input.length.toLocaleString('en')}.`
    : undefined
