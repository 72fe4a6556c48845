/** What is counted of the votes on a pair of lists. */
import { z } from 'zod'
import type { Json, Subject, Vote } from '@/lib/protocols/protocol'
import { sameText } from '@/lib/protocols/side-by-side/methods'
import { standing } from '@/lib/protocols/side-by-side/standing'
import { chrfPlusPlus } from '@/lib/stats/chrf'
import { rougeL } from '@/lib/stats/rouge-l'
import { rougeN } from '@/lib/stats/rouge-n'
import { anyChoice, hardnessOf, methodChosen, UNDECIDED } from './choices'
import { asText, contentOf, variants } from './content'

/** How alike two lists are, each taken as one text (VeriScore, appendix F). All but `exact` from 0 to 1. */
const similarity = z.object({
  exact: z.boolean(),
  rouge1: z.number(),
  rouge2: z.number(),
  rougeL: z.number(),
  /** With the first list as the reference; chrF++ weighs the two differently. */
  chrf: z.number(),
})

const similarityOf = (first: string, second: string): z.infer<typeof similarity> => ({
  exact: sameText(first, second),
  rouge1: rougeN(first, second, 1).value,
  rouge2: rougeN(first, second, 2).value,
  rougeL: rougeL(first, second).value,
  chrf: chrfPlusPlus(first, second),
})

export const tallySchema = z.object({
  variant: z.enum(variants),
  votes: z.int(),
  /** By method: votes for it, and how many of them came easily (strong) or with hesitation (slight). */
  methods: z.record(z.string(), z.object({ votes: z.int(), strong: z.int(), slight: z.int() })),
  undecided: z.int(),
  /** Votes by the side as seen; those whose order nobody wrote down are in neither. */
  left: z.int(),
  right: z.int(),
  /** Do all say the same? null with fewer than two votes. */
  unanimous: z.boolean().nullable(),
  /** What more than half of the votes are for: a method, or `hard_to_choose`; else null. */
  preferred: z.string().nullable(),
  similarity: similarity.nullable(),
})
export type Tally = z.infer<typeof tallySchema>

export function tally({ content }: Subject, votes: readonly Vote[]): { [key: string]: Json } {
  const { variant, methods, lists } = contentOf(content)
  const read = votes.flatMap(({ answers, shown }) => {
    const side = anyChoice(answers)
    const method = methodChosen({ content }, side, shown)
    return method === null ? [] : [{ method, side: shown && side, hardness: hardnessOf(answers) }]
  })
  const count = (test: (vote: (typeof read)[number]) => boolean) => read.filter(test).length
  const countOf = (name: string) => ({
    votes: count(({ method }) => method === name),
    strong: count(({ method, hardness }) => method === name && hardness === 'easy'),
    slight: count(({ method, hardness }) => method === name && hardness === 'hard'),
  })
  const { preferred, unanimous } = standing(read.map(({ method }) => [method]))
  const [first, second] = lists.map(asText)
  return {
    variant,
    votes: read.length,
    methods: Object.fromEntries(methods.map(({ method }) => [method, countOf(method)])),
    undecided: count(({ method }) => method === UNDECIDED),
    left: count(({ side }) => side === 'left'),
    right: count(({ side }) => side === 'right'),
    unanimous,
    preferred,
    similarity:
      variant === 'comparison' && first !== undefined && second !== undefined ? similarityOf(first, second) : null,
  }
}
