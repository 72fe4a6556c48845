/**
 * The door to the processes in which foreign input is read (docs/decisions/030): what goes through it can neither block this process nor
 * take its memory. A new reader is a pure function in readers.ts.
 */
import { type SourceProblem, sourceProblem } from '@/lib/platform/foreign/records/source-entry'
import { ReaderPool, type Reading, type RefusedRecord } from './pool'
import type { readers } from './readers'
import type { PieceInput, PieceOutput, StreamInput, StreamOutput } from './registry'

type Pieces = (typeof readers)['pieces']
type Streams = (typeof readers)['streams']

// One for the process: a build may load this module more than once.
const globals: typeof globalThis & { __assayReaders?: ReaderPool } = globalThis

function pool(): ReaderPool {
  globals.__assayReaders ??= new ReaderPool({ readers: 'lib/platform/foreign/readers.ts' })
  return globals.__assayReaders
}

/** Reads one piece. Throws CannotBeRead where it goes beyond a limit, and the signal's reason where that ends it. */
export async function readApart<Name extends keyof Pieces>(
  name: Name,
  input: PieceInput<Pieces[Name]>,
  reading: Reading = {},
): Promise<PieceOutput<Pieces[Name]>> {
  return (await pool().run(name, input, reading)) as PieceOutput<Pieces[Name]>
}

/**
 * Reads a file record by record. A record that goes beyond a limit is a problem with its line, and the others are read; `open` gives
 * the file from its beginning, once more for each process that ends.
 */
export async function* readRecordsApart<Name extends keyof Streams>(
  name: Name,
  input: StreamInput<Streams[Name]>,
  open: () => AsyncIterable<Uint8Array>,
  reading: Reading = {},
): AsyncGenerator<StreamOutput<Streams[Name]> | SourceProblem> {
  for await (const result of pool().stream(name, input, open, reading))
    yield result.ok ? (result.value as StreamOutput<Streams[Name]>) : problemOf(result.refused)
}

/** Ends the processes; others are started when there is something to read again. */
export function endReaders(): void {
  globals.__assayReaders?.end()
  delete globals.__assayReaders
}

const problemOf = ({ line, cause, isRest }: RefusedRecord): SourceProblem =>
  isRest
    ? sourceProblem(
        line,
        'unreadable',
        `The file cannot be read from here on: ${cause.message}.`,
        'Split the file, and look at what stands here.',
      )
    : sourceProblem(line, 'unreadable', `This record cannot be read: ${cause.message}.`, 'Shorten it, or leave it out.')
