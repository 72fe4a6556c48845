import { NAMED_LINES, type NotJoined, type NotJoinedReason } from './contract'

/** Counts labels that were left out, by reason, with the first lines of each. */
export class NotJoinedCounts {
  private readonly counts = new Map<NotJoinedReason, NotJoined>()

  add(reason: NotJoinedReason, line: number): void {
    const known = this.counts.get(reason) ?? { reason, count: 0, lines: [] }
    known.count++
    if (known.lines.length < NAMED_LINES && known.lines.at(-1) !== line) known.lines.push(line)
    this.counts.set(reason, known)
  }

  list(): NotJoined[] {
    return [...this.counts.values()].toSorted((a, b) => b.count - a.count)
  }
}
