/** What a file would do under one rule of identity: how much of it is new, and which labels belong to items that are here. */
import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { prisma } from '@/lib/platform/server/db'
import type { FileCounts, IdentityRule } from './contract'
import type { KnownItems } from './identity'
import type { KnownItem } from './known-items'
import { readMeetingTasks, whyNotJoined } from './meeting-tasks'
import { NotJoinedCounts } from './not-joined'
import type { ItemCheck } from './read-file-items'
import { SeenItems, type SeenKeys } from './seen-items'

/** Something with the same content under another id: an item that is here, or an earlier record of the file (null). */
export interface Twin {
  externalId: string | null
}

type Checked = ItemCheck & { line: number }

interface Outcome {
  /** The item that is here; null: one of several that are here, or, where it is repeated, an earlier record of the file. Left out of a new item. */
  here?: KnownItem | null
  repeated: boolean
  twin: Twin | null
}

/** Counts as an import would write, batch by batch: `take` all of a batch, then `countLabels`. */
export class IdentityCheck {
  private newCount = 0
  private duplicateCount = 0
  private repeatedCount = 0
  private labelledCount = 0
  private labelledHere = 0
  private free = 0
  private readonly notJoined = new NotJoinedCounts()
  private readonly submitted = new Map<string, number>()
  private readonly seen = new SeenItems()
  private joining: { item: Checked; itemId: string }[] = []

  constructor(private readonly rule: IdentityRule) {}

  /** `keys`: those of the item, which all rules share. */
  take(item: Checked, knownItems: KnownItems<KnownItem>, keys: SeenKeys): Outcome {
    const outcome = this.match(item, knownItems, keys)
    if (outcome.here === undefined) {
      this.newCount++
      if (item.labelled) this.labelledCount++
    } else this.duplicateCount++
    if (outcome.repeated) this.repeatedCount++
    return outcome
  }

  private match(item: Checked, knownItems: KnownItems<KnownItem>, keys: SeenKeys): Outcome {
    const match = knownItems.match(item, this.rule)
    if (match.kind === 'here') {
      if (item.labelled) this.joining.push({ item, itemId: match.item.id })
      return { here: match.item, repeated: false, twin: null }
    }
    const before = this.seen.take(item, this.rule, keys)
    const labelledBefore = item.labelled && this.seen.takeLabels(keys, this.rule)
    if (match.kind === 'unclear' || before === 'same') {
      if (item.labelled && !this.seen.isRepeated(item)) this.leaveOrKeep(match.kind, labelledBefore, item.line)
      return { here: null, repeated: match.kind === 'new', twin: null }
    }
    const [twin] = match.twins
    return { repeated: false, twin: twin ?? (before === 'twin' ? { externalId: null } : null) }
  }

  /** Labels behind a record of the same item: they are the item's unless an earlier one had some. */
  private leaveOrKeep(kind: 'unclear' | 'new', labelledBefore: boolean, line: number): void {
    if (kind === 'unclear') this.leaveOut('unclear', line)
    else if (labelledBefore) this.leaveOut('twice', line)
    else this.labelledCount++
  }

  private leaveOut(reason: Parameters<NotJoinedCounts['add']>[0], line: number): void {
    this.labelledHere++
    this.notJoined.add(reason, line)
  }

  /** Looks at the tasks of the items that are here and whose records carry labels. */
  async countLabels(): Promise<void> {
    const { joining } = this
    this.joining = []
    const tasks = await readMeetingTasks(
      prisma(),
      joining.map(({ itemId }) => itemId),
    )
    for (const { item, itemId } of joining) {
      const task = tasks.get(itemId)
      const reason = whyNotJoined(task, item, this.rule)
      if (reason || !task) this.leaveOut(reason ?? 'discarded', item.line)
      else {
        this.labelledHere++
        this.free++
        for (const userId of task.submitted) this.submitted.set(userId, (this.submitted.get(userId) ?? 0) + 1)
      }
    }
  }

  counts(): FileCounts {
    const { newCount, duplicateCount, repeatedCount, labelledCount, labelledHere: labelled, free } = this
    const submitted = [...this.submitted].map(([userId, count]) => ({ userId, count }))
    const here = { labelled, free, notJoined: this.notJoined.list(), submitted }
    return { newCount, duplicateCount, repeatedCount, labelledCount, here }
  }
}

export const sameCounts = (one: FileCounts, other: FileCounts): boolean => isDeepStrictEqual(one, other)
