interface Pace {
  waiting: number
  running: number
  /** Items that ended in the last minutes, and when the first and last of them did. */
  recent: number
  firstRecent: Date | null
  lastRecent: Date | null
}

/** Fewest items that ended lately from which a pace can be told. */
const FEWEST = 3

/** When the rest will be done at the pace of the last minutes (ISO time, UTC); null where that cannot be told. */
export function expectedEnd({ waiting, running, recent, firstRecent, lastRecent }: Pace, now: Date): string | null {
  if (recent < FEWEST || !firstRecent || !lastRecent) return null
  const took = lastRecent.getTime() - firstRecent.getTime()
  if (took <= 0) return null
  // Between `recent` ends there are one fewer pauses.
  const each = took / (recent - 1)
  return new Date(now.getTime() + each * (waiting + running)).toISOString()
}
