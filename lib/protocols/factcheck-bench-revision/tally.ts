/** What is counted of the votes on an item's revisions. */
import { z } from 'zod'
import type { Json, Subject, Vote } from '@/lib/protocols/protocol'
import { methodsOf } from '@/lib/protocols/side-by-side/methods'
import { chosenKeys, MOST_REVISIONS } from './choices'

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

export function tally(subject: Subject, votes: readonly Vote[]): { [key: string]: Json } {
  const methods = methodsOf(subject.content)
  const isKnown = (key: string) => methods.some((each) => each.key === key)
  const read = votes
    .map(({ answers, shown }) => ({ keys: chosenKeys(answers).filter(isKnown), shown }))
    .filter(({ keys }) => keys.length > 0)
  const counts = methods.map(({ key, method }) => {
    const methodVotes = read.filter(({ keys }) => keys.includes(key))
    return {
      method,
      chosen: methodVotes.length,
      shares: methodVotes.reduce((sum, { keys }) => sum + 1 / keys.length, 0),
    }
  })
  const leading = counts.filter(({ chosen }) => chosen * 2 > read.length)
  const votesAt = (place: number) =>
    read.filter(({ keys, shown }) => keys.length === 1 && shown?.[place] === keys[0]).length
  const distinctChoices = new Set(read.map(({ keys }) => keys.toSorted().join(' ')))
  return {
    votes: read.length,
    methods: Object.fromEntries(counts.map(({ method, chosen, shares }) => [method, { chosen, shares }])),
    ties: read.filter(({ keys }) => keys.length > 1).length,
    positions: Array.from({ length: MOST_REVISIONS }, (_, place) => votesAt(place)),
    preferred: leading.length === 1 ? (leading[0]?.method ?? null) : null,
    unanimous: read.length < 2 ? null : distinctChoices.size === 1,
  }
}
