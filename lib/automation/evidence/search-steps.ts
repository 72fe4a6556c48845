import 'server-only'
import { z } from 'zod'
import type { Tx } from '@/lib/platform/server/db'
import { readStored } from '@/lib/platform/server/read-stored'
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

/** What was opened and quoted in searches of a task, in order. For whoever may see these searches. */
export async function listSteps(tx: Tx, taskId: string, searchIds: readonly string[]): Promise<LoadedStep[]> {
  if (searchIds.length === 0) return []
  const rows = await tx.$queryRaw<{ type: string; at: Date; data: unknown }[]>`
    select type, at, data from events
    where task_id = ${taskId}::uuid and type in ('search.opened', 'search.quoted')
      and data->>'searchId' = any(${[...searchIds]})
    order by id`
  return rows.flatMap(({ type, at, data }): LoadedStep[] => {
    if (type === 'search.opened') {
      const opened = readStored(stepSchemas['search.opened'], data, `opened page of task ${taskId}`)
      return opened ? [{ kind: 'opened', at, ...opened }] : []
    }
    const quoted = readStored(stepSchemas['search.quoted'], data, `quoted page of task ${taskId}`)
    return quoted ? [{ kind: 'quoted', at, ...quoted }] : []
  })
}
