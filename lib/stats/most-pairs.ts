/**
 * The largest number of one-to-one pairs among those that fit: augmenting paths, O(left × pairs). Berge 1957, PNAS 43:842.
 */
export function mostPairs(left: number, right: number, fits: (left: number, right: number) => boolean): number {
  const partnerOf = new Int32Array(right).fill(-1)
  let pairs = 0
  for (let one = 0; one < left; one++) if (place(one, new Uint8Array(right))) pairs++
  return pairs

  function place(one: number, seenPartners: Uint8Array): boolean {
    // What is free is looked for first: where most pairs fit, nobody has to move.
    for (let other = 0; other < right; other++) {
      if (partnerOf[other] !== -1 || !fits(one, other)) continue
      partnerOf[other] = one
      return true
    }
    for (let other = 0; other < right; other++) {
      if (seenPartners[other] || !fits(one, other)) continue
      seenPartners[other] = 1
      if (place(partnerOf[other] ?? -1, seenPartners)) {
        partnerOf[other] = one
        return true
      }
    }
    return false
  }
}
