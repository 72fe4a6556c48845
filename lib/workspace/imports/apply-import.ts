/** Writes a checked file into its project: everything in one transaction, so that half an import never exists. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { LONGEST_JOB_MS } from '@/lib/platform/jobs/unlock'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { consolidate } from '@/lib/protocols/consolidation'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { dropChunks, readChunks } from './chunks'
import { importOptionsSchema } from './contract'
import { hasEnded, ImportEnded, ImportProgress } from './import-progress'
import { applyImportJob } from './jobs'
import { type NewItem, newItem, type WriteContext } from './new-item'
import { lastPosition, lockPositions } from './positions'
import { readItemsApart } from './read-apart'
import type { ReadItem } from './read-item'
import { writeItems } from './write-items'

// Who may import was decided when the job was enqueued.
const importer: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'import',
  isAdmin: true,
  via: 'session',
}

/**
 * Reveals the new tasks that need nobody else: imported work of the one annotator they ask for. Work that leaves
 * questions open (the files do, people may not) goes to a reviewer instead of becoming gold.
 */
async function revealFinished(tx: Tx, { projectId }: WriteContext, items: readonly NewItem[]): Promise<void> {
  for (const { id, item, labels, tasks } of items) {
    const [{ id: taskId, stage, raters, units, answers }] = tasks
    if (labels !== 'person' || raters > 1) continue
    const subject = { content: item.content, units }
    const lanes = alignLanes(stage, subject, [{ id: taskId, answers }], {})
    const { open } = consolidate(stage, subject, lanes, {})
    if (open.length === 0) {
      await revealTask(tx, await loadTask(tx, importer, taskId), null)
      continue
    }
    await tx.task.update({ where: { id: taskId }, data: { state: 'consolidating', revision: { increment: 1 } } })
    await record(tx, 'task.revealed', { projectId, itemId: id, taskId }, { round: 1, disagreements: 0 })
  }
}

const BATCH = 250
/** The longest that one import may take to write; some minutes are left to begin with, and to note a failure. */
const TIMEOUT_MS = LONGEST_JOB_MS - 5 * 60_000

/** The worker's handler; safe to run twice. */
export const applyImportHandler = handleJob(
  applyImportJob,
  async ({ importId }, run) => {
    try {
      await applyImport(importId, run.signal)
    } catch (error) {
      if (error instanceof ImportEnded || (await hasEnded(importId, 'applying'))) return
      if (run.isLastAttempt && !run.signal.aborted) await fail(importId, UNFINISHED)
      throw error
    }
  },
  ({ importId }, why) => fail(importId, why === 'died' ? DIED : UNFINISHED),
)

const UNFINISHED = 'The write could not be finished and was taken back whole; the reason is in the log of the server.'
const DIED =
  'The process that wrote this import ended twice while it did; nothing of it was kept, and it is not tried again. Upload the file anew; the administrator of the server finds more in its log.'

/** Writes an import in state `applying`; any other is left alone. */
export async function applyImport(importId: string, signal: AbortSignal): Promise<void> {
  const started = Date.now()
  const added = await prisma().$transaction((tx) => write(tx, importId, signal), {
    maxWait: 30_000,
    timeout: TIMEOUT_MS,
  })
  if (added !== null) log.info('import written', { importId, items: added, ms: Date.now() - started })
}

type ApplyContext = WriteContext & { importId: string; recordCount: number }

async function write(tx: Tx, importId: string, signal: AbortSignal): Promise<number | null> {
  const context = await prepare(tx, importId)
  if (!context) return null
  const progress = new ImportProgress(importId, 'applying', signal)
  const writer = new ItemWriter(tx, context, await lastPosition(tx, context.projectId))
  const input = { protocolId: context.protocol.id }
  const open = () => readChunks(importId, progress.reached)
  for await (const entry of readItemsApart(input, open, { signal })) {
    for (const reading of entry.ok ? entry.items : [entry]) {
      if (!('item' in reading))
        throw new Error(`import ${importId}: line ${entry.line} passed the check and cannot be read now`)
      await writer.take(reading.item)
    }
    await progress.tell()
  }
  await writer.flush()
  if (writer.added + writer.duplicates !== context.recordCount)
    throw new Error(`import ${importId} lost records since the check`)
  await finish(tx, context, writer)
  return writer.added
}

/** Locks the project for imports, so that positions are given out once, and loads what a write needs. */
async function prepare(tx: Tx, importId: string): Promise<ApplyContext | null> {
  const row = await tx.import.findUnique({ where: { id: importId }, select: { projectId: true } })
  if (!row) return null
  await lockPositions(tx, row.projectId)
  // Only now: whoever held the lock may have written this very import.
  const current = await tx.import.findFirst({
    where: { id: importId, state: 'applying' },
    include: { project: { include: { stages: { orderBy: { position: 'asc' } } } } },
  })
  if (!current) return null
  const { projectId, fileName, recordCount, createdById, project } = current
  const options = importOptionsSchema.parse(current.options)
  const { stages } = project
  const protocol = protocolById(project.protocolId)
  return { importId, projectId, fileName, recordCount, createdById, protocol, stages, options }
}

/** Collects records and writes them by the batch, leaving out what the project already has. */
class ItemWriter {
  added = 0
  duplicates = 0
  private batch = new Map<string, ReadItem>()

  constructor(
    private readonly tx: Tx,
    private readonly context: WriteContext,
    private position: number,
  ) {}

  async take(item: ReadItem): Promise<void> {
    if (this.batch.has(item.contentHash)) this.duplicates++
    else this.batch.set(item.contentHash, item)
    if (this.batch.size >= BATCH) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.batch.size === 0) return
    const { tx, context } = this
    const known = await tx.item.findMany({
      where: { projectId: context.projectId, contentHash: { in: [...this.batch.keys()] } },
      select: { contentHash: true },
    })
    for (const { contentHash } of known) this.batch.delete(contentHash)
    this.duplicates += known.length
    const items: NewItem[] = [...this.batch.values()].map((item) => newItem(context, item, ++this.position))
    this.batch = new Map()
    if (items.length === 0) return
    await writeItems(tx, context, items)
    await revealFinished(tx, context, items)
    this.added += items.length
  }
}

async function finish(tx: Tx, context: ApplyContext, { added, duplicates }: ItemWriter): Promise<void> {
  const { importId, projectId, fileName, options, createdById } = context
  const { count } = await tx.import.updateMany({
    where: { id: importId, state: 'applying' },
    data: { state: 'done', newCount: added, duplicateCount: duplicates, finishedAt: new Date() },
  })
  if (count === 0) throw new ImportEnded()
  await tx.importChunk.deleteMany({ where: { importId } })
  const data = { importId, fileName, items: added, duplicates, labels: options.labels }
  await record(tx, 'import.applied', { actorId: createdById, projectId }, data)
}

async function fail(importId: string, error: string): Promise<void> {
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'applying' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  if (count > 0) await dropChunks(importId)
}
