/**
 * What votes come to, each for one thing or several: `preferred`, what more than half of them are for, where that is one; `unanimous`, whether all are for
 * the same, null with fewer than two votes.
 */
export function standing(votes: readonly (readonly string[])[]): {
  preferred: string | null
  unanimous: boolean | null
} {
  const leading = [...new Set(votes.flat())].filter(
    (each) => votes.filter((vote) => vote.includes(each)).length * 2 > votes.length,
  )
  const distinct = new Set(votes.map((vote) => JSON.stringify(vote.toSorted())))
  return {
    preferred: leading.length === 1 ? (leading[0] ?? null) : null,
    unanimous: votes.length < 2 ? null : distinct.size === 1,
  }
}
