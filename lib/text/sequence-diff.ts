import { diffArrays } from 'diff'

/** A stretch that both sequences have, or that was replaced: removed from one, added by the other, or both. */
export interface SequencePart<Entry> {
  /** The entries of the later sequence; null where the stretch was replaced. */
  same: Entry[] | null
  removed: Entry[]
  added: Entry[]
}

/** What comparisons may still cost together, in squares of entries removed or added: the time of each grows with that. */
export interface DiffBudget {
  left: number
}

/** Beyond this many entries removed or added a comparison entry by entry tells nothing. */
const MOST_EDITS = 300

const mostOf = ({ left }: DiffBudget) => Math.min(MOST_EDITS, Math.floor(Math.sqrt(left)))

/** How many entries removed or added another comparison may find; what it costs at most is taken from the budget. */
export function takeMost(budget: DiffBudget): number {
  const most = mostOf(budget)
  budget.left -= most ** 2
  return most
}

/**
 * What was replaced between two sequences whose entries are told apart by their keys, in order. The cost is taken from the budget; where the
 * sequences have too little in common, or the budget is used up, one is removed and the other added as a whole.
 */
export function sequenceDiff<Entry extends { key: string }>(
  before: readonly Entry[],
  after: readonly Entry[],
  budget: DiffBudget,
): SequencePart<Entry>[] {
  const most = mostOf(budget)
  const changes = diffArrays([...before], [...after], {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: most,
  })
  const edits = changes?.reduce((sum, { value, added, removed }) => sum + (added || removed ? value.length : 0), 0)
  budget.left -= (edits ?? most) ** 2
  if (!changes) return [{ same: null, removed: [...before], added: [...after] }]
  const parts: SequencePart<Entry>[] = []
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1)
    if (!added && !removed) parts.push({ same: value, removed: [], added: [] })
    else if (last?.same === null) last[added ? 'added' : 'removed'].push(...value)
    else parts.push({ same: null, removed: removed ? value : [], added: added ? value : [] })
  }
  return parts
}
