import 'server-only'
import { pool } from '@/lib/platform/server/db'

/** Thrown when the import under work was cancelled meanwhile: nothing is to be kept, and nothing is wrong. */
export class ImportEnded extends Error {
  override readonly name = 'ImportEnded'
}

/** Is the import no longer in the state that a job works on? Its file may be gone then, and what fails does not matter. */
export async function hasEnded(importId: string, state: 'checking' | 'applying'): Promise<boolean> {
  const { rowCount } = await pool().query('select 1 from imports where id = $1 and state = $2::"ImportState"', [
    importId,
    state,
  ])
  return rowCount === 0
}

// Each telling leaves a dead version of the row, over which every foreign key check of a running write has to step.
const EVERY_MS = 1000

/**
 * Tells people how far an import has come, at most once a second, on a connection of its own; notices there that
 * the import was cancelled or that the worker is to stop. What is told never goes back, and is less than the whole: that it is over, its state says.
 */
export class ImportProgress {
  private read = { bytes: 0, lines: 0 }
  private line: number | null = null
  private told = 0

  constructor(
    private readonly importId: string,
    private readonly state: 'checking' | 'applying',
    private readonly signal: AbortSignal,
    private readonly byteSize: number,
  ) {}

  /** What has gone to the process that reads, of which it may hold a megabyte before its first record. */
  readonly reached = ({ bytes, lines }: { bytes: number; lines: number }): void => {
    this.read = { bytes, lines }
  }

  /** Of a file of lines: where the record stands that came last. */
  at(line: number): void {
    this.line = line
  }

  /**
   * Call often. `done`: the share that is dealt with of the records that came. Throws ImportEnded after a cancellation, and the signal's reason
   * when the worker stops.
   */
  async tell(done = 1): Promise<void> {
    this.signal.throwIfAborted()
    if (Date.now() - this.told < EVERY_MS) return
    this.told = Date.now()
    const { rowCount } = await pool().query(
      'update imports set progress = greatest(progress, $2) where id = $1 and state = $3::"ImportState"',
      [this.importId, Math.floor(Math.max(0, Math.min(this.come() * done, this.byteSize - 1))), this.state],
    )
    if (rowCount === 0) throw new ImportEnded()
  }

  /** How many bytes of the file have come back as records. */
  private come(): number {
    const { bytes, lines } = this.read
    return this.line === null || lines === 0 ? bytes : bytes * Math.min(1, this.line / lines)
  }
}
