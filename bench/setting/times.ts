/** Times of requests by what was asked, what is usual among them, and those that failed. */
export class Times {
  private readonly taken = new Map<string, number[]>()
  private readonly failed = new Map<string, number>()

  note(what: string, ms: number): void {
    const times = this.taken.get(what) ?? []
    times.push(ms)
    this.taken.set(what, times)
  }

  /** `why`: a status, or that there was no answer. */
  noteFailure(what: string, why: string): void {
    const key = `${what}: ${why}`
    this.failed.set(key, (this.failed.get(key) ?? 0) + 1)
  }

  of(what: string): readonly number[] {
    return this.taken.get(what) ?? []
  }

  /** A line for each thing asked, the most frequent first; the last figure is the ratio to `plain` at p95. */
  lines(plain?: string): string[] {
    const byCount = [...this.taken].toSorted(([, left], [, right]) => right.length - left.length)
    const floor = plain === undefined ? 0 : quantile(this.of(plain), 0.95)
    return byCount.map(
      ([what, times]) =>
        `  ${what.padEnd(44)} ${String(times.length).padStart(6)}  ` +
        [0.5, 0.95, 0.99].map((share) => `p${share * 100} ${quantile(times, share).toFixed(0)} ms`).join(', ') +
        (floor > 0 ? `, x ${(quantile(times, 0.95) / floor).toFixed(1)}` : ''),
    )
  }

  failures(): string[] {
    return [...this.failed].map(([key, count]) => `  ${key}: ${count}`)
  }
}

/** NaN where nothing was measured. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((left, right) => left - right)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
