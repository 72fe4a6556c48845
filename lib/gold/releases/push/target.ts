/** A place that files of a release are sent to, whatever protocol it speaks. */
import type { fileStates } from './contract'

/** A file of a release as it rests here. */
export interface SentFile {
  path: string
  bytes: number
  /** In hexadecimal. */
  sha256: string
  /** Its bytes from `from` (0 at first) up to and without `to`, a piece at a time; without them, all. */
  read(from?: number, to?: number): AsyncGenerator<Buffer>
}

export type FileState = (typeof fileStates)[number]

/** An upload in parts that has begun, kept so that a later try goes on behind its last part. */
export interface Upload {
  path: string
  /** Of the file as it was when the upload began: where it was made again since, none of the parts is of use. */
  sha256: string
  id: string
  /** What the place answered for each part, in order. */
  etags: string[]
}

/** What a target tells while it sends. */
export interface Sending {
  /** So many bytes more have arrived. */
  onSent(bytes: number): void
  /** The upload that an earlier try left, and where the next one finds what this one leaves. */
  upload: Upload | null
  keepUpload(upload: Upload | null): Promise<void>
}

export interface Target {
  /** How each of these files stands there, by the digest that the place itself computed, or by reading it back. */
  look(files: readonly SentFile[]): Promise<ReadonlyMap<string, FileState>>
  /** Sends these, all of them. @returns what the place calls its state then; null where it has no name for it. */
  send(files: readonly SentFile[], sending: Sending): Promise<string | null>
  /** Gives up an upload in parts that nobody will finish. */
  abandon(upload: Upload): Promise<void>
}

/** What no further try changes; the message says what to do. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused'
}

/** What may be over in a while. */
export class PushInterrupted extends Error {
  override readonly name = 'PushInterrupted'
}
