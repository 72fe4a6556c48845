import 'server-only'
import { recordReader } from '@/lib/platform/foreign/apart'
import type { FileExcerpt, ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { WholeFile } from '@/lib/platform/foreign/records/whole-file'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { ColumnCollector, LONGEST_NAME, MOST_COLUMNS } from '@/lib/workspace/imports/mapping/columns'
import type { ColumnMapping, ColumnView } from '@/lib/workspace/imports/mapping/contract'
import { type AsTheyStand, guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { fileShapeIn } from '@/lib/workspace/imports/rows'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { listProtocols } from '@/lib/workspace/protocol-files/queries'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { type FileSample, MOST_SAMPLE_BYTES, SAMPLE_BYTES, SAMPLE_RECORDS, type SampleFit } from './contract'
import type { fitsOf, ProtocolFit, RecordFits } from './read-fits'

const readFitsApart = recordReader<typeof fitsOf>('protocol-fits')

/** Records and places without one, at most: a packed file may hold millions that cannot be read. */
const MOST_ENTRIES = SAMPLE_RECORDS * 4

interface SentFile {
  body: ReadableStream<Uint8Array> | null
  /** Of the whole file. */
  byteSize: number
  /** Which parts of the file the body consists of; left out where it is the beginning, or all of it. */
  parts?: FileExcerpt['parts'] | undefined
}

/**
 * Looks at the beginning of a file: how many records each protocol reads, and what they would be. Errors: `forbidden` for
 * those who may not create projects, `too_large`, `invalid_request` without a body, or where it is not as long as its parts.
 */
export async function readSample(actor: Actor, { body, byteSize, parts }: SentFile): Promise<FileSample> {
  if (!(await getWorkspaceAbilities(actor, prisma())).createProjects)
    throw new AppError('forbidden', NO_PROJECT_CREATION)
  if (!body) throw new AppError('invalid_request', 'Send the beginning of the file as the body of the request.')
  const sent = await WholeFile.of(limited(body))
  try {
    if (parts) checkParts(parts, sent.byteLength, byteSize)
    const protocolIds = (await listProtocols(actor)).filter(({ newest }) => newest).map(({ protocolId }) => protocolId)
    // A workbook that is packed once more has as many bytes; two megabytes of one letter unpack to two thousand.
    const choice: ReadingChoice = { mostUnpacked: MOST_SAMPLE_BYTES }
    if (parts) choice.excerpt = { byteLength: byteSize, parts }
    return await lookAt(sent, byteSize, { protocolIds, choice })
  } finally {
    await sent.close()
  }
}

function checkParts(parts: FileExcerpt['parts'], sentBytes: number, byteSize: number): void {
  const announced = parts.reduce((sum, [start, end]) => sum + end - start, 0)
  const isBeyond = parts.some(([, end]) => end > byteSize)
  if (announced !== sentBytes || isBeyond)
    throw new AppError('invalid_request', 'The body is not as long as its parts, or these do not fit into the file.')
}

async function lookAt(sent: WholeFile, byteSize: number, input: Parameters<typeof fitsOf>[0]): Promise<FileSample> {
  const counts = new SampleCounts(input.protocolIds.map((id) => protocolById(id)))
  let problem: string | null = null
  let entries = 0
  let unreadable = 0
  let isMore = false
  for await (const entry of readFitsApart(input, () => chunksOf(sent))) {
    if (counts.records >= SAMPLE_RECORDS || entries++ >= MOST_ENTRIES) {
      isMore = true
      break
    }
    if (entry.ok) counts.take(entry)
    else {
      unreadable++
      problem ??= `${entry.line > 1 ? `Line ${entry.line}: ` : ''}${entry.message} ${entry.fix}`
      counts.recordCount ??= entry.facts?.recordCount ?? null
    }
  }
  isMore ||= counts.records >= SAMPLE_RECORDS
  isMore = (await lookWithin(sent, input, counts)) || isMore
  const { recordCount } = counts
  const { records, fields } = counts.shown()
  const isCut = recordCount === null ? byteSize > sent.byteLength : recordCount > entries
  const whole = !isCut && !isMore
  const bySize = isMore ? null : estimate(records, sent.byteLength, byteSize)
  return {
    records,
    whole,
    unreadable: whole ? unreadable : 0,
    estimated: whole ? null : (recordCount ?? bySize),
    fields: [...fields],
    problem: records === 0 ? (problem ?? 'The file holds no records.') : null,
    fits: counts.list(),
  }
}

/** So many protocols whose records stand within a document are tried: the file is read once more for each. */
const MOST_DOCUMENTS = 10

/** Looks at the file as a document of records, for the protocols that say where in it they stand. Returns whether one holds more of them than were looked at. */
async function lookWithin(
  sent: WholeFile,
  { protocolIds, choice = {} }: Parameters<typeof fitsOf>[0],
  counts: SampleCounts,
): Promise<boolean> {
  let isMore = false
  const documents = protocolIds.flatMap((protocolId) => {
    const { each } = fileShapeIn(protocolById(protocolId))
    return each ? [{ protocolId, each }] : []
  })
  for (const { protocolId, each } of documents.slice(0, MOST_DOCUMENTS)) {
    let records = 0
    const input = { protocolIds: [protocolId], choice: { ...choice, each } }
    for await (const entry of readFitsApart(input, () => chunksOf(sent))) {
      // A document that is cut off, or no document at all.
      if (!entry.ok) break
      if (records >= SAMPLE_RECORDS) {
        isMore = true
        break
      }
      records++
      counts.takeWithin(entry)
    }
  }
  return isMore
}

/** By the size of what was read; null where that was nothing. */
const estimate = (records: number, bytesRead: number, byteSize: number): number | null =>
  bytesRead === 0 ? null : Math.round((records * byteSize) / bytesRead)

const CHUNK_BYTES = 1_000_000

async function* chunksOf(file: WholeFile): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < file.byteLength; offset += CHUNK_BYTES)
    yield new Uint8Array(await file.slice(offset, offset + CHUNK_BYTES))
}

/** Beginnings of files of which more is needed than their beginning: Parquet, a ZIP archive, gzip (which may hold these). */
const NEED_MORE = ['50415231', '504b0304', '1f8b']

const LONGEST_MAGIC = 4

async function* limited(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0)
  let size = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    // The first bytes may come one by one.
    if (start.length < LONGEST_MAGIC) start = Buffer.concat([start, bytes.subarray(0, LONGEST_MAGIC - start.length)])
    const needsMore = NEED_MORE.some((magic) => start.toString('hex').startsWith(magic))
    const limit = needsMore ? MOST_SAMPLE_BYTES : SAMPLE_BYTES
    size += bytes.length
    if (size > limit) throw new AppError('too_large', `Send ${limit / 1_000_000} MB of this file at most.`)
    yield bytes
  }
}

interface ProtocolCounts extends AsTheyStand {
  items: number
  labelled: number
  fieldsRead: number
  formats: Set<string>
}

interface RankedFit {
  fit: SampleFit
  /** How many fields of a record the protocol reads, on average. */
  fieldsRead: number
}

class SampleCounts {
  constructor(private readonly protocols: readonly Protocol[]) {}

  records = 0
  /** As the file says it; null where it says nothing. */
  recordCount: number | null = null
  readonly fields = new Set<string>()
  private readonly within = new Map<string, { records: number; fields: Set<string> }>()
  private readonly columns = new ColumnCollector()
  private readonly counts = new Map<string, ProtocolCounts>()

  take({ fields, glimpses, fits, recordCount }: RecordFits): void {
    this.records++
    this.recordCount ??= recordCount
    this.addFields(this.fields, fields)
    this.columns.add(glimpses)
    for (const fit of fits) this.add(fit)
  }

  /** A record within a document, as one protocol finds it there. */
  takeWithin({ fields, fits: [fit] }: RecordFits): void {
    // Lines of an export of Assay itself stand in no document, and were counted.
    const isCounted = fit && !this.within.has(fit.protocolId) && (this.counts.get(fit.protocolId)?.items ?? 0) > 0
    if (!fit?.asItStands || isCounted) return
    const within = this.within.get(fit.protocolId) ?? { records: 0, fields: new Set<string>() }
    this.within.set(fit.protocolId, within)
    within.records++
    // Where the record stood in the document is no field of it.
    this.addFields(
      within.fields,
      fields.filter((field) => !field.startsWith('@')),
    )
    this.add(fit)
  }

  /** What the file is said to hold: its records, or those within it where it is one record, or none, by itself. */
  shown(): { records: number; fields: ReadonlySet<string> } {
    const [most] = [...this.within.values()].toSorted((one, other) => other.records - one.records)
    return most && this.isDocument() ? most : this
  }

  /** Is the file one record, or none, by itself, and are there records within it? */
  private isDocument(): boolean {
    return this.records <= 1 && this.within.size > 0
  }

  private addFields(fieldNames: Set<string>, fields: readonly string[]): void {
    for (const field of fields)
      if (field.length <= LONGEST_NAME && fieldNames.size < MOST_COLUMNS) fieldNames.add(field)
  }

  private add({ protocolId, asItStands, formats, items, labelled, fieldsRead }: ProtocolFit): void {
    const protocolCounts = this.counts.get(protocolId) ?? NOTHING()
    for (const title of formats) protocolCounts.formats.add(title)
    protocolCounts[asItStands ?? 'unread']++
    protocolCounts.items += items
    protocolCounts.labelled += labelled
    protocolCounts.fieldsRead += fieldsRead
    this.counts.set(protocolId, protocolCounts)
  }

  /**
   * By how many records they read, those first that leave nothing to be asked; then by how many labels they find, by how many
   * fields of a record they read, and as they are listed.
   */
  list(): SampleFit[] {
    const columns = this.columns.list()
    // Those that can be told which column is which come before those that cannot read the file at all.
    const isAsked = ({ fit }: RankedFit) => Number((fit.problem !== null) === fit.records > 0)
    return this.protocols
      .map((protocol) => this.rankedFit(protocol, columns))
      .toSorted(
        (a, b) =>
          b.fit.records - a.fit.records ||
          isAsked(a) - isAsked(b) ||
          b.fit.labelled - a.fit.labelled ||
          b.fieldsRead - a.fieldsRead,
      )
      .map(({ fit }) => fit)
  }

  /** Records in which no field is empty that has to be there. */
  private recordsRead(
    { columns: protocolColumns }: Protocol,
    { fields }: ColumnMapping,
    columns: readonly ColumnView[],
  ): number {
    const filled = (name: string) => columns.find((column) => column.name === name)?.filled ?? 0
    const required = protocolColumns?.fields.filter((field) => field.required) ?? []
    const counts = required.flatMap(({ key }) => (fields[key] ? [Math.max(...fields[key].map(filled))] : []))
    return Math.min(this.records, ...counts)
  }

  private rankedFit(protocol: Protocol, columns: readonly ColumnView[]): RankedFit {
    const { items, labelled, formats, fieldsRead, ...asTheyStand } = this.counts.get(protocol.id) ?? NOTHING()
    const { mapping, missing, competing } = guessMapping(protocol, columns, asTheyStand)
    const titleOf = (field: string) => fieldTitle(protocol, field)
    const none = { protocolId: protocol.id, formats: [], columns: [], records: 0, items: 0, labelled: 0 }
    if (this.isDocument() && !this.within.has(protocol.id)) return { fit: { ...none, problem: null }, fieldsRead: 0 }
    if (mapping && missing.length === 0) {
      const records = this.recordsRead(protocol, mapping, columns)
      const problem =
        competing.length > 0 ? `Which column is the ${titleOf(competing[0]?.field ?? '')} is asked next.` : null
      const read = Object.entries(mapping.fields).map(([field, from]) => ({ field, title: titleOf(field), from }))
      const from = [...Object.values(mapping.fields).flat(), ...mapping.labels.map(({ column }) => column)]
      return {
        fit: {
          ...none,
          columns: read,
          records,
          items: records,
          labelled: mapping.labels.length > 0 ? records : 0,
          problem,
        },
        fieldsRead: new Set(from.map((name) => name.split('.')[0])).size,
      }
    }
    const records = asTheyStand.published + asTheyStand.plain
    if (!mapping && records > 0)
      return {
        fit: { ...none, formats: [...formats], records, items, labelled, problem: null },
        fieldsRead: fieldsRead / records,
      }
    const problem = missing[0] ? `No column is known to be the ${titleOf(missing[0])}.` : null
    return { fit: { ...none, problem }, fieldsRead: 0 }
  }
}

const fieldTitle = ({ columns }: Protocol, field: string): string =>
  columns?.fields.find(({ key }) => key === field)?.title.toLowerCase() ?? field

const NOTHING = (): ProtocolCounts => ({
  published: 0,
  plain: 0,
  recognised: 0,
  unread: 0,
  items: 0,
  labelled: 0,
  fieldsRead: 0,
  formats: new Set(),
})
