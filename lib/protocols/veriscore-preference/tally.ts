/** What is counted of the votes on a pair of lists. */
import { z } from 'zod'
import type { Json, Subject, Vote } from '@/lib/protocols/protocol'
import { methodsOf, sameText } from '@/lib/protocols/side-by-side/methods'
import { chrfPlusPlus } from '@/lib/stats/chrf'
import { rougeL } from '@/lib/stats/rouge-l'
import { rougeN } from '@/lib/stats/rouge-n'
import { anyChoice, keyAt, UNDECIDED, wasHard } from './choices'
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

interface Read {
  /** A method, or `hard_to_choose`. */
  for: string
  side: string | null
  hard: boolean | null
}

export function tally(subject: Subject, votes: readonly Vote[]): { [key: string]: Json } {
  const read = votes.flatMap((vote) => readVote(subject, vote) ?? [])
  const names = methodsOf(subject.content).map(({ method }) => method)
  const count = (test: (vote: Read) => boolean) => read.filter(test).length
  const methods = names.map((name) => {
    const countByStrength = (hard: boolean) => count((vote) => vote.for === name && vote.hard === hard)
    return [
      name,
      { votes: count((vote) => vote.for === name), strong: countByStrength(false), slight: countByStrength(true) },
    ] as const
  })
  const most = [...names, UNDECIDED].find((name) => count((vote) => vote.for === name) * 2 > read.length)
  const { variant, lists } = contentOf(subject.content)
  return {
    variant,
    votes: read.length,
    methods: Object.fromEntries(methods),
    undecided: count((vote) => vote.for === UNDECIDED),
    left: count(({ side }) => side === 'left'),
    right: count(({ side }) => side === 'right'),
    unanimous: read.length < 2 ? null : new Set(read.map((vote) => vote.for)).size === 1,
    preferred: most ?? null,
    similarity: variant === 'comparison' ? between(lists) : null,
  }
}

function readVote(subject: Subject, { answers, shown }: Vote): Read | null {
  const choice = anyChoice(answers)
  if (choice === null) return null
  const hard = wasHard(answers)
  if (choice === UNDECIDED) return { for: UNDECIDED, side: null, hard }
  const key = keyAt(subject, choice, shown)
  const method = methodsOf(subject.content).find((each) => each.key === key)?.method
  return method === undefined ? null : { for: method, side: shown === null ? null : choice, hard }
}

function between([first, second]: readonly string[][]): { [key: string]: Json } | null {
  return first && second ? { ...similarityOf(asText(first), asText(second)) } : null
}
