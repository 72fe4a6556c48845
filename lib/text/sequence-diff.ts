import { diffArrays } from 'diff'

/** A stretch that both sequences have, or that was replaced: removed from one, added by the other, or both. */
export interface SequencePart<Entry> {
  /** The entries of the later sequence; null where the stretch was replaced. */
  same: Entry[] | null
  removed: Entry[]
  added: Entry[]
}

/** Beyond this many changes a comparison entry by entry tells nothing; the sequences are then shown whole. */
const MOST_CHANGES = 2000

/** What was replaced between two sequences whose entries are told apart by their keys, in order. */
export function sequenceDiff<Entry extends { key: string }>(
  before: readonly Entry[],
  after: readonly Entry[],
): SequencePart<Entry>[] {
  const changes = diffArrays([...before], [...after], {
    comparator: (one, other) => one.key === other.key,
    maxEditLength: MOST_CHANGES,
  })
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
