/** How pure functions are listed that children run. They are loaded when first used, in the child only. */
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'

/** What reads one piece: takes and returns what can be cloned. */
export type Piece<In = never, Out = unknown> = (input: In) => Out | Promise<Out>

/** What reads the records of a file, one by one, and returns of each what can be cloned. */
export type Stream<In = never, Out = unknown> = (input: In) => (entry: SourceEntry) => Out

/** The lists of a module named to a pool: it exports them as `readers`. */
export interface Readers {
  // The inputs are checked where a pool is asked (`Pieces`, `Streams`); across the channel they are unknown.
  pieces: Record<string, () => Promise<(input: unknown) => unknown>>
  streams: Record<string, () => Promise<(input: unknown) => (entry: SourceEntry) => unknown>>
}

type Loaded<Load> = Load extends () => Promise<infer Read> ? Read : never

/** What a piece of a list is given, and what it returns. */
export type PieceInput<Load> = Loaded<Load> extends (input: infer In) => unknown ? In : never
export type PieceOutput<Load> = Loaded<Load> extends (input: never) => infer Out ? Awaited<Out> : never

/** The same of a stream, for each record. */
export type StreamInput<Load> = PieceInput<Load>
export type StreamOutput<Load> = PieceOutput<Load> extends (entry: SourceEntry) => infer Out ? Out : never
