/**
 * Offsets into a text as files count them: in code points (Python), UTF-16 units (JavaScript, Java) or bytes of UTF-8 (Rust, Go).
 * Inside of Assay they count code points (docs/decisions/002).
 */
export type OffsetUnit = 'code points' | 'utf-16' | 'bytes'

/** Translates the offsets of one text; made once for a text with many. */
export class OffsetsOf {
  /** Where each code point begins in the file's unit, and at last the length of the text. */
  private readonly begins: number[] = [0]

  constructor(text: string, unit: OffsetUnit) {
    for (const point of text) this.begins.push((this.begins.at(-1) ?? 0) + sizeOf(point, unit))
  }

  /** In code points; null where the offset lies within a character or outside of the text. */
  toCodePoint(offset: number): number | null {
    let [low, high] = [0, this.begins.length - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      const begin = this.begins[middle] ?? 0
      if (begin === offset) return middle
      if (begin < offset) low = middle + 1
      else high = middle - 1
    }
    return null
  }

  /** Of a number of code points; past the end is the end. */
  fromCodePoint(count: number): number {
    return this.begins[Math.min(count, this.begins.length - 1)] ?? 0
  }
}

function sizeOf(point: string, unit: OffsetUnit): number {
  if (unit === 'code points') return 1
  if (unit === 'utf-16') return point.length
  const code = point.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}
