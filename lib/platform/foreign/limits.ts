/** What reading one piece of foreign input may cost, and how a refusal is said. */

/** Limits of one piece of work: a record, a page, a file of a few megabytes. */
export interface Limits {
  /** Processor time, where the system tells it (Linux); a busy machine takes nothing of it away. */
  processorMs: number
  /** Time altogether: for what waits and never ends, and where the processor time is not known. */
  wallMs: number
  /** Resident memory of the process that reads, with what is outside of its heap. */
  residentBytes: number
}

export const LIMITS: Limits = { processorMs: 10_000, wallMs: 120_000, residentBytes: 900_000_000 }

/** The heap of a child, in megabytes; it ends by itself beyond it. Well below the limit of resident memory. */
export const HEAP_MEGABYTES = 512

/** Most bytes that the packed streams of one file may hold when unpacked. */
export const MOST_UNPACKED_BYTES = 100_000_000

/** Why something could not be read. */
export type Cause = 'time' | 'memory' | 'ended'

const BECAUSE: Record<Cause, string> = {
  time: 'it takes too long',
  memory: 'it takes too much memory',
  ended: 'the process that read it ended',
}

/** Thrown where reading was ended; `message` is a sentence without a stop, such as "it takes too long". */
export class CannotBeRead extends Error {
  override readonly name = 'CannotBeRead'

  constructor(readonly reason: Cause) {
    super(BECAUSE[reason])
  }
}
