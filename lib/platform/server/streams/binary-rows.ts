/** Rows in PostgreSQL's binary form of COPY (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"). Pure. */

/** A value as bytes, in the binary form of its type: a text is its UTF-8. */
export type Field = Buffer | null

const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** The signature, flags, and the length of an extension, of which there is none. */
const HEADER_BYTES = SIGNATURE.length + 8
const COUNT_BYTES = 2
const LENGTH_BYTES = 4
/** Where a row has the number of its fields, behind the last one; and the length of a null. */
const NONE = -1

/**
 * The rows of each piece, as views of it; a piece may end anywhere. A source that ends without the mark of the end throws, so that a part is never
 * taken for the whole.
 */
export async function* binaryRows(pieces: AsyncIterable<Buffer>): AsyncGenerator<Field[][]> {
  let held: Buffer[] = []
  let size = 0
  let needed = HEADER_BYTES
  let isBegun = false
  let isEnded = false
  for await (const piece of pieces) {
    held.push(piece)
    size += piece.length
    if (size < needed) continue
    const bytes = held.length === 1 ? piece : Buffer.concat(held, size)
    if (!isBegun && !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE))
      throw new Error('these are no rows in the binary form of COPY')
    const begin = isBegun ? 0 : HEADER_BYTES
    isBegun = true
    const found = rowsIn(bytes, begin)
    isEnded ||= found.isEnded
    held = [bytes.subarray(found.end)]
    size = bytes.length - found.end
    needed = found.needed
    if (found.rows.length > 0) yield found.rows
  }
  if (!isEnded) throw new Error('the rows broke off before their end')
}

/** The whole rows from `begin` on, where they end, and how many bytes from there the next one has at least. */
function rowsIn(bytes: Buffer, begin: number) {
  const rows: Field[][] = []
  for (let at = begin; ; ) {
    if (at + COUNT_BYTES > bytes.length) return { rows, end: at, needed: COUNT_BYTES, isEnded: false }
    const count = bytes.readInt16BE(at)
    if (count === NONE) return { rows, end: bytes.length, needed: 0, isEnded: true }
    const row = rowAt(bytes, at + COUNT_BYTES, count)
    if (row.fields === null) return { rows, end: at, needed: row.end - at, isEnded: false }
    rows.push(row.fields)
    at = row.end
  }
}

/** The fields of one row, or null where they go on behind these bytes, up to `end` at least. */
function rowAt(bytes: Buffer, begin: number, count: number): { fields: Field[] | null; end: number } {
  const fields: Field[] = []
  let at = begin
  while (fields.length < count) {
    const from = at + LENGTH_BYTES
    if (from > bytes.length) return { fields: null, end: from }
    const length = bytes.readInt32BE(at)
    at = length === NONE ? from : from + length
    if (at > bytes.length) return { fields: null, end: at }
    fields.push(length === NONE ? null : bytes.subarray(from, at))
  }
  return { fields, end: at }
}
