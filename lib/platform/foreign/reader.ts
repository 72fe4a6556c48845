/**
 * The process that reads foreign input for others: `scripts/run.cjs reader <module> <parent> <bytes>`, started by reader-process.ts. It has
 * none of the app's secrets, and ends with its parent.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { splitRecords } from '@/lib/platform/foreign/records/read-records'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'
import type { Definition } from '@/lib/protocols/language/definition'
import type { Answer, Place, Question, Results } from './messages'
import type { Readers } from './registry'

/* The child's side of a file that is read record by record: chunks come in as they are asked for, results go out in batches. */

/** Results of one answer: so many, and of so much time. */
const BATCH = 250
const BATCH_MS = 250
const BATCH_CHARACTERS = 2_000_000
/** Of records that are known already, every so many is announced, as a sign of progress. */
const SIGN_EVERY = 100

type At = (index: number, line: number) => Promise<void>
/** Says that there is progress, though no record has come yet. */
type Sign = () => Promise<void>

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

class RecordStream {
  private readonly chunks = new Chunks()
  private readonly results: AsyncIterator<{ result: unknown; size: number }>
  private pending: Promise<IteratorResult<{ result: unknown; size: number }>> | null = null
  private at: At = async () => undefined
  private sign: Sign = async () => undefined
  private count = 0

  constructor(
    private readonly read: (entry: SourceEntry) => unknown,
    private readonly place: Place,
    private readonly choice: ReadingChoice,
  ) {
    this.results = this.readAll()
  }

  /** The next results; gives the file's next chunk first, where one was asked for. */
  async next(chunk: Uint8Array | null | undefined, { at, sign }: { at: At; sign: Sign }): Promise<Results> {
    this.at = at
    this.sign = sign
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
    for await (const { line, read } of splitRecords(this.chunks, this.choice, () => this.sign())) {
      const index = this.count++
      if (refused.includes(index)) continue
      if (index < from ? index % SIGN_EVERY === 0 : this.isSlow()) await this.at(index, line)
      const entry = read()
      if (index >= from) yield { result: this.read(entry), size: lengthOf(entry) }
    }
  }
}

/** Of what stands in it, in characters. */
const lengthOf = (entry: SourceEntry): number =>
  entry.ok ? entry.raw.length : entry.value || entry.row ? JSON.stringify(entry).length : 0

/** In a thread of its own, because whatever is read may block the others. */
const WATCH = `
  const { workerData: { parent, residentBytes } } = require('node:worker_threads')
  setInterval(() => {
    if (process.ppid !== parent || process.memoryUsage.rss() > residentBytes) process.kill(process.pid, 'SIGKILL')
  }, 250)`

/** Serves the parent until it lets go of the channel. */
export async function main([file = '', parent = '', residentBytes = '']: string[]): Promise<void> {
  endFirst()
  const workerData = { parent: Number(parent), residentBytes: Number(residentBytes) }
  new Worker(WATCH, { eval: true, workerData }).unref()
  // A signal to the group is for the parent, which may still need an answer.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
  process.on('disconnect', () => process.exit(0))
  const { readers }: { readers: Readers } = await import(pathToFileURL(path.resolve(file)).href)
  const streams = new Map<number, RecordStream>()
  process.on('message', (question: Question) => {
    answer(readers, streams, question).then(
      (value) => send({ kind: 'answer', id: question.id, ok: true, value }),
      (error: unknown) =>
        send({ kind: 'answer', id: question.id, ok: false, message: String(Object(error).stack ?? error) }),
    )
  })
  await send({ kind: 'ready' })
}

/** Where the machine runs out of memory, this process is the one to end. */
function endFirst(): void {
  process.title = 'assay reader'
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // It reads as well without.
  }
}

const send = (reply: Answer): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(reply, undefined, {}, () => resolve())
    else resolve()
  })

/** Any reader of a file may be told how to read it, by the field `choice` of its input. */
function choiceIn(input: unknown): ReadingChoice {
  const { choice } = Object(input) as { choice?: ReadingChoice }
  return choice ?? {}
}

/** Such a process has no database: the protocols of files come along with what is asked under them. */
async function keep(definitions: readonly Definition[]): Promise<void> {
  if (definitions.length === 0) return
  const { keepDefinition } = await import('@/lib/protocols/definitions')
  for (const definition of definitions) keepDefinition(definition)
}

async function answer(readers: Readers, streams: Map<number, RecordStream>, question: Question): Promise<unknown> {
  const { id, kind } = question
  switch (kind) {
    case 'piece': {
      const read = await readers.pieces[question.name]?.()
      if (!read) throw new Error(`there is no piece "${question.name}"`)
      await keep(question.definitions)
      await send({ kind: 'begun', id })
      // What it takes was checked where it was asked for; across the channel it is unknown.
      return read(question.input as never)
    }
    case 'open': {
      const read = await readers.streams[question.name]?.()
      if (!read) throw new Error(`there is no stream "${question.name}"`)
      await keep(question.definitions)
      streams.set(
        question.stream,
        new RecordStream(read(question.input as never), question.place, choiceIn(question.input)),
      )
      return null
    }
    case 'next': {
      const stream = streams.get(question.stream)
      if (!stream) throw new Error(`there is no open stream ${question.stream}`)
      const sendPosition = (index: number, line: number) => send({ kind: 'at', id, index, line })
      // What it takes counts from here again.
      const sign = () => send({ kind: 'begun', id })
      const next: Results = await stream.next(question.chunk, { at: sendPosition, sign })
      return next
    }
    case 'close':
      streams.delete(question.stream)
      return null
    case 'load':
      await readers.streams[question.name]?.()
      return null
  }
}
