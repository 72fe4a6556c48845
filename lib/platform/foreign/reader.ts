/**
 * The process that reads foreign input for others: `scripts/run.cjs reader <module> <parent> <bytes>`, started by reader-process.ts. It has
 * none of the app's secrets, and ends with its parent.
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Answer, Question, Results } from './messages'
import { RecordStream } from './record-stream'
import type { Readers } from './registry'

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

const send = (said: Answer): Promise<void> =>
  new Promise((resolve) => {
    if (process.send) process.send(said, undefined, {}, () => resolve())
    else resolve()
  })

async function answer(readers: Readers, streams: Map<number, RecordStream>, question: Question): Promise<unknown> {
  const { id, kind } = question
  switch (kind) {
    case 'piece': {
      const read = await readers.pieces[question.name]?.()
      if (!read) throw new Error(`there is no piece "${question.name}"`)
      await send({ kind: 'begun', id })
      // What it takes was checked where it was asked for; across the channel it is unknown.
      return read(question.input as never)
    }
    case 'open': {
      const read = await readers.streams[question.name]?.()
      if (!read) throw new Error(`there is no stream "${question.name}"`)
      streams.set(question.stream, new RecordStream(read(question.input as never), question.place))
      return null
    }
    case 'next': {
      const stream = streams.get(question.stream)
      if (!stream) throw new Error(`there is no open stream ${question.stream}`)
      const at = (index: number, line: number) => send({ kind: 'at', id, index, line })
      const next: Results = await stream.next(question.chunk, at)
      return next
    }
    case 'close':
      streams.delete(question.stream)
      return null
  }
}
