/** Writes the records of a file into a project batch by batch, within one transaction. */
import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { consolidate } from '@/lib/protocols/consolidation'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { KnownItems } from './identity'
import { type JoinedTask, type JoiningLabels, joinLabels } from './join-labels'
import { type KnownItem, listKnownItems } from './known-items'
import { holdMeetingTasks } from './meeting-tasks'
import { type NewItem, newItem, type WriteContext } from './new-item'
import { NotJoinedCounts } from './not-joined'
import { isLabelled, type ReadItem } from './read-item'
import { FileKeys } from './seen-items'
import { writeItems } from './write-items'

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

/** What is to be written of a batch. */
interface SortedBatch {
  added: NewItem[]
  joining: JoiningLabels[]
}

/**
 * Collects records and writes them by the batch, leaving out what the project already has. Of the batches that are ready two are with the
 * database, so that it has the next one when it is done with one; meanwhile others are read and made ready: at most four are in memory.
 */
export class ItemWriter {
  added = 0
  duplicates = 0
  joined = 0
  readonly notJoined = new NotJoinedCounts()
  private batch: ReadItem[] = []
  private characters = 0
  /** Are the tasks held that labels of the file may join? */
  private isHeld = false
  private writing: Promise<void> = Promise.resolve()
  /** Of the batches before the last that was begun. */
  private earlier: Promise<void> = Promise.resolve()
  private readonly keys = new FileKeys()
  /** Items of the batch that was sorted last. */
  private latest: KnownItem[] = []
  /** Items that this very file brought, and whether labels came with them. */
  private readonly fresh = new Map<string, boolean>()

  /** Had the project items before? */
  private readonly hasOthers: boolean

  /** `position`: that of the project's last item. Nobody else adds items to the project until the transaction ends. */
  constructor(
    private readonly tx: Tx,
    private readonly context: WriteContext,
    private position: number,
  ) {
    this.hasOthers = position > 0
  }

  /** Records that are written, or need not be: the project has their items. */
  get written(): number {
    return this.added + this.duplicates
  }

  async take(item: ReadItem): Promise<void> {
    const isFull = this.batch.length >= BATCH || this.characters >= BATCH_CHARACTERS
    // Records of one item that stand behind each other are sorted together, since a later one may have the labels.
    const isOther = this.batch.at(-1)?.contentKey !== item.contentKey
    const isTooMuch = this.batch.length >= MOST_TOGETHER || this.characters >= MOST_CHARACTERS_TOGETHER
    if (isFull && (isOther || isTooMuch)) await this.begin()
    this.batch.push(item)
    this.characters += item.record.length
  }

  /** What is under way is written, or could not be. */
  async settled(): Promise<void> {
    await this.writing.catch(() => undefined)
  }

  /** Writes what is left. */
  async finish(): Promise<void> {
    await this.begin()
    await this.writing
  }

  /** Gets the batch ready beside the writing of those before, and begins to write it once there are not two under way any more. */
  private async begin(): Promise<void> {
    const { batch } = this
    if (batch.length === 0) return
    this.batch = []
    this.characters = 0
    // Whether a member's labels come twice is known once those before are joined.
    if (this.context.options.labels === 'person') await this.writing
    const ready = this.sort(batch)
    // Of all that goes wrong the first is said.
    ready.catch(() => undefined)
    await this.earlier
    const before = this.writing
    const written = this.write(await ready)
    this.earlier = before
    this.writing = Promise.allSettled([before, written]).then(async () => {
      await before
      await written
    })
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
    const written = await this.listWritten(batch)
    return new KnownItems([...written.filter(({ id }) => !ids.has(id)), ...latest])
  }

  /** Asks the transaction only for items that this file has brought: it gets to the question once what is under way is written. */
  private async listWritten(batch: readonly ReadItem[]): Promise<KnownItem[]> {
    const { tx, context, keys, hasOthers } = this
    const isRepeated = batch.map((item) => keys.take(item)).includes(true)
    if (isRepeated) return listKnownItems(tx, context.projectId, batch)
    return hasOthers ? listKnownItems(prisma(), context.projectId, batch) : []
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
