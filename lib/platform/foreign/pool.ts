/** A few processes in which foreign input is read, kept warm: started when first needed, ended when there is nothing to do. */
import { keptProtocol } from '@/lib/protocols/kept-protocols'
import type { Definition } from '@/lib/protocols/language/definition'
import { CannotBeRead, LIMITS, type Limits } from './limits'
import type { Place, Results } from './messages'
import { type Ask, ReaderGone, ReaderProcess } from './reader-process'

/** Each holds some 100 MB. Between the check of a file and its writing a person decides; where none does, the two follow at once. */
const IDLE_MS = 5_000
/** Processes that may end under the hands of one who waits, by no fault of theirs. */
const MOST_MOVES = 10
/** Records of one file whose reading is ended; then the rest is not looked at. */
const MOST_REFUSED = 20

export interface PoolOptions {
  /** The module with the lists of readers, below the app's folder. */
  readers: string
  size?: number
  limits?: Partial<Limits>
  idleMs?: number
}

export interface Reading {
  signal?: AbortSignal | undefined
  limits?: Partial<Limits> | undefined
}

/** A record whose reading was ended, or, with `isRest`, the place from which nothing more of the file is read. */
export interface RefusedRecord {
  line: number
  cause: CannotBeRead
  isRest: boolean
}

export type StreamResult = { ok: true; value: unknown } | { ok: false; refused: RefusedRecord }

export class ReaderPool {
  private readonly processes = new Set<ReaderProcess>()
  /** Which streams are open in which process; it keeps their state. */
  private readonly open = new Map<number, ReaderProcess>()
  private streams = 0
  private idle: NodeJS.Timeout | undefined

  constructor(private readonly options: PoolOptions) {}

  /** Runs one piece. Throws CannotBeRead where a limit ended it, and the signal's reason where that did. */
  async run(name: string, input: unknown, reading: Reading = {}): Promise<unknown> {
    const asking = { signal: reading.signal, limits: this.limitsOf(reading) }
    const definitions = definitionsNamedBy(input)
    for (let moves = 0, deaths = 0; ; moves++) {
      try {
        return await this.pick().ask({ kind: 'piece', name, input, definitions }, asking)
      } catch (error) {
        // A process that was ended from outside says nothing about the input, the first time.
        const isOthers = error instanceof CannotBeRead && error.reason === 'ended' && deaths++ === 0
        if (!isOthers && !(error instanceof ReaderGone && moves < MOST_MOVES)) throw error
      }
    }
  }

  /**
   * Reads a file record by record; `open` gives it from its beginning, again where a process ended under it. The record that
   * ended it is refused, the others are read.
   */
  async *stream(
    name: string,
    input: unknown,
    open: () => AsyncIterable<Uint8Array>,
    reading: Reading = {},
  ): AsyncGenerator<StreamResult> {
    const progress = new StreamProgress()
    for (;;) {
      const limits = this.limitsOf(reading)
      const streamRequest = { name, input, place: progress.place }
      const run = new StreamRun(this, streamRequest, { signal: reading.signal, limits, onAt: progress.announce })
      try {
        for await (const value of run.results(open())) {
          progress.place.from++
          yield { ok: true, value }
        }
        return
      } catch (error) {
        const refused = progress.after(error)
        if (refused) yield { ok: false, refused }
        if (refused?.isRest) return
      }
    }
  }

  /** Has a process that has loaded the listed stream, for what is about to be read; without work it rests as any other. */
  warm(name: string): void {
    // Whether it can be started is said to whoever has something to read.
    this.pick()
      .ask({ kind: 'load', name }, { limits: this.limitsOf({}) })
      .catch(() => undefined)
  }

  /** Ends all processes; what they are at work on is thrown ReaderGone. */
  end(): void {
    clearTimeout(this.idle)
    for (const each of this.processes) each.stop()
  }

  /** The ids of its processes. */
  get pids(): number[] {
    return [...this.processes].flatMap(({ pid }) => pid ?? [])
  }

  /** A process for a stream, which keeps it until it is closed. */
  openStream(): { stream: number; ask: (ask: Ask, asking: Reading & { limits: Limits }) => Promise<unknown> } {
    const stream = ++this.streams
    const process = this.pick()
    this.open.set(stream, process)
    return { stream, ask: (ask, asking) => process.ask(ask, asking) }
  }

  closeStream(stream: number): void {
    const process = this.open.get(stream)
    this.open.delete(stream)
    if (process?.isGone === false) process.ask({ kind: 'close', stream }, { limits: LIMITS }).catch(() => undefined)
  }

  private limitsOf(reading: Reading): Limits {
    return { ...LIMITS, ...this.options.limits, ...reading.limits }
  }

  /** The one with the least to do; a new one rather than a busy one. */
  private pick(): ReaderProcess {
    clearTimeout(this.idle)
    const alive = [...this.processes].filter(({ isGone }) => !isGone)
    const streamsOf = (each: ReaderProcess) => [...this.open.values()].filter((owner) => owner === each).length
    const [best] = alive
      .map((each) => ({ each, load: each.load + streamsOf(each) }))
      .sort((left, right) => left.load - right.load)
    if (best && (best.load === 0 || alive.length >= (this.options.size ?? 2))) return best.each
    const { readers } = this.options
    // A pool for small pieces still bears one that may take more.
    const residentBytes = Math.max(LIMITS.residentBytes, this.limitsOf({}).residentBytes)
    const fresh = new ReaderProcess(
      { readers, residentBytes },
      {
        idle: () => this.restLater(),
        gone: () => {
          this.processes.delete(fresh)
          for (const [stream, owner] of this.open) if (owner === fresh) this.open.delete(stream)
        },
      },
    )
    this.processes.add(fresh)
    return fresh
  }

  private restLater(): void {
    clearTimeout(this.idle)
    this.idle = setTimeout(() => {
      if (this.open.size === 0 && [...this.processes].every(({ load }) => load === 0)) this.end()
    }, this.options.idleMs ?? IDLE_MS).unref()
  }
}

interface StreamWork {
  name: string
  input: unknown
  place: Place
}

/** One go at a file, in one process. */
class StreamRun {
  constructor(
    private readonly pool: ReaderPool,
    private readonly work: StreamWork,
    private readonly asking: Reading & { limits: Limits; onAt: (index: number, line: number) => void },
  ) {}

  async *results(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
    const { stream, ask } = this.pool.openStream()
    const source = chunks[Symbol.asyncIterator]()
    const nextOf = async (needs: boolean): Promise<Results> => {
      if (!needs) return (await ask({ kind: 'next', stream }, this.asking)) as Results
      const { done, value } = await source.next()
      return (await ask({ kind: 'next', stream, chunk: done ? null : value }, this.asking)) as Results
    }
    try {
      const { name, input, place } = this.work
      await ask({ kind: 'open', stream, name, input, definitions: definitionsNamedBy(input), place }, this.asking)
      let next = nextOf(false)
      for (;;) {
        const { results, needs, done } = await next
        if (!done) {
          // While those that came are looked at, others are read.
          next = nextOf(needs)
          next.catch(() => undefined)
        }
        yield* results
        if (done) return
      }
    } finally {
      this.pool.closeStream(stream)
      await source.return?.()
    }
  }
}

/** How far the reading of a file has come over several processes, and which record ends them. */
class StreamProgress {
  readonly place = { from: 0, refused: [] as number[], slowly: false }
  private moves = 0
  /** Where the file was at the last move, and where records began to be announced. */
  private movedAt = 0
  private slowFrom = 0
  private readonly announced = { index: -1, line: 0 }

  readonly announce = (index: number, line: number): void => {
    Object.assign(this.announced, { index, line })
  }

  /**
   * What follows from a run that ended: null to go on from the place in another process, or the record that is to blame, behind which the
   * reading goes on unless it is the rest of the file. Throws what is no fault of the input.
   */
  after(error: unknown): RefusedRecord | null {
    if (error instanceof ReaderGone && this.moveOn()) return null
    if (!(error instanceof CannotBeRead)) throw error
    const { place, announced } = this
    const isKnown = announced.index === place.from
    // First of all, which one it is; also where the one before could be read after all.
    if (!place.slowly || (!isKnown && place.from > this.slowFrom)) {
      place.slowly = true
      this.slowFrom = place.from
      return null
    }
    const isRecord = isKnown && place.refused.length + 1 < MOST_REFUSED
    if (isRecord) {
      place.refused.push(place.from++)
      place.slowly = false
    }
    return { line: isKnown ? announced.line : announced.line + 1, cause: error, isRest: !isRecord }
  }

  /** Counts the moves since a record was last read; false where there were too many. */
  private moveOn(): boolean {
    if (this.place.from > this.movedAt) this.moves = 0
    this.movedAt = this.place.from
    return this.moves++ < MOST_MOVES
  }
}

/**
 * The definitions of the protocols of files that the input of a reader or of a calculation names, in its field `protocolId` or in the list
 * `protocolIds`: any of them may be told so which protocol it works under.
 */
function definitionsNamedBy(input: unknown): Definition[] {
  const { protocolId, protocolIds } = Object(input) as { protocolId?: unknown; protocolIds?: unknown }
  const namedIds = [protocolId, ...(Array.isArray(protocolIds) ? protocolIds : [])]
  return namedIds.flatMap((id) => (typeof id === 'string' ? (keptProtocol(id)?.definition ?? []) : []))
}
