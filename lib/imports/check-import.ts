/** Reads an uploaded file from beginning to end and says what would happen, before anything is written to the project. */
import 'server-only'
import { handleJob } from '@/lib/jobs/task-registry'
import { protocolById } from '@/lib/protocols'
import { discardReasonText } from '@/lib/protocols/discard-reason-text'
import type { Protocol, RecordProblem } from '@/lib/protocols/protocol'
import { pool, prisma } from '@/lib/server/db'
import { log } from '@/lib/server/log'
import { checkSize } from './check-size'
import { dropChunks, readChunks } from './chunks'
import { PREVIEW_RECORDS, type PreviewRecord } from './contract'
import { FindingList } from './finding-list'
import { hasEnded, ImportEnded, ImportProgress } from './import-progress'
import { checkImportJob } from './jobs'
import type { CheckFindings } from './present'
import { type ItemReading, isLabelled, type ReadItem, readItems } from './read-item'
import { readRecords } from './reading/read-records'

const BATCH = 500

/** The worker's handler; safe to run twice. */
export const checkImportHandler = handleJob(checkImportJob, async ({ importId }, run) => {
  try {
    await checkImport(importId, run.signal)
  } catch (error) {
    if (error instanceof ImportEnded || (await hasEnded(importId, 'checking'))) return
    if (run.isLastAttempt && !run.signal.aborted) await fail(importId)
    throw error
  }
})

/** Checks the file of an import in state `checking`; any other is left alone. */
export async function checkImport(importId: string, signal: AbortSignal): Promise<void> {
  const row = await prisma().import.findFirst({
    where: { id: importId, state: 'checking' },
    select: { projectId: true, fileName: true, project: { select: { protocolId: true } } },
  })
  if (!row) return
  const started = Date.now()
  const progress = new ImportProgress(importId, 'checking', signal)
  const check = new FileCheck(protocolById(row.project.protocolId), row.projectId)
  for await (const entry of readRecords(readChunks(importId, progress.reached))) {
    if (entry.ok) await check.take(readItems(check.protocol, entry), entry.line)
    else check.findings.add('error', entry.line, entry)
    if (check.count % 50 === 0) await progress.tell()
  }
  await check.finish()
  await progress.tell()
  await conclude(importId, check)
  log.info('import checked', {
    importId,
    records: check.count,
    problems: check.findings.errorCount,
    ms: Date.now() - started,
  })
}

/** What is known of a file while it is read. Memory: one batch, the kept findings, and 16 bytes an item for duplicates. */
class FileCheck {
  /** Items, found fit or not. */
  count = 0
  private records = 0
  readonly findings = new FindingList()
  readonly preview: PreviewRecord[] = []
  readonly formats = new Set<string>()
  newCount = 0
  duplicateCount = 0
  labelledCount = 0
  private furtherLabels: { line: number; count: number } | null = null
  private batch: ReadItem[] = []
  private readonly seen = new Set<string>()

  constructor(
    readonly protocol: Protocol,
    private readonly projectId: string,
  ) {}

  async take({ readings, warnings }: ReturnType<typeof readItems>, line: number): Promise<void> {
    this.records++
    for (const warning of warnings) this.findings.add('warning', line, warning)
    for (const reading of readings) await this.takeItem(reading, line)
  }

  private async takeItem(reading: ItemReading, line: number): Promise<void> {
    this.count++
    for (const warning of reading.warnings) this.findings.add('warning', line, warning)
    const problems = reading.ok ? checkSize(this.protocol, reading.item) : reading.problems
    for (const problem of problems) this.findings.add('error', line, problem)
    if (!reading.ok || problems.length > 0) return
    this.formats.add(reading.item.formatTitle)
    if (reading.item.stages.filter(({ answers }) => answers).length > 1)
      this.furtherLabels = { line: this.furtherLabels?.line ?? line, count: (this.furtherLabels?.count ?? 0) + 1 }
    this.batch.push(reading.item)
    if (this.batch.length >= BATCH) await this.countBatch()
  }

  async finish(): Promise<void> {
    await this.countBatch()
    if (this.furtherLabels) this.findings.add('warning', this.furtherLabels.line, labelsOf(this.furtherLabels.count))
    if (this.count > 0 || this.findings.errorCount > 0) return
    this.findings.add('error', 1, this.records > 0 ? NOTHING_TO_ANNOTATE : NO_RECORDS)
  }

  private async countBatch(): Promise<void> {
    const known = await knownHashes(this.projectId, this.batch)
    for (const item of this.batch) {
      const short = Buffer.from(item.contentHash, 'hex').toString('latin1', 0, 16)
      const duplicate = known.has(item.contentHash) || this.seen.has(short)
      this.seen.add(short)
      if (duplicate) this.duplicateCount++
      else this.newCount++
      if (!duplicate && isLabelled(item)) this.labelledCount++
      if (this.preview.length < PREVIEW_RECORDS) this.preview.push(previewOf(this.protocol, item, duplicate))
    }
    this.batch = []
  }
}

const NO_RECORDS: RecordProblem = {
  field: '',
  message: 'The file holds no records.',
  fix: 'Choose a file with at least one record.',
}
const NOTHING_TO_ANNOTATE: RecordProblem = {
  field: '',
  message: 'No record of the file holds anything to annotate.',
  fix: 'Choose a file in which at least one does; the warnings say what was found.',
}

/** Said once of a file: whether it matters is decided with what becomes of its labels. */
const labelsOf = (count: number): RecordProblem => ({
  field: '',
  message: `${count === 1 ? 'One record holds' : `${count} records hold`} labels of later stages too.`,
  fix: 'Take the labels as gold, or only those of the first stage are used; the others stay in the record.',
})

async function knownHashes(projectId: string, items: readonly ReadItem[]): Promise<Set<string>> {
  const { rows } = await pool().query<{ content_hash: string }>(
    'select content_hash from items where project_id = $1 and content_hash = any($2)',
    [projectId, items.map((item) => item.contentHash)],
  )
  return new Set(rows.map((row) => row.content_hash))
}

/** Long texts are cut: the preview is to recognise records by. */
const PREVIEW_TEXT = 400
const PREVIEW_UNITS = 40

function previewOf(protocol: Protocol, item: ReadItem, duplicate: boolean): PreviewRecord {
  const { line, title, externalId, domain, source, formatTitle: format } = item
  const units = (item.stages[0]?.units ?? [])
    .slice(0, PREVIEW_UNITS)
    .map(({ key, kind, text }) => ({ key, kind, text: [...text].slice(0, PREVIEW_TEXT).join('') }))
  const discarded = item.discarded && discardReasonText(protocol, item.discarded.reason)
  return { line, title, externalId, domain, source, format, units, labelled: isLabelled(item), discarded, duplicate }
}

async function conclude(importId: string, check: FileCheck): Promise<void> {
  const { findings, count, newCount, duplicateCount, labelledCount, preview, formats } = check
  const refused = findings.errorCount > 0
  const left: CheckFindings = { ...findings.list(), labelledCount }
  const { count: updated } = await prisma().import.updateMany({
    where: { id: importId, state: 'checking' },
    data: {
      state: refused ? 'refused' : 'ready',
      format: [...formats].join(', ') || null,
      recordCount: count,
      newCount,
      duplicateCount,
      problemCount: findings.errorCount,
      warningCount: findings.warningCount,
      problems: left,
      preview,
      finishedAt: refused ? new Date() : null,
    },
  })
  if (updated === 0) throw new ImportEnded()
  if (refused) await dropChunks(importId)
}

async function fail(importId: string): Promise<void> {
  const error = 'The check could not be finished; the reason is in the log of the server. Upload the file again.'
  await prisma().import.updateMany({
    where: { id: importId, state: 'checking' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  await dropChunks(importId)
}
