/** What a parent and its reading child say to each other. All of it can be cloned. */

import type { Definition } from '@/lib/protocols/language/definition'

/** A question of the parent; each gets one answer. `definitions`: the protocols of files that its input names. */
export type Question =
  | { kind: 'piece'; id: number; name: string; input: unknown; definitions: readonly Definition[] }
  | {
      kind: 'open'
      id: number
      stream: number
      name: string
      input: unknown
      definitions: readonly Definition[]
      place: Place
    }
  /** The next results of a stream; `chunk` where it asked for one, null after the last. */
  | { kind: 'next'; id: number; stream: number; chunk?: Uint8Array | null }
  | { kind: 'close'; id: number; stream: number }
  /** A stream of this name is about to be opened. */
  | { kind: 'load'; id: number; name: string }

/** Where a stream begins. */
export interface Place {
  /** How many records are known already. */
  from: number
  /** Records that are not to be read again. */
  refused: readonly number[]
  /** One record at a time, each announced before it is read. */
  slowly: boolean
}

/** Results of a stream so far. */
export interface Results {
  results: unknown[]
  /** Nothing more comes before another chunk of the file does. */
  needs: boolean
  done: boolean
}

export type Answer =
  | { kind: 'ready' }
  /** All code is loaded, and the work begins, or it has come further: what it costs counts from here. */
  | { kind: 'begun'; id: number }
  /** The work has come to this record, which is read now. */
  | { kind: 'at'; id: number; index: number; line: number }
  | { kind: 'answer'; id: number; ok: true; value: unknown }
  | { kind: 'answer'; id: number; ok: false; message: string }
