import type { Json } from '@/lib/protocols/protocol'

/** Every different value once, by a code from 1: labels repeat a million times, and are kept as small numbers. */
export class ValueTable {
  private readonly simple = new Map<Json, number>()
  private readonly others = new Map<string, number>()
  private readonly values: Json[] = [null]

  codeOf(value: Json): number {
    if (value === null || typeof value !== 'object') return this.known(this.simple, value, value)
    return this.known(this.others, JSON.stringify(value), value)
  }

  /** Of a code that `codeOf` gave. */
  valueOf(code: number): Json {
    return this.values[code] ?? null
  }

  private known<Key>(codes: Map<Key, number>, key: Key, value: Json): number {
    const found = codes.get(key)
    if (found !== undefined) return found
    codes.set(key, this.values.length)
    this.values.push(value)
    return this.values.length - 1
  }
}

/** A list of codes that takes as little room as its largest one allows; 0 where nothing was set. */
export class CodeList {
  private codes: Uint8Array | Uint16Array | Uint32Array = new Uint8Array(0)

  get(index: number): number {
    return this.codes[index] ?? 0
  }

  set(index: number, code: number): void {
    if (index >= this.codes.length) this.codes = resized(this.codes, Math.max(64, index + 1, this.codes.length * 2))
    if (code > 0xff && this.codes.BYTES_PER_ELEMENT === 1) this.codes = Uint16Array.from(this.codes)
    if (code > 0xffff && this.codes.BYTES_PER_ELEMENT === 2) this.codes = Uint32Array.from(this.codes)
    this.codes[index] = code
  }
}

/** Rows of numbers by index, all of one length; undefined where none was set. */
export class RowList {
  private width = 0
  private numbers = new Float64Array(0)

  get isEmpty(): boolean {
    return this.width === 0
  }

  get(index: number): number[] | undefined {
    const row = this.numbers.subarray(index * this.width, (index + 1) * this.width)
    return row.length === 0 || Number.isNaN(row[0]) ? undefined : Array.from(row)
  }

  set(index: number, row: readonly number[]): void {
    this.width = row.length
    const needed = (index + 1) * row.length
    if (needed > this.numbers.length) {
      const larger = new Float64Array(Math.max(64 * row.length, needed, this.numbers.length * 2)).fill(Number.NaN)
      larger.set(this.numbers)
      this.numbers = larger
    }
    this.numbers.set(row, index * row.length)
  }
}

function resized(codes: Uint8Array | Uint16Array | Uint32Array, length: number) {
  const larger =
    codes instanceof Uint8Array
      ? new Uint8Array(length)
      : codes instanceof Uint16Array
        ? new Uint16Array(length)
        : new Uint32Array(length)
  larger.set(codes)
  return larger
}
