import { type MatrixOptions, MISSING } from '@/lib/quality/rater-matrix/contract'

/** Decides which cells mean "not rated", and remembers which words did so. */
export class Missing {
  private readonly tokens: ReadonlySet<string>
  private readonly met = new Map<string, number>()

  constructor(options: Pick<MatrixOptions, 'missing' | 'categories'>) {
    const declared = new Set(options.categories)
    this.tokens = new Set((options.missing ?? MISSING).filter((token) => !declared.has(token)))
  }

  /** The label of a cell, or null. */
  read(cell: string | null | undefined): string | null {
    if (cell === null || cell === undefined || cell === '') return null
    if (!this.tokens.has(cell)) return cell
    this.met.set(cell, (this.met.get(cell) ?? 0) + 1)
    return null
  }

  get notes(): string[] {
    return [...this.met].map(
      ([token, count]) =>
        `${count} ${count === 1 ? 'cell says' : 'cells say'} “${token}” and ${count === 1 ? 'was' : 'were'} read as not rated. If it is a label, declare the labels.`,
    )
  }
}
