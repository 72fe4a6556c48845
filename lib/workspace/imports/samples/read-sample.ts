import 'server-only'
import { recordReader } from '@/lib/platform/foreign/apart'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocols } from '@/lib/protocols'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { type FileSample, SAMPLE_BYTES, SAMPLE_RECORDS, type SampleFit } from './contract'
import type { fitsOf, ProtocolFit } from './read-fits'

const readFitsApart = recordReader<typeof fitsOf>('protocol-fits')

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
  const counts = new SampleCounts()
  let problem: string | null = null
  const open = async function* () {
    yield bytes
  }
  const cut = file.byteSize > bytes.length
  for await (const entry of readFitsApart(undefined, open)) {
    if (counts.records >= SAMPLE_RECORDS) break
    if (entry.ok) counts.take(entry.fields, entry.fits)
    else problem ??= `${entry.message} ${entry.fix}`
  }
  const whole = !cut && counts.records < SAMPLE_RECORDS
  return {
    records: counts.records,
    whole,
    estimated: whole
      ? null
      : estimate(counts.records, counts.records < SAMPLE_RECORDS ? bytes.length : null, file.byteSize),
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

class SampleCounts {
  records = 0
  readonly fields = new Set<string>()
  private readonly fits = new Map<string, SampleFit & { titles: Set<string> }>()

  take(fields: readonly string[], fits: readonly ProtocolFit[]): void {
    this.records++
    for (const field of fields) this.fields.add(field)
    for (const fit of fits) this.add(fit)
  }

  private add({ protocolId, formats, items, labelled, problem }: ProtocolFit): void {
    const known = this.fits.get(protocolId) ?? nothingOf(protocolId)
    for (const title of formats ?? []) known.titles.add(title)
    known.records += formats ? 1 : 0
    known.items += items
    known.labelled += labelled
    known.problem ??= problem
    this.fits.set(protocolId, known)
  }

  /** By how much of the file they read, then by how many labels they find in it, then as they are listed. */
  list(): SampleFit[] {
    return protocols
      .map(({ id }) => this.fits.get(id) ?? nothingOf(id))
      .toSorted((a, b) => b.records - a.records || b.labelled - a.labelled)
      .map(({ titles, ...fit }) => ({ ...fit, formats: [...titles] }))
  }
}

const nothingOf = (protocolId: string) => ({
  protocolId,
  formats: [],
  titles: new Set<string>(),
  records: 0,
  items: 0,
  labelled: 0,
  problem: null as string | null,
})
