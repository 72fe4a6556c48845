/** Reads an uploaded file from beginning to end and says what would happen, before anything is written to the project. */
import 'server-only'
import type { FileFacts } from '@/lib/platform/foreign/records/file-facts'
import { isFinal } from '@/lib/platform/jobs/interruptions'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { prisma } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import { dropChunks, readCounted } from './chunks'
import type { ImportOptions } from './contract'
import { FileCheck } from './file-check'
import { hasEnded, ImportEnded, ImportProgress } from './import-progress'
import { checkImportJob } from './jobs'
import { JoinCounts } from './join-counts'
import { fillContentKeys } from './known-items'
import { lookAtFile } from './look-at-columns'
import { findingsAbout, findingsAboutReading } from './mapping/findings'
import { readCheckedItemsApart, readItemChecksApart } from './read-apart'
import { joinIn } from './rows'
import { type CheckUnderWay, mayBeWrittenAtOnce, writeWhileChecked } from './write-while-checked'

/** The worker's handler; safe to run twice. */
export const checkImportHandler = handleJob(
  checkImportJob,
  async ({ importId, write }, run) => {
    try {
      await checkImport(importId, run.signal, write)
    } catch (error) {
      if (error instanceof ImportEnded || (await hasEnded(importId, 'checking'))) return
      if (isFinal(run, error)) await fail(importId, UNFINISHED)
      throw error
    }
  },
  ({ importId }, why) => fail(importId, why === 'died' ? DIED : UNFINISHED),
)

const UNFINISHED =
  'The check could not be finished. Upload the file again; the administrator of the server finds the reason in its log.'
const DIED =
  'The process that checked this file ended again and again while it did, so it is not tried again. Split the file and upload the parts; the administrator of the server finds more in its log.'

/**
 * Checks the file of an import in state `checking`; any other is left alone. With options it is written as well unless something is wrong with
 * it, at once where that can be, and else it is ready as without.
 */
export async function checkImport(importId: string, signal: AbortSignal, write?: ImportOptions): Promise<void> {
  const row = await prisma().import.findFirst({
    where: { id: importId, state: 'checking' },
    select: {
      projectId: true,
      fileName: true,
      fileMapping: true,
      reading: true,
      byteSize: true,
      project: { select: { protocolId: true, importMapping: true } },
    },
  })
  if (!row) return
  const started = Date.now()
  const { projectId } = row
  const byteSize = Number(row.byteSize)
  await fillContentKeys(prisma(), projectId)
  const progress = new ImportProgress(importId, 'checking', signal, byteSize)
  const check = new FileCheck(projectId)
  const { protocolId } = row.project
  const { file, reading } = await lookAtFile(importId, row, signal)
  const fileFindings = [
    ...findingsAboutReading(reading.facts, row.fileName),
    ...(file ? findingsAbout(protocolById(protocolId), file) : []),
  ]
  check.findings.fileName = reading.facts?.together?.main ?? null
  check.joins = new JoinCounts(joinIn(protocolById(protocolId)), reading.facts?.together ?? null)
  for (const { severity, problem } of fileFindings) check.findings.add(severity, 1, problem)
  let isWritten = false
  // Without its response no record can be read; one sentence says so, and not one for each.
  if (check.findings.errorCount === 0) {
    const hasLines = isOfLines(reading.facts)
    const open = () => readCounted(importId, progress.reached)
    const input = { protocolId, mapping: file?.mapping ?? null, choice: reading.choice }
    if (write && mayBeWrittenAtOnce(write, byteSize)) {
      const entries = readCheckedItemsApart(input, open, { signal })
      try {
        const underWay = { importId, projectId, check, progress, hasLines, entries }
        isWritten = (await writeWhileChecked(write, underWay)) !== null
        if (!isWritten) await readAll(entries, { check, progress, hasLines })
      } finally {
        await entries.return(undefined)
      }
    } else await readAll(readItemChecksApart(input, open, { signal }), { check, progress, hasLines })
  }
  if (!isWritten) {
    await progress.tell()
    await conclude(importId, check)
  }
  log.info('import checked', {
    importId,
    records: check.count,
    problems: check.findings.errorCount,
    ms: Date.now() - started,
  })
}

const LINES: readonly (string | undefined)[] = ['JSON lines', 'JSON', 'CSV', 'text'] satisfies FileFacts['container'][]

/** Do records stand at lines of the file as it is stored? Not of what is packed or put together. */
const isOfLines = (facts: FileFacts | null): boolean =>
  facts !== null && !facts.isCompressed && facts.together === null && LINES.includes(facts.container)

type CheckEntries = AsyncIterable<Parameters<FileCheck['take']>[0]>

async function readAll(
  entries: CheckEntries,
  { check, progress, hasLines }: Pick<CheckUnderWay, 'check' | 'progress' | 'hasLines'>,
): Promise<void> {
  for await (const entry of entries) {
    await check.take(entry)
    if (hasLines) progress.at(entry.line)
    if (check.count % 50 === 0) await progress.tell()
  }
  await check.finish()
}

async function conclude(importId: string, check: FileCheck): Promise<void> {
  const isRefused = check.findings.errorCount > 0
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'checking' },
    data: {
      ...check.result(),
      state: isRefused ? 'refused' : 'ready',
      finishedAt: isRefused ? new Date() : null,
    },
  })
  if (count === 0) throw new ImportEnded()
}

async function fail(importId: string, error: string): Promise<void> {
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'checking' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  if (count > 0) await dropChunks(importId)
}
