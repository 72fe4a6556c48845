/** The most that can be named at once. */
const MOST = 1000

/** "3, 17, 20-25" as numbers, each once; null where it cannot be read, or names too many. */
export function parsePositions(text: string): number[] | null {
  const found = new Set<number>()
  for (const part of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const match = /^(\d{1,9})(?:[-–](\d{1,9}))?$/.exec(part)
    const from = Number(match?.[1])
    const to = Number(match?.[2] ?? match?.[1])
    if (!match || from < 1 || to < from || to - from >= MOST) return null
    for (let position = from; position <= to; position++) found.add(position)
    if (found.size > MOST) return null
  }
  return found.size === 0 ? null : [...found].sort((a, b) => a - b)
}
