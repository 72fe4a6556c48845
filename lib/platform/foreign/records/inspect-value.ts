import type { Json } from '@/lib/protocols/protocol'
import { excerpt } from '@/lib/text/excerpt'
import { fieldWithin } from './field-within'
import { MAX_DEPTH } from './limits'
import type { ProblemKind } from './source-entry'

export interface ValueProblem {
  kind: Extract<ProblemKind, 'too-deep' | 'number'>
  field: string
  message: string
  fix: string
}

/** The first thing in a parsed record that cannot be kept or nobody can mean, or null. */
export function inspectValue(value: Json, field = '', depth = 0): ValueProblem | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return tooLarge(field)
  if (value === null || typeof value !== 'object') return null
  if (depth >= MAX_DEPTH) {
    return {
      kind: 'too-deep',
      field: excerpt(field, 80),
      message: `Lists and objects are nested deeper than ${MAX_DEPTH} levels.`,
      fix: 'Flatten the record.',
    }
  }
  for (const [key, inner] of Object.entries(value)) {
    const problem = inspectValue(inner, fieldWithin(value, field, key), depth + 1)
    if (problem) return problem
  }
  return null
}

const tooLarge = (field: string): ValueProblem => ({
  kind: 'number',
  field,
  message: 'This number is too large to be read.',
  fix: 'Write a number below 1.8e308, or put it in double quotes as a text.',
})
