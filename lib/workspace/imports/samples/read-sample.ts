import 'server-only'
import { recordReader } from '@/lib/platform/foreign/apart'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { ColumnCollector, LONGEST_NAME, MOST_COLUMNS } from '@/lib/workspace/imports/mapping/columns'
import type { ColumnView } from '@/lib/workspace/imports/mapping/contract'
import { type AsTheyStand, guessMapping } from '@/lib/workspace/imports/mapping/guess'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { listProtocols } from '@/lib/workspace/protocol-files/queries'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { type FileSample, SAMPLE_BYTES, SAMPLE_RECORDS, type SampleFit } from './contract'
import type { fitsOf, ProtocolFit, RecordFits } from './read-fits'

const readFitsApart = recordReader<typeof fitsOf>('protocol-fits')

/** Records and places without one, at most: a packed file may hold millions that cannot be read. */
const MOST_ENTRIES = SAMPLE_RECORDS * 4

/**
 * Looks at the beginning of a file: how many records each protocol reads, and what they would be. Errors: `forbidden` for
 * those who may not create projects, `too_large`, `invalid_request` without a body.
 */
export async function readSample(
  actor: Actor,
  file: { body: ReadableStream<Uint8Array> | null; byteSize: number },
): Promise<FileSample> {
  if (!(await getWorkspaceAbilities(actor, prisma())).createProjects)
    throw new AppError('forbidden', NO_PROJECT_CREATION)
  if (!file.body) throw new AppError('invalid_request', 'Send the beginning of the file as the body of the request.')
  const bytes = await readBytes(file.body)
  const protocolIds = (await listProtocols(actor)).filter(({ newest }) => newest).map(({ protocolId }) => protocolId)
  const counts = new SampleCounts(protocolIds.map(protocolById))
  let problem: string | null = null
  const open = async function* () {
    yield bytes
  }
  const cut = file.byteSize > bytes.length
  let entries = 0
  let stopped = false
  for await (const entry of readFitsApart({ protocolIds }, open)) {
    stopped = counts.records >= SAMPLE_RECORDS || entries++ >= MOST_ENTRIES
    if (stopped) break
    if (entry.ok) counts.take(entry)
    else problem ??= `${entry.message} ${entry.fix}`
  }
  const isMore = stopped || counts.records >= SAMPLE_RECORDS
  const whole = !cut && !isMore
  return {
    records: counts.records,
    whole,
    estimated: whole ? null : estimate(counts.records, isMore ? null : bytes.length, file.byteSize),
    fields: [...counts.fields],
    problem: counts.records === 0 ? (problem ?? 'The file holds no records.') : null,
    fits: counts.list(),
  }
}

/** By the size of what was read; null where nobody knows how much of it that was. */
const estimate = (records: number, bytesRead: number | null, byteSize: number): number | null =>
  bytesRead === null || bytesRead === 0 ? null : Math.round((records * byteSize) / bytesRead)

async function readBytes(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > SAMPLE_BYTES)
      throw new AppError('too_large', `Send the first ${SAMPLE_BYTES / 1_000_000} MB of the file only.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface ProtocolCounts extends AsTheyStand {
  items: number
  labelled: number
  formats: Set<string>
}

class SampleCounts {
  constructor(private readonly protocols: readonly Protocol[]) {}

  records = 0
  readonly fields = new Set<string>()
  private readonly columns = new ColumnCollector()
  private readonly counts = new Map<string, ProtocolCounts>()

  take({ fields, glimpses, fits }: RecordFits): void {
    this.records++
    for (const field of fields)
      if (field.length <= LONGEST_NAME && this.fields.size < MOST_COLUMNS) this.fields.add(field)
    this.columns.add(glimpses)
    for (const fit of fits) this.add(fit)
  }

  private add({ protocolId, asItStands, formats, items, labelled }: ProtocolFit): void {
    const known = this.counts.get(protocolId) ?? NOTHING()
    for (const title of formats) known.formats.add(title)
    if (asItStands) known[asItStands]++
    known.items += items
    known.labelled += labelled
    this.counts.set(protocolId, known)
  }

  /** By how much of the file they read, then by how many labels they find in it, then as they are listed. */
  list(): SampleFit[] {
    const columns = this.columns.list()
    return this.protocols
      .map((protocol) => this.fitOf(protocol, columns))
      .toSorted((a, b) => b.records - a.records || b.labelled - a.labelled)
  }

  private fitOf(protocol: Protocol, columns: readonly ColumnView[]): SampleFit {
    const { items, labelled, formats, ...asTheyStand } = this.counts.get(protocol.id) ?? NOTHING()
    const { mapping, missing, competing } = guessMapping(protocol, columns, asTheyStand)
    const none = { protocolId: protocol.id, formats: [], columns: [], records: 0, items: 0, labelled: 0 }
    if (mapping && missing.length === 0) {
      const { records } = this
      const problem = competing.length > 0 ? `Which column is the ${competing[0]?.field} is asked next.` : null
      const read = Object.entries(mapping.fields).map(([field, from]) => ({ field, from }))
      return {
        ...none,
        columns: read,
        records,
        items: records,
        labelled: mapping.labels.length > 0 ? records : 0,
        problem,
      }
    }
    const records = asTheyStand.published + asTheyStand.plain
    if (!mapping && records > 0) return { ...none, formats: [...formats], records, items, labelled, problem: null }
    return { ...none, problem: missing[0] ? `No column is known to be the ${missing[0]}.` : null }
  }
}

const NOTHING = (): ProtocolCounts => ({
  published: 0,
  plain: 0,
  recognised: 0,
  items: 0,
  labelled: 0,
  formats: new Set(),
})
