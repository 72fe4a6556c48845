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
 * the import was cancelled or that the worker is to stop.
 */
export class ImportProgress {
  private bytes = 0
  private told = 0

  constructor(
    private readonly importId: string,
    private readonly state: 'checking' | 'applying',
    private readonly signal: AbortSignal,
  ) {}

  /** Bytes of the file read so far. */
  readonly reached = (bytes: number): void => {
    this.bytes = bytes
  }

  /** Call often. Throws ImportEnded after a cancellation, and the signal's reason when the worker stops. */
  async tell(): Promise<void> {
    this.signal.throwIfAborted()
    if (Date.now() - this.told < EVERY_MS) return
    this.told = Date.now()
    const { rowCount } = await pool().query(
      'update imports set progress = $2 where id = $1 and state = $3::"ImportState"',
      [this.importId, this.bytes, this.state],
    )
    if (rowCount === 0) throw new ImportEnded()
  }
}
