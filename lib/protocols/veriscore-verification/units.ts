import { z } from 'zod'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { contentOf } from './content'
import { ITEM } from './fields'

/** The claim, and each search result under a key by its rank. */
export function verificationUnits(content: Json): UnitDraft[] {
  const { claim, results } = contentOf(content)
  return [
    { key: ITEM, kind: 'item', text: claim },
    ...results.map(({ title, snippet, link }, index) => ({
      key: resultKey(index),
      kind: 'result',
      text: snippet.trim() === '' ? title : snippet,
      parent: ITEM,
      data: { title, link, rank: index + 1 },
    })),
  ]
}

/** The key of the result at this place, from 0. */
export const resultKey = (index: number): string => `r${index + 1}`

const resultData = z.object({ title: z.string(), link: z.string().nullable(), rank: z.int() })
/** What a unit knows of its search result; `rank` counts from 1. */
export type ResultData = z.infer<typeof resultData>

export function resultDataOf({ data = null }: UnitDraft): ResultData {
  const checked = resultData.safeParse(data)
  return checked.success ? checked.data : { title: '', link: null, rank: 0 }
}
