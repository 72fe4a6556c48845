/** How much the packed streams of a PDF hold: a few kilobytes may unpack to gigabytes. */
import { constants, inflateSync } from 'node:zlib'

/** Dictionaries stand before their streams; longer ones are not looked at beyond this. */
const DICTIONARY = 4_000

/** Do the streams of a PDF that were packed by Flate, once or over and over, hold more than so many bytes? Pictures are left out: nobody unpacks them for their text. */
export function unpacksBeyond(bytes: Uint8Array, most: number): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = most
  /** Where the next stream ends; the end of the file once no other does. */
  let end = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at)) {
    const isEnd = at >= 3 && file.toString('latin1', at - 3, at) === 'end'
    const dictionary = isEnd ? '' : dictionaryBefore(file, at)
    at += 'stream'.length
    const times = dictionary.match(/\/(?:FlateDecode|Fl)\b/g)?.length ?? 0
    if (times === 0 || /\/Subtype\s*\/Image\b/.test(dictionary)) continue
    while (file[at] === 13 || file[at] === 10) at++
    if (end < at) end = file.indexOf('endstream', at)
    if (end < 0) end = file.length
    const size = unpackedSize(file.subarray(at, end), times, left)
    if (size === null) return true
    left -= size
  }
  return false
}

/** From the beginning of the object; dictionaries may hold others. */
function dictionaryBefore(file: Buffer, at: number): string {
  const before = file.toString('latin1', Math.max(0, at - DICTIONARY), at)
  return before.slice(before.lastIndexOf(' obj') + 1)
}

/** null beyond `most`; 0 for what is damaged or locked, which nobody unpacks. */
function unpackedSize(packed: Buffer, times: number, most: number): number | null {
  let bytes = packed
  let size = 0
  for (let time = 0; time < times; time++) {
    try {
      bytes = inflateSync(bytes, { maxOutputLength: most - size, finishFlush: constants.Z_SYNC_FLUSH })
    } catch (error) {
      return Object(error).code === 'ERR_BUFFER_TOO_LARGE' ? null : size
    }
    size += bytes.length
    if (size >= most) return null
  }
  return size
}
