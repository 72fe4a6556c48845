import 'server-only'
import { z } from 'zod'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { readStored } from '@/lib/platform/server/read-stored'
import type { LoadedTask } from '@/lib/workspace/tasks/load-task'
import { eventsOf } from '@/lib/workspace/tasks/second-sql'
import type { SearchStep } from './contract'

const text = { searchId: z.string(), rank: z.number(), sha256: z.string(), snapshotId: z.string().nullable() }
const common = z.object({ ...text, documentId: z.string().nullable() })
const stepSchemas = {
  'search.opened': common.extend({ changed: z.boolean() }),
  'search.quoted': common.extend({ start: z.number(), end: z.number(), quote: z.string() }),
}

type Hourless = { at: Date; searchId: string; documentId: string | null; snapshotId: string | null }
type OfKind<Step> = Step extends SearchStep ? Omit<Step, 'at'> & Hourless : never
/** A step with its hour, which is not yet for everybody, and the snapshot behind it, whose id tells when it was made. */
export type LoadedStep = OfKind<SearchStep>
type OpenedStep = Extract<LoadedStep, { kind: 'opened' }>

/** Is it the reading of this text? */
export const isOpening =
  (wanted: { sha256: string; rank?: number }) =>
  (step: LoadedStep): step is OpenedStep =>
    step.kind === 'opened' && step.sha256 === wanted.sha256 && (wanted.rank ?? step.rank) === step.rank

/** What tells which searches belong to a task. */
export type SearchedTask = Pick<LoadedTask, 'id' | 'second' | 'answered'>

/**
 * The searches of people at a task: of a copy for a second adjudication its own, and those that the original had when its
 * answers were revealed.
 */
export async function searchesAt(tx: Tx, task: SearchedTask): Promise<Prisma.SearchRecordWhereInput> {
  const taskWhere: Prisma.SearchRecordWhereInput = { taskId: task.id, userId: { not: null } }
  if (!task.second) return taskWhere
  const loggedSearches = await tx.$queryRaw<{ id: string }[]>`
    select e.data->>'searchId' "id" from events e where ${eventsOf(task)} and e.type = 'search.made'`
  return { OR: [taskWhere, { taskId: task.answered.id, id: { in: loggedSearches.map(({ id }) => id) } }] }
}

/** What was opened and quoted in searches of a task, in order. For whoever may see these searches. */
export async function listSteps(tx: Tx, task: SearchedTask, searchIds: readonly string[]): Promise<LoadedStep[]> {
  if (searchIds.length === 0) return []
  const rows = await tx.$queryRaw<{ type: string; at: Date; data: unknown }[]>`
    select e.type, e.at, e.data from events e
    where ${eventsOf(task)} and e.type in ('search.opened', 'search.quoted')
      and e.data->>'searchId' = any(${[...searchIds]})
    order by e.id`
  return rows.flatMap(({ type, at, data }): LoadedStep[] => {
    if (type === 'search.opened') {
      const opened = readStored(stepSchemas['search.opened'], data, `opened page of task ${task.id}`)
      return opened ? [{ kind: 'opened', at, ...opened }] : []
    }
    const quoted = readStored(stepSchemas['search.quoted'], data, `quoted page of task ${task.id}`)
    return quoted ? [{ kind: 'quoted', at, ...quoted }] : []
  })
}
