/** The content with the lists that runs made: of one method the latest stands; a third method has no place. */
import { z } from 'zod'
import type { Json } from '@/lib/protocols/protocol'
import { latestByMethod } from '@/lib/protocols/side-by-side/methods'
import { type ClaimList, contentOf, listsOf, partsOf, tidyClaims } from '@/lib/protocols/veriscore-preference/content'

const LISTS = 2

const madeList = z.object({
  method: z.string().trim().min(1),
  claims: z.array(z.string()),
  extractor: z.string().nullable(),
})

/** What is not in the shape of a list is left out. The same lists twice change nothing. */
export function withEvidence(content: Json, found: readonly Json[]): Json {
  const own = contentOf(content)
  const made = found.flatMap((entry) => madeList.safeParse(entry).data ?? [])
  if (made.length === 0) return content
  const lists = latestByMethod([
    ...listsOf(own),
    ...made.map(({ method, claims }) => ({ method, claims: tidyClaims(claims) })),
  ]).slice(0, LISTS)
  return { ...own, ...partsOf(lists), extractor: extractorOf(lists, made, own.extractor) }
}

type Made = z.infer<typeof madeList>

/** The model behind all of these lists where runs made all of them and it is one; what the record says where they did not. */
function extractorOf(lists: readonly ClaimList[], made: readonly Made[], stated: string | null): string | null {
  const latest = latestByMethod(made).filter(({ method }) => lists.some((list) => list.method === method))
  if (latest.length < lists.length) return stated
  const models = new Set(latest.map(({ extractor }) => extractor))
  const [only = null] = models
  return models.size === 1 ? only : null
}
