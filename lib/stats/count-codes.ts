/** How often each of so many categories is among these codes, which are the categories' places. */
export function countCodes(codes: readonly number[], categories: number): number[] {
  const counts = new Array<number>(categories).fill(0)
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1
  return counts
}
