/**
 * The door to the processes in which foreign input is read (docs/decisions/030): what goes through it can neither block this process nor
 * take its memory. A new reader is a pure function in the list of foreign-readers.ts.
 */
import { ReaderPool, type Reading, type RefusedRecord } from './pool'
import type { ReadingChoice } from './records/file-facts'
import { type SourceEntry, type SourceProblem, sourceProblem } from './records/source-entry'
import type { Piece, Stream } from './registry'

// One for the process: a build may load this module more than once.
const globals: typeof globalThis & { __assayReaders?: ReaderPool } = globalThis

function pool(): ReaderPool {
  globals.__assayReaders ??= new ReaderPool({ readers: 'foreign-readers.ts' })
  return globals.__assayReaders
}

/**
 * The listed function of this name, run apart. It throws CannotBeRead where the input goes beyond a limit, and the signal's reason where
 * that ends it. tests/foreign-readers.test.ts compares name and type with the list.
 */
export const pieceReader =
  <Read extends Piece>(name: string) =>
  async (input: Parameters<Read>[0], reading: Reading = {}): Promise<Awaited<ReturnType<Read>>> =>
    (await pool().run(name, input, reading)) as Awaited<ReturnType<Read>>

/**
 * The listed function of this name, run apart on a file, record by record. A record that goes beyond a limit is a problem with its line,
 * and the others are read; `open` gives the file from its beginning, once more for each process that ends.
 */
export const recordReader = <Read extends Stream>(name: string) =>
  async function* (
    input: Parameters<Read>[0],
    open: () => AsyncIterable<Uint8Array>,
    reading: Reading = {},
  ): AsyncGenerator<ReturnType<ReturnType<Read>> | SourceProblem> {
    for await (const result of pool().stream(name, input, open, reading))
      yield result.ok ? (result.value as ReturnType<ReturnType<Read>>) : problemOf(result.refused)
  }

/** Has a process ready for the listed function of this name, where a file is on its way that this process will have read. */
export const prepareReading = (name: string): void => pool().warm(name)

/** The records of a file, as they stand in it. */
export const readRecordsApart = (
  open: () => AsyncIterable<Uint8Array>,
  reading: Reading = {},
  choice: ReadingChoice = {},
) =>
  recordReader<(input: { choice: ReadingChoice }) => (entry: SourceEntry) => SourceEntry>('records')(
    { choice },
    open,
    reading,
  )

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
