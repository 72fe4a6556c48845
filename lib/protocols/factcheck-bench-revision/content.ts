import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { methodsFor, methodsSchema } from '@/lib/protocols/side-by-side/methods'

/** What is wrong in a response, word for word, and what it has to be. */
export const correctionSchema = z.object({ original: z.string(), corrected: z.string() })
export type Correction = z.infer<typeof correctionSchema>

/** A false response and its revisions by several methods. */
export const revisionContent = z.object({
  prompt: z.string(),
  response: z.string(),
  methods: methodsSchema,
  /** The revised texts, in the order of `methods`. */
  revisions: z.array(z.string()),
  /** What was found true, for methods that revise by it; and what has to be corrected. */
  claims: z.array(z.string()),
  corrections: z.array(correctionSchema),
  /** The revision that people made, to measure others by; never shown to those who choose. */
  humanRevision: z.string().nullable(),
})
export type RevisionContent = z.infer<typeof revisionContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): RevisionContent {
  return content as RevisionContent
}

export type Revision = { method: string; text: string }

/** The parts of a content that revisions make. */
export const partsOf = (revisions: readonly Revision[]): Pick<RevisionContent, 'methods' | 'revisions'> => ({
  methods: methodsFor(revisions),
  revisions: revisions.map(({ text }) => text),
})

/** The revisions of a content, each with its method. */
export const revisionsOf = ({ methods, revisions }: RevisionContent): Revision[] =>
  methods.map(({ method }, index) => ({ method, text: revisions[index] ?? '' }))

/** What annotators are given: the prompt and the original, and nothing of who made what or what is known to be wrong. */
export function shows(content: Json): Json {
  const { prompt, response } = contentOf(content)
  return { prompt, response, methods: [], revisions: [], claims: [], corrections: [], humanRevision: null }
}
