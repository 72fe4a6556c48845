import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { codePointSlice } from '@/lib/text/code-points'
import { errorTypes } from './options'

/** What the builder's filters measured of a contradiction (FACTOR 3.2); null where nobody measured it. */
export const contradictionScores = z.object({
  /** How sure it is that the contradiction contradicts the completion, from 0 to 1. */
  contradiction: z.number().nullable(),
  /** By how much the completion is the more fluent; below 0 where the contradiction is. */
  fluencyMargin: z.number().nullable(),
})
export type ContradictionScores = z.infer<typeof contradictionScores>

/** A completion made false. `edit`: the change as it was planned; `type`: the kind of error that was asked for. */
export const contradictionSchema = z.object({
  text: z.string(),
  edit: z.string().nullable(),
  type: z.enum(errorTypes).nullable(),
  scores: contradictionScores.nullable(),
})
export type Contradiction = z.infer<typeof contradictionSchema>

/** A stretch of the document in code points, end exclusive. */
export const sentenceSchema = z.object({ start: z.int().nonnegative(), end: z.int().positive() })
export type Sentence = z.infer<typeof sentenceSchema>

/**
 * An example: prefix, true completion and contradictions; or a document that the builder has still to make one of. The
 * other columns of an imported row stay in its record.
 */
export const factorContent = z.object({
  /** wiki, news, expert, or whatever the file calls it. */
  set: z.string().nullable(),
  docId: z.string().nullable(),
  title: z.string().nullable(),
  /** Of a document: the whole text. */
  prefix: z.string(),
  /** null: a document, of which no sentence is chosen unless `sentence` says which. */
  completion: z.string().nullable(),
  sentence: sentenceSchema.nullable(),
  contradictions: z.array(contradictionSchema),
})
export type FactorContent = z.infer<typeof factorContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): FactorContent {
  return content as FactorContent
}

/** The prefix and the completion that the content leads to; null for a document without a chosen sentence. */
export function startOf({
  prefix,
  completion,
  sentence,
}: FactorContent): { prefix: string; completion: string } | null {
  if (completion !== null) return { prefix, completion }
  if (sentence === null) return null
  return {
    prefix: codePointSlice(prefix, 0, sentence.start),
    completion: codePointSlice(prefix, sentence.start, sentence.end),
  }
}
