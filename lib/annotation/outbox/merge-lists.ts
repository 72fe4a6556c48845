import type { Json } from '@/lib/protocols/protocol'

type Entry = { [key: string]: Json } & { key: string }

/**
 * Puts together what two places made of one list of keyed entries: everything that either of them added is in it, and
 * nothing that either of them took off `base`, which both began from. `theirs` gives the order. Null where one of the
 * three is no such list: other values cannot be put together, and somebody has to choose.
 */
export function mergeLists(base: Json, mine: Json, theirs: Json): Json[] | null {
  const [before, own, other] = [entriesIn(base), entriesIn(mine), entriesIn(theirs)]
  if (!before || !own || !other || (mine === null && theirs === null)) return null
  const has = (list: readonly Entry[], { key }: Entry) => list.some((each) => each.key === key)
  const merged = other.filter((entry) => has(own, entry) || !has(before, entry))
  own.forEach((entry, index) => {
    if (has(other, entry) || has(before, entry)) return
    const earlier = own.slice(0, index).map(({ key }) => key)
    const at = merged.findLastIndex(({ key }) => earlier.includes(key))
    merged.splice(earlier.length > 0 && at < 0 ? merged.length : at + 1, 0, entry)
  })
  return merged
}

/** The entries of a list; an unanswered one has none. */
function entriesIn(value: Json): Entry[] | null {
  if (value === null) return []
  return Array.isArray(value) && value.every(isEntry) ? value : null
}

const isEntry = (entry: Json): entry is Entry =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.key === 'string'
