import type { RecordProblem } from '@/lib/protocols/protocol'
import { type ImportProblem, KEPT_PROBLEMS, type ProblemGroup } from './contract'

/** More kinds than this in one file are summed up as one. */
const MAX_GROUPS = 100

/** Counts everything found in a file, and keeps the first of it. */
export class FindingList {
  errorCount = 0
  warningCount = 0
  private readonly kept: Record<ImportProblem['severity'], ImportProblem[]> = { error: [], warning: [] }
  private readonly groups = new Map<string, ProblemGroup>()

  add(severity: ImportProblem['severity'], line: number, problem: RecordProblem): void {
    if (severity === 'error') this.errorCount++
    else this.warningCount++
    const kind = this.count(severity, problem)
    if (this.kept[severity].length >= KEPT_PROBLEMS) return
    const { field, message, fix } = problem
    this.kept[severity].push({ line, field, message, fix, severity, kind })
  }

  list(): { groups: ProblemGroup[]; problems: ImportProblem[] } {
    const order = (a: ProblemGroup, b: ProblemGroup) => a.severity.localeCompare(b.severity) || b.count - a.count
    const byLine = (a: ImportProblem, b: ImportProblem) => a.line - b.line
    return {
      groups: [...this.groups.values()].sort(order),
      problems: [...this.kept.error.sort(byLine), ...this.kept.warning.sort(byLine)],
    }
  }

  /** Problems are of one kind when they differ only in numbers and quoted texts. */
  private count(severity: ImportProblem['severity'], { message, field }: RecordProblem): string {
    const pattern = message.replace(/"[^"]*"|\d+/g, '…')
    const own = `${severity} ${field.replace(/\d+/g, '…')} ${pattern}`
    const kind = this.groups.has(own) || this.groups.size < MAX_GROUPS ? own : `${severity} other`
    const group = this.groups.get(kind)
    if (group) {
      group.count++
      // The first wording stands for a kind with one member only.
      group.message = kind === own ? pattern : 'Others'
    } else this.groups.set(kind, { severity, kind, message: kind === own ? message : 'Others', count: 1 })
    return kind
  }
}
