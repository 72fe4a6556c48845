import { z } from 'zod'
import { auditedShape } from '@/lib/protocols/felm-audits/record'
import type { Json } from '@/lib/protocols/protocol'

/** One reference link of a labelled response, with what it was given for. */
export const referenceContent = z.object({
  ...auditedShape,
  url: z.string(),
  /** What was noted with the link. */
  about: z.string().nullable(),
  /** The segments that it was given for; none: for the response as a whole. */
  segments: z.array(z.string()),
})
export type ReferenceContent = z.infer<typeof referenceContent>

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): ReferenceContent {
  return content as ReferenceContent
}
