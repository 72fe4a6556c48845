/** The child's side of a file that is read record by record: chunks come in as they are asked for, results go out in batches. */
import { splitRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import type { Place, Results } from './messages'

/** Results of one answer: so many, and of so much time. */
const BATCH = 250
const BATCH_MS = 250
const BATCH_CHARACTERS = 2_000_000
/** Of records that are known already, every so many is announced, as a sign of progress. */
const SIGN_EVERY = 100

type At = (index: number, line: number) => Promise<void>

/** Chunks that the parent sends when it is told that one is needed. */
class Chunks {
  private waiting: ((chunk: Uint8Array | null) => void) | null = null
  private whenNeeded: () => void = () => undefined

  /** Resolves when a chunk is waited for; at once where one is already. */
  needed(): Promise<void> {
    if (this.waiting) return Promise.resolve()
    return new Promise((resolve) => {
      this.whenNeeded = resolve
    })
  }

  give(chunk: Uint8Array | null): void {
    const take = this.waiting
    this.waiting = null
    take?.(chunk)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = await new Promise<Uint8Array | null>((resolve) => {
        this.waiting = resolve
        this.whenNeeded()
      })
      if (!chunk) return
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    }
  }
}

export class RecordStream {
  private readonly chunks = new Chunks()
  private readonly results: AsyncIterator<{ result: unknown; size: number }>
  private pending: Promise<IteratorResult<{ result: unknown; size: number }>> | null = null
  private at: At = async () => undefined
  private count = 0

  constructor(
    private readonly read: (entry: SourceEntry) => unknown,
    private readonly place: Place,
  ) {
    this.results = this.readAll()
  }

  /** The next results; gives the file's next chunk first, where one was asked for. */
  async next(chunk: Uint8Array | null | undefined, at: At): Promise<Results> {
    this.at = at
    if (chunk !== undefined) this.chunks.give(chunk)
    const results: unknown[] = []
    const started = Date.now()
    let size = 0
    for (;;) {
      this.pending ??= this.results.next()
      const next = await Promise.race([this.pending, this.chunks.needed()])
      if (!next) return { results, needs: true, done: false }
      this.pending = null
      if (next.done) return { results, needs: false, done: true }
      results.push(next.value.result)
      size += next.value.size
      const isFull = results.length >= BATCH || size >= BATCH_CHARACTERS || Date.now() - started >= BATCH_MS
      if (isFull || this.isSlow()) return { results, needs: false, done: false }
    }
  }

  /** What ended a process is among the records of one batch. */
  private isSlow(): boolean {
    return this.place.slowly && this.count <= this.place.from + BATCH
  }

  private async *readAll(): AsyncGenerator<{ result: unknown; size: number }> {
    const { from, refused } = this.place
    for await (const { line, read } of splitRecords(this.chunks)) {
      const index = this.count++
      if (refused.includes(index)) continue
      if (index < from ? index % SIGN_EVERY === 0 : this.isSlow()) await this.at(index, line)
      const entry = read()
      if (index >= from) yield { result: this.read(entry), size: entry.ok ? entry.raw.length : 0 }
    }
  }
}
