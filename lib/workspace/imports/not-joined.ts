import { NAMED_LINES, type NotJoined, type NotJoinedReason } from './contract'

/** Counts labels that were left out, by reason, with the first lines of each. */
export class NotJoinedCounts {
  private readonly counts = new Map<NotJoinedReason, NotJoined>()

  add(reason: NotJoinedReason, line: number): void {
    const reasonEntry = this.counts.get(reason) ?? { reason, count: 0, lines: [] }
    reasonEntry.count++
    if (reasonEntry.lines.length < NAMED_LINES && reasonEntry.lines.at(-1) !== line) reasonEntry.lines.push(line)
    this.counts.set(reason, reasonEntry)
  }

  list(): NotJoined[] {
    return [...this.counts.values()].toSorted((a, b) => b.count - a.count)
  }
}
