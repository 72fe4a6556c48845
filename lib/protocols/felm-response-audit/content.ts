import { z } from 'zod'
import { type Audited, auditedShape } from '@/lib/protocols/felm-audits/record'
import type { Json } from '@/lib/protocols/protocol'

/** A response of the dataset, with its prompt. */
export const responseContent = z.object(auditedShape)

/** An item's content as this protocol's type: it passed the schema when it was imported. */
export function contentOf(content: Json): Audited {
  return content as Audited
}
