/**
 * The samples of a log of Inspect (`inspect-ai`), of either form that it writes: `.eval`, a ZIP archive with a member for each sample, packed with deflate or,
 * by recent versions, Zstandard, and `.json`, one object. An archive is read sample by sample, an object as a whole. Names in an archive are only compared;
 * nothing is unpacked to a file.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { decompressZstd } from 'hyparquet-compressors'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import { UnreadableFile } from '@/lib/platform/foreign/records/file-facts'
import { counted, megabytes } from '@/lib/platform/foreign/records/limits'
import type { WholeFile } from '@/lib/platform/foreign/records/whole-file'
import { headerSchema, type LogHeader } from './contract'

/** Largest log that is one JSON object: it is in memory as a whole. */
const MOST_JSON_BYTES = 50_000_000
/** Largest sample of an archive, unpacked. */
const MOST_SAMPLE_BYTES = 64_000_000
/** Members of an archive. */
const MOST_MEMBERS = 200_000
/** All members that are read together, unpacked. */
const MOST_UNPACKED = 8_000_000_000

const AGAIN = 'Copy it again from the folder of logs.'
const AS_EVAL =
  'Convert it with “inspect log convert LOG --to eval --output-dir FOLDER”, and upload the .eval file, which is read sample by sample.'
const AS_JSON = 'Convert it with “inspect log convert LOG --to json --output-dir FOLDER”, and upload the .json file.'

export interface InspectLog {
  header: LogHeader
  /** How many samples the log has, each epoch counted. */
  count: number
  /** In groups: all epochs of a sample together, in the order in which samples first come. Anything that JSON can hold; null: it is too large. */
  groups: () => AsyncGenerator<{ name: string; read: () => Promise<unknown> }[]>
}

/** @throws UnreadableFile */
export async function openJsonLog(file: WholeFile): Promise<InspectLog> {
  if (file.byteLength > MOST_JSON_BYTES)
    throw new UnreadableFile(
      'too-long',
      `This log of Inspect is one JSON object of more than ${megabytes(MOST_JSON_BYTES)}.`,
      AS_EVAL,
    )
  const log = parsed(Buffer.from(await file.slice(0)), 'The log')
  const { samples } = Object(log) as { samples?: unknown }
  const list: unknown[] = Array.isArray(samples) ? samples : []
  const groups = new Map<string, { name: string; read: () => Promise<unknown> }[]>()
  for (const [index, sample] of list.entries()) {
    const { id } = Object(sample) as { id?: unknown }
    const key = typeof id === 'string' || typeof id === 'number' ? String(id) : `${index}`
    const sampleEntry = { name: `sample ${key}`, read: async () => sample }
    const group = groups.get(key)
    if (group) group.push(sampleEntry)
    else groups.set(key, [sampleEntry])
  }
  return { header: headerIn(log), count: list.length, groups: () => inTurn(groups.values()) }
}

/** Does the archive hold a log of Inspect, finished or not? */
const isLogMember = (name: string) => name === 'header.json' || name.startsWith('_journal/')

const SAMPLE = /^samples\/(.+)_epoch_\d+\.json$/s
/** A sample that Inspect has cut into pieces, since it is very long. */
const PIECES = /^samples\/.+_epoch_\d+\/sample\.json$/s

/** The log in an archive; null where it holds none, so that it may be a workbook. @throws UnreadableFile */
export async function openArchivedLog(file: WholeFile): Promise<InspectLog | null> {
  let zip: ZipFile
  try {
    zip = await fromRandomAccessReaderPromise(new WholeFileReader(file), file.byteLength, {
      lazyEntries: true,
      autoClose: false,
    })
  } catch {
    // Whoever reads workbooks says what is wrong with the archive.
    return null
  }
  const { header, groups, count, isLog, isCut } = await membersOf(zip)
  if (!isLog) return null
  if (isCut)
    throw new UnreadableFile('binary', 'This log of Inspect holds samples in pieces, which are not read here.', AS_JSON)
  if (!header)
    throw new UnreadableFile(
      'truncated',
      'This log of Inspect is of a run that has not ended: it has no header.json.',
      'Wait until the run has ended, or write what it has done with “inspect log recover”.',
    )
  const unpacked = { bytes: 0 }
  const read = async (entry: Entry) => parsed(await bytesOf(zip, entry, unpacked), entry.fileName)
  return {
    header: headerIn(await read(header)),
    count,
    groups: () =>
      inTurn(
        [...groups.values()].map((entries) =>
          entries.map((entry) => ({
            name: entry.fileName,
            read: () => (entry.uncompressedSize > MOST_SAMPLE_BYTES ? Promise.resolve(null) : read(entry)),
          })),
        ),
      ),
  }
}

async function* inTurn<Group>(groups: Iterable<Group>): AsyncGenerator<Group> {
  yield* groups
}

async function membersOf(zip: ZipFile) {
  const groups = new Map<string, Entry[]>()
  let [header, count, isLog, isCut]: [Entry | null, number, boolean, boolean] = [null, 0, false, false]
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName } = entry
      isLog ||= isLogMember(fileName)
      isCut ||= PIECES.test(fileName)
      if (fileName === 'header.json') header = entry
      const [, name] = SAMPLE.exec(fileName) ?? []
      if (name === undefined) continue
      if (++count > MOST_MEMBERS) {
        const most = `The archive has more than ${counted(MOST_MEMBERS)} samples.`
        throw new UnreadableFile('too-long', most, 'Evaluate in parts, with --limit.')
      }
      const group = groups.get(name)
      if (group) group.push(entry)
      else groups.set(name, [entry])
    }
  } catch (error) {
    // An archive of something else is refused by who reads that.
    if (error instanceof UnreadableFile || isLog) throw asUnreadable(error, 'the list of its members')
  }
  return { groups, header, count, isLog, isCut }
}

const asUnreadable = (error: unknown, what: string): UnreadableFile =>
  error instanceof UnreadableFile
    ? error
    : new UnreadableFile('binary', `This log of Inspect is damaged: ${what} cannot be read.`, AGAIN)

const DEFLATE = 8
const ZSTANDARD = 93

/** What a member unpacks to: as many bytes as the archive says, and no more than may be, or it is refused. */
async function bytesOf(zip: ZipFile, entry: Entry, unpacked: { bytes: number }): Promise<Buffer> {
  const { fileName, compressionMethod, uncompressedSize } = entry
  unpacked.bytes += uncompressedSize
  if (
    unpacked.bytes > MOST_UNPACKED ||
    uncompressedSize > MOST_SAMPLE_BYTES ||
    entry.compressedSize > MOST_SAMPLE_BYTES
  )
    throw new UnreadableFile(
      'too-long',
      `“${fileName}” of this log unpacks to more than may be read.`,
      'Evaluate in parts, with --limit.',
    )
  if (entry.isEncrypted() || ![0, DEFLATE, ZSTANDARD].includes(compressionMethod))
    throw new UnreadableFile(
      'binary',
      `“${fileName}” of this log is packed in a way that is not read here (method ${compressionMethod}).`,
      AS_JSON,
    )
  try {
    const packed = await buffer(
      await zip.openReadStreamPromise(entry, compressionMethod === ZSTANDARD ? { decodeFileData: false } : {}),
    )
    const bytes =
      compressionMethod === ZSTANDARD ? Buffer.from(decompressZstd(packed, new Uint8Array(uncompressedSize))) : packed
    if (bytes.length === uncompressedSize && crc32(bytes) === entry.crc32) return bytes
  } catch {
    // What a package throws says nothing to whoever has the file.
  }
  throw asUnreadable(null, `“${fileName}”`)
}

/** A file that yauzl may read any part of. */
class WholeFileReader extends RandomAccessReader {
  private readonly file: WholeFile

  constructor(file: WholeFile) {
    super()
    this.file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { file } = this
    const pieces = async function* () {
      for (let offset = start; offset < end; offset += 1_000_000)
        yield Buffer.from(await file.slice(offset, Math.min(end, offset + 1_000_000)))
    }
    return Readable.from(pieces(), { objectMode: false })
  }
}

// A string, so that what it contains is skipped, or one of the numbers that Python writes and JSON does not know.
const NOT_A_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g

function parsed(bytes: Buffer, what: string): unknown {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  try {
    return JSON.parse(text)
  } catch {
    try {
      return JSON.parse(text.replace(NOT_A_NUMBER, (found) => (found.startsWith('"') ? found : 'null')))
    } catch {
      throw new UnreadableFile('truncated', `${what} is not JSON, or is cut off.`, AGAIN)
    }
  }
}

function headerIn(log: unknown): LogHeader {
  const read = headerSchema.safeParse(log)
  if (read.success) return read.data
  throw new UnreadableFile('binary', 'The head of this log does not say which model and task it is of.', AGAIN)
}
