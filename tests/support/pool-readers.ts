/** What the tests of the pool have read by its processes: work that never ends, or takes all there is. */
import { existsSync, writeFileSync } from 'node:fs'
import type { SourceEntry } from '@/lib/platform/foreign/records/source-entry'

/** Blocks for ever, as a bad regular expression does. */
function spin(): never {
  for (;;) Math.random()
}

/** Memory outside of the heap, which limits of threads do not count. */
function hoard(): never {
  const kept: Buffer[] = []
  for (;;) kept.push(Buffer.alloc(10_000_000, 1))
}

function dieOnce({ marker }: { marker: string }): string {
  if (!existsSync(marker)) {
    writeFileSync(marker, '')
    process.kill(process.pid, 'SIGKILL')
    spin()
  }
  return 'read'
}

function fault(what: unknown): void {
  if (what === 'spin') spin()
  if (what === 'die') {
    process.kill(process.pid, 'SIGKILL')
    spin()
  }
}

export const readers = {
  pieces: {
    echo: async () => (input: unknown) => input,
    pid: async () => (_input: null) => process.pid,
    environment: async () => (_input: null) => Object.keys(process.env).sort(),
    refuse: async () => (input: string) => {
      throw new Error(input)
    },
    later: async () => (_input: null) => new Promise(() => undefined),
    spin: async () => spin,
    hoard: async () => hoard,
    dieOnce: async () => dieOnce,
  },
  streams: {
    /** The app's own, but for records that say what is to happen. */
    'item-checks': async () => {
      const { itemChecksOf } = await import('@/lib/workspace/imports/read-file-items')
      return (input: Parameters<typeof itemChecksOf>[0]) => {
        const read = itemChecksOf(input)
        return (entry: SourceEntry) => {
          if (entry.ok) fault(entry.value.do)
          return read(entry)
        }
      }
    },
    columns: async () => (await import('@/lib/workspace/imports/read-file-items')).columnsOf,
    /** Each record's id; a record's `do` says what happens to whoever reads it. */
    ids: async () => (prefix: string) => (entry: SourceEntry) => {
      if (entry.ok) fault(entry.value.do)
      return entry.ok ? `${prefix}${String(entry.value.id)}` : `line ${entry.line}: ${entry.kind}`
    },
  },
}
