/**
 * Reads records together with their partners in second files. Several files come as one (tar-file.ts), in any order: second files are indexed by
 * key (partner-index.ts), the records wait in memory or in a temporary file (whole-file.ts) until all of these are there. Without second files
 * records are read that have their partners in them, or may be without.
 */
import type { JoinedFile, RecordProblem } from '@/lib/protocols/records'
import { exactJson } from './exact-numbers'
import { type FileFacts, type FilesTogether, type ReadingChoice, UnreadableFile } from './file-facts'
import { inspectValue } from './inspect-value'
import { MAX_RECORD_BYTES, megabytes } from './limits'
import { PartnerIndex } from './partner-index'
import { isNamedSo, missingProblem, type Partner, partnerKey, quoted, takenProblem, withPartners } from './partners'
import type { UnreadRecord } from './read-records'
import { tarEntries } from './read-tar'
import {
  isNative,
  type JsonObject,
  type PartnerFound,
  type SourceEntry,
  type SourceProblem,
  type SourceRecord,
  sourceProblem,
} from './source-entry'
import { originalOf, storedSource } from './stored-source'
import { isTar } from './tar-file'
import { beginning, unpacked } from './unpack'
import { WholeFile } from './whole-file'

/** So much of second files is read for records at most, by which one small record may find a large partner, also where it is refused. */
const MAX_JOINED_BYTES = 8_000_000_000
const HEADER_BYTES = 512

type Chunks = AsyncIterable<Buffer>
/** Cuts a file by itself into its records. */
type Cut = (chunks: Chunks) => AsyncGenerator<UnreadRecord>
type Choice = ReadingChoice & { join: readonly JoinedFile[] }
/** After so many records of a second file, that there is progress is told. */
const SIGN_EVERY = 10_000

/** `onProgress`: called now and then while second files are read, before the first record comes. */
export async function* joinRecords(
  packed: Chunks,
  choice: Choice,
  cut: Cut,
  onProgress: () => Promise<void> = async () => undefined,
): AsyncGenerator<UnreadRecord> {
  try {
    const { chunks, isCompressed } = await unpacked(packed, choice.mostUnpacked)
    const { head, all } = await beginning(chunks, HEADER_BYTES)
    if (isTar(head))
      yield* joinFiles(all, choice, { cut, cutSecond: (fileChunks) => withSigns(cut(fileChunks), onProgress) })
    else
      for await (const { read } of cut(all)) {
        const entry = await joined(read(), choice.join, new Map())
        const { facts } = entry
        yield recordOf(facts && isCompressed ? { ...entry, facts: { ...facts, isCompressed } } : entry)
      }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    yield recordOf(sourceProblem(1, error.kind, error.message, error.fix))
  }
}

const recordOf = (entry: SourceEntry): UnreadRecord => ({ line: entry.line, read: () => entry })

type Indices = ReadonlyMap<string, PartnerIndex>

async function* withSigns(
  records: AsyncIterable<UnreadRecord>,
  onProgress: () => Promise<void>,
): AsyncGenerator<UnreadRecord> {
  let count = 0
  for await (const record of records) {
    count += 1
    if (count % SIGN_EVERY === 0) await onProgress()
    yield record
  }
}

async function* joinFiles(
  all: Chunks,
  choice: Choice,
  { cut, cutSecond }: { cut: Cut; cutSecond: Cut },
): AsyncGenerator<UnreadRecord> {
  const files = new SortedFiles(choice)
  try {
    for await (const { name, chunks } of tarEntries(all)) await files.take(name, chunks, cutSecond)
    const together = files.together()
    const problems = [...files.problems(), ...[...files.indices.values()].flatMap(({ problems: own }) => own)]
    let facts: FileFacts | null = { ...UNKNOWN_FACTS, together }
    for (const problem of problems) {
      yield recordOf(facts ? { ...problem, facts } : problem)
      facts = null
    }
    if (!files.main || files.problems().length > 0) return
    for await (const { read } of cut(files.main.chunks())) {
      const sourceEntry = read()
      const entry = await joined(sourceEntry, choice.join, files.indices)
      yield recordOf(sourceEntry.facts ? { ...entry, facts: { ...sourceEntry.facts, together } } : entry)
      if (bytesReadOf(files.indices) > MAX_JOINED_BYTES) {
        yield recordOf(tooMuch(entry.line + 1))
        return
      }
    }
  } finally {
    await files.close()
  }
}

const bytesReadOf = (indices: Indices): number =>
  [...indices.values()].reduce((sum, { bytesRead }) => sum + bytesRead, 0)

const UNKNOWN_FACTS: FileFacts = {
  container: 'several files',
  encoding: null,
  isCompressed: false,
  delimiter: null,
  sheets: [],
  sheet: null,
  recordCount: null,
  together: null,
}

const tooMuch = (line: number): SourceProblem =>
  sourceProblem(
    line,
    'too-many',
    `For the records up to here ${megabytes(MAX_JOINED_BYTES)} of second files were read; nothing from this line on was read.`,
    'Split the file.',
  )

/** Which file is which, by the choice of a person or by their names. */
class SortedFiles {
  readonly indices = new Map<string, PartnerIndex>()
  main: WholeFile | null = null
  private readonly names: string[] = []
  /** Files that may hold the records. */
  private readonly mains: string[] = []
  private readonly others = new Map<string, string[]>()

  constructor(private readonly choice: Choice) {}

  async take(name: string, chunks: Chunks, cut: Cut): Promise<void> {
    if (this.names.length < MOST_NAMED) this.names.push(name)
    const join = this.partnerCalled(name)
    if (join) {
      const before = this.others.get(join.name) ?? []
      this.others.set(join.name, [...before.slice(0, MOST_NAMED), name])
      if (before.length === 0) this.indices.set(join.name, await PartnerIndex.of(cut(chunks), name, join))
    } else if (!this.choice.files || this.choice.files.main === name) {
      this.mains.push(name)
      if (this.mains.length === 1) this.main = await WholeFile.of(chunks)
    }
  }

  private partnerCalled(name: string): JoinedFile | undefined {
    const { files, join } = this.choice
    if (files?.main === name) return undefined
    const chosen = join.find((each) => files?.partners[each.name] === name)
    return chosen ?? join.find((each) => files?.partners[each.name] === undefined && isNamedSo(each, name))
  }

  together(): FilesTogether {
    const { mains, names } = this
    return {
      names,
      main: mains.length === 1 ? (mains[0] ?? null) : null,
      partners: this.choice.join.map(({ name, file }) => {
        const index = this.indices.get(name)
        return { name, called: file, file: index?.fileName ?? null, records: index?.count ?? 0 }
      }),
    }
  }

  /** Why it cannot be said which file is which. */
  problems(): SourceProblem[] {
    const { mains, names, others, choice } = this
    const twice = choice.join.flatMap((join) => {
      const found = others.get(join.name) ?? []
      return found.length > 1 ? [{ join, found }] : []
    })
    const absent = choice.join.filter(({ name, optional }) => !optional && !others.has(name))
    return [
      ...twice.map(({ join, found }) =>
        filesProblem(`Several files may be ${join.file}: ${listed(found)}.`, `Say which one it is (${sayIt(join)}).`),
      ),
      ...(mains.length === 1
        ? []
        : [
            filesProblem(
              mains.length === 0
                ? `None of these files is the one with the records: ${listed(names)}.`
                : `Several files may be the one with the records: ${listed(mains)}.`,
              'Say which one it is (on the command line with --file main=NAME), or choose that one and its second files only.',
            ),
          ]),
      ...absent.map((join) =>
        filesProblem(
          `None of these files is called ${join.file}, which records belong to: ${listed(names)}.`,
          `Say which one it is (${sayIt(join)}), or choose it together with the records.`,
        ),
      ),
    ]
  }

  async close(): Promise<void> {
    await this.main?.close()
    for (const index of this.indices.values()) await index.close()
  }
}

/** Files of one archive that are named. */
const MOST_NAMED = 50
const listed = (names: readonly string[]) => names.slice(0, MOST_NAMED).join(', ') || 'none'
const sayIt = ({ name }: JoinedFile) => `on the command line with --file ${name}=NAME`

const filesProblem = (message: string, fix: string): SourceProblem => sourceProblem(1, 'files', message, fix)

/** The record with its partners, or why it cannot be imported. */
async function joined(entry: SourceEntry, join: readonly JoinedFile[], indices: Indices): Promise<SourceEntry> {
  if (!entry.ok || isNative(entry.value)) return entry
  const value = originalOf({ escaped: entry.escaped ?? false }, entry.value) as JsonObject
  // The field of places is never a record's own: by it an export would take other fields out.
  const clashProblem = takenProblem(indices.size > 0 ? join : [], value)
  if (clashProblem) return refused(entry, clashProblem)
  const partners: Partner[] = []
  const found: PartnerFound[] = []
  for (const each of join) {
    const index = indices.get(each.name)
    // Written with what it needs, as in practice and tests.
    const hasOwn = !index && Object.hasOwn(value, each.name)
    const partner = hasOwn ? null : await partnerOf(value, each, index)
    if (partner && 'message' in partner) return refused(entry, partner)
    if (partner) partners.push(partner)
    found.push(partner?.isFirst ? 'first' : partner || hasOwn ? 'again' : 'none')
  }
  return partners.length === 0 ? { ...entry, partners: found } : whole(entry, withPartners(value, partners), found)
}

const refused = ({ line, facts, value }: SourceRecord, { field, message, fix }: RecordProblem): SourceProblem => ({
  ...sourceProblem(line, 'partner', message, fix, field),
  value,
  ...(facts ? { facts } : {}),
})

/** The partner, null where the record may be without, or what is wrong. */
async function partnerOf(
  record: JsonObject,
  join: JoinedFile,
  index: PartnerIndex | undefined,
): Promise<(Partner & { isFirst: boolean }) | RecordProblem | null> {
  const key = partnerKey(record, join.by)
  if (!key.ok) return key
  const found = key.key === null || !index ? null : await index.find(key.key, MAX_RECORD_BYTES - ownBytes(record))
  if (found && 'isTooLong' in found) return tooLongTogether
  if (found && 'conflict' in found) return conflictProblem(join, key.key ?? '', index?.fileName ?? '', found.conflict)
  if (found) return { name: join.name, line: found.line, value: found.value, isFirst: found.isFirst }
  if (!join.optional) return missingProblem(join, key.key, index?.fileName ?? null)
  return index?.hasUnread && key.key !== null ? unreadProblem(join, key.key, index.fileName) : null
}

const ownBytes = (record: JsonObject): number => Buffer.byteLength(exactJson(record))

const conflictProblem = (join: JoinedFile, key: string, file: string, lines: readonly number[]): RecordProblem => ({
  field: join.by.join('.'),
  message: `${file} has different records for ${quoted(key)}, on lines ${lines.slice(0, 5).join(', ')}.`,
  fix: 'Leave all of them out there but one.',
})

const unreadProblem = (join: JoinedFile, key: string, file: string): RecordProblem => ({
  field: join.by.join('.'),
  message: `The record that belongs to ${quoted(key)} may be among those of ${file} that cannot be read.`,
  fix: `Mend ${file} first.`,
})

/** The record with its partners as it is stored. */
function whole(entry: SourceRecord, value: JsonObject, partners: readonly PartnerFound[]): SourceEntry {
  const { line, notes, facts } = entry
  const raw = exactJson(value)
  const isLong = Buffer.byteLength(raw) > MAX_RECORD_BYTES
  const fault = isLong ? tooLongTogether : inspectValue(value)
  if (fault) return refused(entry, fault)
  const stored = storedSource(value, raw)
  return {
    ok: true,
    line,
    raw,
    value: stored.value as JsonObject,
    notes,
    ...(stored.escaped ? { escaped: true } : {}),
    ...(facts ? { facts } : {}),
    partners,
  }
}

const tooLongTogether: RecordProblem = {
  field: '',
  message: `With what belongs to it in second files the record is longer than ${megabytes(MAX_RECORD_BYTES)}.`,
  fix: 'Shorten it, or leave fields out of the second file that nobody reads.',
}
