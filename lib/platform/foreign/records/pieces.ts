import { MAX_NATIVE_BYTES, MAX_RECORD_BYTES } from './limits'

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
    if (this.size > MAX_NATIVE_BYTES) this.parts = []
    else if (bytes.length > 0) this.parts.push(bytes)
  }

  /** The record so far, and an empty buffer for the next. */
  take(): Buffer | null {
    const isWithinLimit = this.size <= MAX_NATIVE_BYTES
    const bytes = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts)
    this.parts = []
    this.size = 0
    return isWithinLimit && (bytes.length <= MAX_RECORD_BYTES || isNativeLine(bytes)) ? bytes : null
  }
}

/** Every line of a native export begins with its format, the first perhaps with a byte order mark; more is not looked at, so that no other record is read at such a length. */
export const isNativeLine = (bytes: Buffer): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"format"\s*:\s*"assay\//.test(bytes.toString('latin1', 0, 200))
