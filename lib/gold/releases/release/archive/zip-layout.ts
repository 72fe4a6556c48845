/**
 * ZIP archives whose files are stored as they are (APPNOTE 6.3.10): every byte follows from names, sizes and CRC-32, so
 * that an archive is the same on every machine and its size known before it is written (docs/decisions/022-releases.md).
 * Sizes that do not fit 32 bits are written as ZIP64. Pure.
 */

export interface ZipEntry {
  /** Relative, with slashes, ASCII. */
  path: string
  bytes: number
}
export interface ZipFile extends ZipEntry {
  crc32: number
}

const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff
/** 1 January 1980, the first day that ZIP knows: archives do not tell when they were made. */
const DOS_DATE = 0x0021
const VERSION = 20
const VERSION_64 = 45
/** Made by UNIX, for the permissions of the files. */
const MADE_BY = 3 << 8
const READABLE = 0o100644
const UTF8_NAMES = 0x0800
const [LOCAL, CENTRAL, LOCAL_64] = [30, 46, 20]
const [END, END_64, LOCATOR_64] = [22, 56, 20]

const isLarge = ({ bytes }: ZipEntry) => bytes >= MOST_32
const nameOf = ({ path }: ZipEntry) => Buffer.from(path, 'utf8')

/** What stands before a file's bytes. */
export function localHeader(file: ZipFile): Buffer {
  const name = nameOf(file)
  const large = isLarge(file)
  const head = Buffer.alloc(LOCAL)
  head.writeUInt32LE(0x04034b50, 0)
  writeCommon(head.subarray(4), file, large ? LOCAL_64 : 0)
  const extra = large ? extra64([file.bytes, file.bytes]) : Buffer.alloc(0)
  return Buffer.concat([head, name, extra])
}

/** Version needed, flags, method, time, date, CRC-32, sizes, lengths of name and extra field: 26 bytes. */
function writeCommon(header: Buffer, file: ZipFile, extraLength: number, needs64 = isLarge(file)): void {
  const size = isLarge(file) ? MOST_32 : file.bytes
  header.writeUInt16LE(needs64 ? VERSION_64 : VERSION, 0)
  header.writeUInt16LE(UTF8_NAMES, 2)
  header.writeUInt16LE(0, 4)
  header.writeUInt16LE(0, 6)
  header.writeUInt16LE(DOS_DATE, 8)
  header.writeUInt32LE(file.crc32, 10)
  header.writeUInt32LE(size, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(nameOf(file).length, 22)
  header.writeUInt16LE(extraLength, 24)
}

/** The extra field of numbers that do not fit elsewhere. */
function extra64(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [index, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index)
  return extra
}

const largeOf = (file: ZipEntry, offset: number): number[] => [
  ...(isLarge(file) ? [file.bytes, file.bytes] : []),
  ...(offset >= MOST_32 ? [offset] : []),
]

function centralHeader(file: ZipFile, offset: number): Buffer {
  const large = largeOf(file, offset)
  const extra = large.length > 0 ? extra64(large) : Buffer.alloc(0)
  const head = Buffer.alloc(CENTRAL)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(MADE_BY | VERSION_64, 4)
  writeCommon(head.subarray(6), file, extra.length, large.length > 0)
  head.writeUInt32LE(READABLE * 0x1_0000, 38)
  head.writeUInt32LE(Math.min(offset, MOST_32), 42)
  return Buffer.concat([head, nameOf(file), extra])
}

const localSize = (file: ZipEntry): number => LOCAL + nameOf(file).length + (isLarge(file) ? LOCAL_64 : 0) + file.bytes

function offsetsOf(files: readonly ZipEntry[]): { offsets: number[]; end: number } {
  let end = 0
  const offsets = files.map((file) => {
    const offset = end
    end += localSize(file)
    return offset
  })
  return { offsets, end }
}

/** What stands behind the last file: the list of all, and where it begins. */
export function directory(files: readonly ZipFile[]): Buffer {
  const { offsets, end } = offsetsOf(files)
  const list = Buffer.concat(files.map((file, index) => centralHeader(file, offsets[index] ?? 0)))
  const tail = Buffer.alloc(END)
  const needs64 = files.length >= MOST_16 || end >= MOST_32 || list.length >= MOST_32
  const count = Math.min(files.length, MOST_16)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(count, 8)
  tail.writeUInt16LE(count, 10)
  tail.writeUInt32LE(Math.min(list.length, MOST_32), 12)
  tail.writeUInt32LE(Math.min(end, MOST_32), 16)
  return Buffer.concat([list, ...(needs64 ? [end64(files.length, list.length, end)] : []), tail])
}

function end64(count: number, listLength: number, end: number): Buffer {
  const endRecord = Buffer.alloc(END_64 + LOCATOR_64)
  endRecord.writeUInt32LE(0x06064b50, 0)
  endRecord.writeBigUInt64LE(BigInt(END_64 - 12), 4)
  endRecord.writeUInt16LE(MADE_BY | VERSION_64, 12)
  endRecord.writeUInt16LE(VERSION_64, 14)
  endRecord.writeBigUInt64LE(BigInt(count), 24)
  endRecord.writeBigUInt64LE(BigInt(count), 32)
  endRecord.writeBigUInt64LE(BigInt(listLength), 40)
  endRecord.writeBigUInt64LE(BigInt(end), 48)
  endRecord.writeUInt32LE(0x07064b50, END_64)
  endRecord.writeBigUInt64LE(BigInt(end + listLength), END_64 + 8)
  endRecord.writeUInt32LE(1, END_64 + 16)
  return endRecord
}

/** How many bytes the archive of these files has. */
export function archiveSize(files: readonly ZipEntry[]): number {
  return offsetsOf(files).end + directory(files.map((file) => ({ ...file, crc32: 0 }))).length
}
