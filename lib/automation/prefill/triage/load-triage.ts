import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import type { Pipeline } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { pipelineOf } from '@/lib/protocols/steps'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'

export type Triage = NonNullable<Pipeline['triage']>

export interface TriageParams {
  projectId: string
  runId: string
}

export interface ScoredItem {
  itemId: string
  position: number
  title: string
  source: string | null
  scores: Record<string, number | null>
}

export interface LoadedTriage {
  project: LoadedProject
  state: 'running' | 'paused' | 'done' | 'cancelled'
  triage: Triage
  /** The run's items that are not discarded, in order. */
  items: ScoredItem[]
}

/**
 * What a run found of its items, as numbers. Managers only: machines' numbers are suggestions too. Errors: `not_found`,
 * `forbidden`, `rule` where the protocol has no numbers. With `lock`, the project is held against other changes.
 */
export async function loadTriage(
  tx: Tx,
  actor: Actor,
  { projectId, runId }: TriageParams,
  options: { lock?: 'change' } = {},
): Promise<LoadedTriage> {
  const project = await loadProject(tx, actor, projectId, options)
  authorizeProject('project.manage', project)
  const run = found(await tx.run.findFirst({ where: { id: runId, projectId }, select: { kind: true, state: true } }))
  const triage = (await pipelineOf(project.protocolId))?.triage
  if (!triage || run.kind !== 'pipeline')
    throw new AppError('rule', 'This run has no numbers to choose by. Start one with the steps that triage needs.')
  return { project, state: run.state, triage, items: await scoredItems(tx, runId, triage) }
}

/** Contents of items read at once: all of a large project's would not fit into memory. */
const AT_ONCE = 500

async function scoredItems(tx: Tx, runId: string, triage: Triage): Promise<ScoredItem[]> {
  const items = new Map<string, ScoredItem>()
  for (let after = -1, isMore = true; isMore; ) {
    const rows = await tx.runItem.findMany({
      where: { runId, position: { gt: after }, item: { discardedAt: null } },
      orderBy: { position: 'asc' },
      take: AT_ONCE,
      select: {
        position: true,
        notes: true,
        item: { select: { id: true, position: true, title: true, source: true, content: true } },
      },
    })
    for (const { notes, item } of rows) {
      if (!item) continue
      const { id: itemId, content, ...shown } = item
      const scores = triage.scores(notesOf(notes as Json), content as Json)
      items.set(itemId, { itemId, ...shown, scores: { ...items.get(itemId)?.scores, ...scores } })
    }
    after = rows.at(-1)?.position ?? after
    isMore = rows.length === AT_ONCE
  }
  return [...items.values()]
}

const notesOf = (notes: Json): Record<string, Json> =>
  typeof notes === 'object' && notes !== null && !Array.isArray(notes) ? notes : {}
