/** What is counted of the votes on an item's revisions. */
import { z } from 'zod'
import { sumOf } from '@/lib/protocols/composition-cells'
import type { Json, Subject, Vote } from '@/lib/protocols/protocol'
import { methodOf, methodsOf } from '@/lib/protocols/side-by-side/methods'
import { standing } from '@/lib/protocols/side-by-side/standing'
import { chosenMethods, MOST_REVISIONS } from './choices'

export const tallySchema = z.object({
  votes: z.int(),
  /**
   * By method: `chosen` counts a tie for each of those chosen, as the published table does; `shares` divides it between
   * them, so that all votes add up.
   */
  methods: z.record(z.string(), z.object({ chosen: z.int(), shares: z.number() })),
  /** Votes for several revisions, which say the same. */
  ties: z.int(),
  /** Of votes for one revision whose order is known: how many were for the first place as seen, the second, ... */
  positions: z.array(z.int()),
  /** What more than half of the votes choose; null where that is none or several. */
  preferred: z.string().nullable(),
  unanimous: z.boolean().nullable(),
})
export type Tally = z.infer<typeof tallySchema>

export function tally({ content }: Subject, votes: readonly Vote[]): { [key: string]: Json } {
  const methods = methodsOf(content)
  const read = votes
    .map(({ answers, shown }) => ({ names: chosenMethods({ content }, answers), shown }))
    .filter(({ names }) => names.length > 0)
  const countOf = (method: string) => {
    const sizes = read.flatMap(({ names }) => (names.includes(method) ? [names.length] : []))
    return { chosen: sizes.length, shares: sumOf(sizes, (size) => 1 / size) }
  }
  const single = read.filter(({ names }) => names.length === 1)
  const votesAt = (place: number) =>
    single.filter(({ names, shown }) => {
      const key = shown?.[place]
      return key !== undefined && methodOf(content, key) === names[0]
    }).length
  return {
    votes: read.length,
    methods: Object.fromEntries(methods.map(({ method }) => [method, countOf(method)])),
    ties: read.length - single.length,
    positions: Array.from({ length: MOST_REVISIONS }, (_, place) => votesAt(place)),
    ...standing(read.map(({ names }) => names)),
  }
}
