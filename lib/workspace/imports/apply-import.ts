/** Writes a checked file into its project: everything in one transaction, so that half an import never exists. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { FileChoice } from '@/lib/platform/foreign/records/file-facts'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import { LONGEST_JOB_MS } from '@/lib/platform/jobs/unlock'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { log } from '@/lib/platform/server/log'
import { protocolById } from '@/lib/protocols'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { consolidate } from '@/lib/protocols/consolidation'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { dropChunks, readChunks } from './chunks'
import { importOptionsSchema } from './contract'
import { KnownItems } from './identity'
import { hasEnded, ImportEnded, ImportProgress } from './import-progress'
import { applyImportJob } from './jobs'
import { type JoinedTask, type JoiningLabels, joinLabels } from './join-labels'
import { fillContentKeys, type KnownItem, listKnownItems } from './known-items'
import type { ColumnMapping } from './mapping/contract'
import { holdMeetingTasks } from './meeting-tasks'
import { type NewItem, newItem, type WriteContext } from './new-item'
import { NotJoinedCounts } from './not-joined'
import { lastPosition, lockPositions } from './positions'
import { fileMappingOf, readingOf } from './present'
import { readItemsApart } from './read-apart'
import { isLabelled, type ReadItem } from './read-item'
import { ImportRefused, writeItems } from './write-items'

// Who may import was decided when the job was enqueued.
const importer: Actor = {
  userId: '00000000-0000-0000-0000-000000000000',
  name: 'import',
  isAdmin: true,
  via: 'session',
}

/**
 * Reveals the tasks that need nobody else once the imported work is there. A single annotator's work that leaves questions
 * open (the files do, people may not) goes to a reviewer instead of becoming gold.
 */
async function revealFinished(tx: Tx, { projectId }: WriteContext, tasks: readonly FinishedTask[]): Promise<void> {
  for (const { itemId: id, item, task } of tasks) {
    const { id: taskId, stage, raters, units, answers } = task
    if (raters > 1) {
      await revealTask(tx, await loadTask(tx, importer, taskId), null)
      continue
    }
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

type FinishedTask = Omit<JoinedTask, 'task'> & {
  task: Pick<JoinedTask['task'], 'id' | 'stage' | 'raters' | 'units' | 'answers'>
}

/** New items whose only annotator's work came with them: no other task of a new item can be revealed. */
const finishedBy = (items: readonly NewItem[]): FinishedTask[] =>
  items.flatMap(({ id: itemId, item, labels, tasks: [task] }) =>
    labels === 'person' && task.raters === 1 ? [{ itemId, item, task }] : [],
  )

/** A batch is written at so many items, or so many characters of their records. */
const BATCH = 250
/** So many at most while records of one item go on. */
const MOST_TOGETHER = 4 * BATCH
const BATCH_CHARACTERS = 2_000_000
const MOST_CHARACTERS_TOGETHER = 4 * BATCH_CHARACTERS
/** The longest that one import may take to write; some minutes are left to begin with, and to note a failure. */
const LONGEST_MINUTES = LONGEST_JOB_MS / 60_000 - 5
/** So long it waits for a connection. */
const WAIT_MS = 30_000

/** The worker's handler; safe to run twice. */
export const applyImportHandler = handleJob(
  applyImportJob,
  async ({ importId }, run) => {
    try {
      await applyImport(importId, run.signal)
    } catch (error) {
      if (error instanceof ImportEnded || (await hasEnded(importId, 'applying'))) return
      if (error instanceof ImportRefused) return fail(importId, error.message)
      if (run.isLastAttempt && !run.signal.aborted) await fail(importId, UNFINISHED)
      throw error
    }
  },
  ({ importId }, why) => fail(importId, why === 'died' ? DIED : UNFINISHED),
)

const UNFINISHED =
  'The records could not be written, and none of them was kept. Upload the file again; the administrator of the server finds the reason in its log.'
const DIED =
  'The process that wrote this import ended twice while it did; nothing of it was kept, and it is not tried again. Upload the file anew; the administrator of the server finds more in its log.'

/** Writes an import in state `applying`; any other is left alone. */
export async function applyImport(importId: string, signal: AbortSignal): Promise<void> {
  const started = Date.now()
  const written = await transaction((tx) => write(tx, importId, signal), LONGEST_MINUTES, WAIT_MS)
  if (!written) return
  const { added, projectId, protocolId, mapping } = written
  log.info('import written', { importId, items: added, ms: Date.now() - started })
  // Only now: the import has held tasks, which everybody else who changes many of them takes after the project.
  if (mapping)
    await transaction((tx) =>
      tx.project.updateMany({ where: { id: projectId, protocolId }, data: { importMapping: mapping } }),
    ).catch((error: unknown) => log.warn('a mapping is not remembered', { importId, cause: String(error) }))
}

type ApplyContext = WriteContext & {
  importId: string
  recordCount: number
  mapping: ColumnMapping | null
  choice: FileChoice
  /** Records that are left out for their problems, beside those of `recordCount`. */
  isPart: boolean
}

/** What was written, and how the file's columns were read. */
interface Written extends Pick<ApplyContext, 'projectId' | 'mapping'> {
  protocolId: string
  added: number
}

async function write(tx: Tx, importId: string, signal: AbortSignal): Promise<Written | null> {
  const context = await prepare(tx, importId)
  if (!context) return null
  const progress = new ImportProgress(importId, 'applying', signal)
  const writer = new ItemWriter(tx, context, await lastPosition(tx, context.projectId))
  const { mapping, choice, isPart } = context
  const input = { protocolId: context.protocol.id, mapping, choice, withSizes: isPart }
  const open = () => readChunks(importId, progress.reached)
  try {
    for await (const entry of readItemsApart(input, open, { signal })) {
      for (const reading of entry.ok ? entry.items : [entry]) {
        if (!('item' in reading) && isPart) continue
        if (!('item' in reading))
          throw new Error(`import ${importId}: line ${entry.line} passed the check and cannot be read now`)
        await writer.take(reading.item)
      }
      await progress.tell()
    }
  } finally {
    // Nothing is asked of the transaction any more when it is taken back.
    await writer.settled()
  }
  await writer.finish()
  if (writer.added + writer.duplicates !== context.recordCount)
    throw new Error(`import ${importId} lost records since the check`)
  await finish(tx, context, writer)
  return { added: writer.added, projectId: context.projectId, protocolId: context.protocol.id, mapping }
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
  const { projectId, fileName, createdById, project, newCount, duplicateCount } = current
  const options = importOptionsSchema.parse(current.options)
  await fillContentKeys(tx, projectId)
  const { stages } = project
  const protocol = protocolById(project.protocolId)
  const mapping = fileMappingOf(current)?.mapping ?? null
  return {
    importId,
    projectId,
    fileName,
    // Of a file with problems, those without are counted as new or here.
    recordCount: newCount + duplicateCount,
    createdById,
    protocol,
    stages,
    options,
    mapping,
    choice: readingOf(current).choice,
    isPart: options.records === 'good' && current.problemCount > 0,
  }
}

/** What is to be written of a batch. */
interface SortedBatch {
  added: NewItem[]
  joining: JoiningLabels[]
}

/**
 * Collects records and writes them by the batch, leaving out what the project already has. While one batch is written the next is
 * read and made ready: at most two are in memory.
 */
class ItemWriter {
  added = 0
  duplicates = 0
  joined = 0
  readonly notJoined = new NotJoinedCounts()
  private batch: ReadItem[] = []
  private characters = 0
  /** Are the tasks held that labels of the file may join? */
  private isHeld = false
  private writing: Promise<void> = Promise.resolve()
  /** Items of the batch that was sorted last. */
  private latest: KnownItem[] = []
  /** Items that this very file brought, and whether labels came with them. */
  private readonly fresh = new Map<string, boolean>()

  constructor(
    private readonly tx: Tx,
    private readonly context: ApplyContext,
    private position: number,
  ) {}

  async take(item: ReadItem): Promise<void> {
    const isFull = this.batch.length >= BATCH || this.characters >= BATCH_CHARACTERS
    // Records of one item that stand behind each other are sorted together, since a later one may have the labels.
    const isOther = this.batch.at(-1)?.contentKey !== item.contentKey
    const isTooMuch = this.batch.length >= MOST_TOGETHER || this.characters >= MOST_CHARACTERS_TOGETHER
    if (isFull && (isOther || isTooMuch)) await this.begin()
    this.batch.push(item)
    this.characters += item.record.length
  }

  /** The batch under way is written, or could not be. */
  async settled(): Promise<void> {
    await this.writing.catch(() => undefined)
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    await this.begin()
    await this.writing
  }

  /** Gets the batch ready beside the writing of the one before, and begins to write it once that one is there. */
  private async begin(): Promise<void> {
    const { batch } = this
    if (batch.length === 0) return
    this.batch = []
    this.characters = 0
    // Whether a member's labels come twice is known once those before are joined.
    if (this.context.options.labels === 'person') await this.writing
    const ready = this.sort(batch)
    // Of the two what went wrong first is told.
    ready.catch(() => undefined)
    await this.writing
    this.writing = this.write(await ready)
    // Whoever awaits it next gets what went wrong.
    this.writing.catch(() => undefined)
  }

  /** Which of the batch is new, and which labels belong to items that are there. */
  private async sort(batch: readonly ReadItem[]): Promise<SortedBatch> {
    const { context } = this
    const known = await this.listKnown(batch)
    const added: NewItem[] = []
    const joining: JoiningLabels[] = []
    const places = new Map<string, number>()
    this.latest = []
    for (const item of batch) {
      const match = known.match(item, context.options.identity)
      if (match.kind === 'new') {
        const fresh = newItem(context, item, ++this.position)
        const { externalId, contentKey, contentHash } = item
        const own = { id: fresh.id, position: fresh.position, externalId, contentKey, contentHash }
        known.add(own)
        this.latest.push(own)
        this.fresh.set(fresh.id, isLabelled(item))
        places.set(fresh.id, added.length)
        added.push(fresh)
        continue
      }
      this.duplicates++
      const { labels } = context.options
      if (labels === 'ignore' || !isLabelled(item)) continue
      if (labels !== 'person') {
        if (match.kind === 'here') this.label(added, places.get(match.item.id), { id: match.item.id, item })
      } else if (match.kind === 'unclear') this.notJoined.add('unclear', item.line)
      else if (this.fresh.get(match.item.id)) this.notJoined.add('twice', item.line)
      else joining.push({ itemId: match.item.id, item })
    }
    return { added, joining }
  }

  /** An item that this file brought without labels has those of a later record, where it is not written yet. */
  private label(added: NewItem[], place: number | undefined, { id, item }: { id: string; item: ReadItem }): void {
    if (this.fresh.get(id) !== false) return
    const unlabelled = place === undefined ? undefined : added[place]
    if (place === undefined || !unlabelled) this.notJoined.add('apart', item.line)
    else if (unlabelled.item.contentKey !== item.contentKey) this.notJoined.add('text', item.line)
    else {
      added[place] = { ...newItem(this.context, item, unlabelled.position), id }
      this.fresh.set(id, true)
    }
  }

  /** The items that the batch may be about, with those of the batch before, which may not be written yet. */
  private async listKnown(batch: readonly ReadItem[]): Promise<KnownItems<KnownItem>> {
    const { latest } = this
    const ids = new Set(latest.map(({ id }) => id))
    const written = await listKnownItems(this.tx, this.context.projectId, batch)
    return new KnownItems([...written.filter(({ id }) => !ids.has(id)), ...latest])
  }

  private async write({ added: items, joining }: SortedBatch): Promise<void> {
    const { tx, context } = this
    if (items.length > 0) await writeItems(tx, context, items)
    if (joining.length > 0 && !this.isHeld) {
      await holdMeetingTasks(tx, context.projectId)
      this.isHeld = true
    }
    const joined = await joinLabels(tx, context, joining, this.notJoined)
    await revealFinished(tx, context, [...finishedBy(items), ...joined])
    this.added += items.length
    for (const { itemId } of joined) {
      // Of an item that this file brought without labels they are its own.
      if (!this.fresh.has(itemId)) this.joined++
      else this.fresh.set(itemId, true)
    }
  }
}

async function finish(tx: Tx, context: ApplyContext, writer: ItemWriter): Promise<void> {
  const { importId, projectId, fileName, options, createdById } = context
  const { added, duplicates, joined } = writer
  const { count } = await tx.import.updateMany({
    where: { id: importId, state: 'applying' },
    data: {
      state: 'done',
      newCount: added,
      duplicateCount: duplicates,
      joinedCount: joined,
      notJoined: writer.notJoined.list(),
      finishedAt: new Date(),
    },
  })
  if (count === 0) throw new ImportEnded()
  // The records that were left out can still be downloaded.
  if (!context.isPart) await tx.importChunk.deleteMany({ where: { importId } })
  const data = {
    importId,
    fileName,
    items: added,
    duplicates,
    labels: options.labels,
    ...(options.labels === 'person' && options.personId ? { joined, userId: options.personId } : {}),
  }
  await record(tx, 'import.applied', { actorId: createdById, projectId }, data)
}

async function fail(importId: string, error: string): Promise<void> {
  const { count } = await prisma().import.updateMany({
    where: { id: importId, state: 'applying' },
    data: { state: 'failed', error, finishedAt: new Date() },
  })
  if (count > 0) await dropChunks(importId)
}
