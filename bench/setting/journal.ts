/** What was sent by whom, and what somebody was told is saved: the truth that the database is held against. */
import fs from 'node:fs'
import type { Json } from '@/lib/protocols/protocol'

/** A field of an annotation. */
export interface Field {
  annotationId: string
  unit: string
  question: string
}

export type Entry =
  | (Field & { kind: 'sent'; value: Json; base: number })
  | (Field & { kind: 'saved'; value: Json; revision: number })
  /** What its annotator wants it to be from now on. */
  | (Field & { kind: 'wanted'; value: Json })
  /** A conflict or a refusal, where nobody else was at work. */
  | (Field & { kind: 'trouble'; why: string })
  | { kind: 'submitted'; annotationId: string }

export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>

export const fieldKey = ({ annotationId, unit, question }: Field) => `${annotationId} ${unit} ${question}`

/** Append-only: written before a request goes out, and when its answer has come. */
export class Journal {
  private readonly entries: Entry[] = []
  private readonly handle: number

  constructor(file: string) {
    this.handle = fs.openSync(file, 'w')
  }

  write(entry: Entry): void {
    this.entries.push(entry)
    fs.writeSync(this.handle, `${JSON.stringify(entry)}\n`)
  }

  /** All of one kind, in the order in which they were written. */
  of<Kind extends Entry['kind']>(kind: Kind): EntryOf<Kind>[] {
    return this.entries.filter((entry): entry is EntryOf<Kind> => entry.kind === kind)
  }

  close(): void {
    fs.closeSync(this.handle)
  }
}
