/** How pure functions are listed that children run. They are loaded when first used, in the child only. */
import type { SourceEntry } from './records/source-entry'

/** Reads one piece: takes and returns what can be cloned. */
export type Piece = (input: never) => unknown

/** Reads the records of a file one by one, and returns of each what can be cloned. */
export type Stream = (input: never) => (entry: SourceEntry) => unknown

/** The lists of a module named to a pool: it exports them as `readers`. */
export interface Readers {
  pieces: Record<string, () => Promise<Piece>>
  streams: Record<string, () => Promise<Stream>>
}
