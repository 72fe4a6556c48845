/**
 * The largest number of one-to-one pairs among those that fit: augmenting paths, O(left × pairs). Berge 1957, PNAS 43:842.
 */
export function mostPairs(left: number, right: number, fits: (left: number, right: number) => boolean): number {
  const partnerOf = new Int32Array(right).fill(-1)
  let pairs = 0
  for (let one = 0; one < left; one++) if (place(one, new Uint8Array(right))) pairs++
  return pairs

  function place(one: number, seen: Uint8Array): boolean {
    for (let other = 0; other < right; other++) {
      if (seen[other] || !fits(one, other)) continue
      seen[other] = 1
      const holder = partnerOf[other] ?? -1
      if (holder === -1 || place(holder, seen)) {
        partnerOf[other] = one
        return true
      }
    }
    return false
  }
}
