import { MAX_RECORD_BYTES } from './source-entry'

/** The bytes of one record before they are parsed. */
export interface Piece {
  line: number
  /** null when the record was too long to keep. */
  bytes: Buffer | null
  /** Did the file end before the record did? */
  cut: boolean
}

/** Collects the bytes of one record across chunks, and lets go of them once there are too many. */
export class PieceBuffer {
  private parts: Buffer[] = []
  private size = 0

  add(bytes: Buffer): void {
    this.size += bytes.length
    if (this.size > MAX_RECORD_BYTES) this.parts = []
    else if (bytes.length > 0) this.parts.push(bytes)
  }

  /** The record so far, and an empty buffer for the next. */
  take(): Buffer | null {
    const bytes =
      this.size > MAX_RECORD_BYTES
        ? null
        : this.parts.length === 1
          ? (this.parts[0] ?? null)
          : Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    return bytes
  }
}
