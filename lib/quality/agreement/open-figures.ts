/**
 * Where every figure of agreement begins: who asks, what they may know, and the ledger brought up to date. Whoever may
 * know which items are behind a figure is remembered as having read their answers.
 */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Protocol, Stage } from '@/lib/protocols/protocol'
import { isSettled, listAnnotators } from '@/lib/quality/agreement/ledger/number-annotators'
import { listVoters } from '@/lib/quality/agreement/ledger/number-voters'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import { lockAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import { hasUnreadRevealed, recordRevealedReads } from '@/lib/workspace/tasks/record-revealed-reads'
import type { RaterView, StageAgreement } from './contract'
import { isSettled as isLedgerSettled, type LedgerState, readLedger, refreshRatings } from './ledger/refresh-ratings'

export interface OpenStage {
  id: string
  key: string
  stage: Stage
  chosen: StageAgreement['chosen']
}

export interface FiguresAnnotator {
  /** As in `rated_units.raters`. */
  number: number
  /** `a<number>`, as in views and addresses. */
  key: string
  /** null: a voter whom an imported record names. */
  userId: string | null
  /** What the reader may call them: the alias, or for managers the name with it once everything counted is gold. */
  name: string
}

export interface OpenFigures {
  project: LoadedProject
  protocol: Protocol
  stages: readonly OpenStage[]
  ledger: LedgerState
  /** Everybody whose independent answers are counted, in the order of their numbers. */
  annotators: readonly FiguresAnnotator[]
  /** May the reader know who the annotators are? Without it, `userId` leaves the server nowhere. */
  named: boolean
  /** May the reader know which items were answered how? */
  showsItems: boolean
  isManager: boolean
}

/**
 * Opens the figures of a project for managers, reviewers and viewers, in the caller's transaction.
 * @throws `not_found` when hidden, `forbidden` for annotators.
 */
export async function openFigures(tx: Tx, actor: Actor, projectId: string): Promise<OpenFigures> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.agreement', project, 'Agreement is for managers, reviewers and viewers of a project.')
  const protocol = protocolById(project.protocolId)
  const { role } = project.subject
  const ledger = await refreshInOrder(tx, actor, project)
  const showsNames = role === 'manager' && (await isSettled(tx, projectId))
  if (role !== 'viewer') await recordRevealedReads(tx, actor, projectId)
  const annotators = await listAnnotators(tx, projectId, 'counted')
  const voters = await listVoters(tx, projectId)
  return {
    project,
    protocol,
    ledger,
    named: showsNames,
    stages: await readStages(tx, projectId, protocol),
    annotators: [...annotators, ...voters].map((annotator) => ({
      number: annotator.number,
      key: `a${annotator.number}`,
      userId: annotator.userId,
      name: showsNames ? annotator.named : annotator.alias,
    })),
    showsItems: role !== 'viewer',
    isManager: role === 'manager',
  }
}

/** The ledger, brought up to date where something waits for it: then it is held, and tasks with it, and what the reader has read is held before. */
async function refreshInOrder(tx: Tx, actor: Actor, project: LoadedProject): Promise<LedgerState> {
  const ledger = await readLedger(tx, project.id)
  if (isLedgerSettled(ledger)) return ledger
  const { role } = project.subject
  if (role !== 'viewer' && (await hasUnreadRevealed(tx, actor, project.id))) await lockAnswerReads(tx, actor.userId)
  return refreshRatings(tx, project)
}

async function readStages(tx: Tx, projectId: string, protocol: Protocol): Promise<OpenStage[]> {
  const rows = await tx.stage.findMany({
    where: { projectId },
    orderBy: { position: 'asc' },
    select: { id: true, key: true, queueOrder: true, chosenSince: true },
  })
  return rows.map(({ id, key, queueOrder, chosenSince }) => {
    const stage = protocol.stages.find((candidate) => candidate.key === key)
    if (!stage) throw new Error(`protocol ${protocol.id} has no stage ${key}`)
    return { id, key, stage, chosen: chosenSince && { order: queueOrder, since: chosenSince.toISOString() } }
  })
}

/** An annotator as views tell of them. */
export const presentAnnotator = ({ key, name, userId }: FiguresAnnotator, showsNames: boolean): RaterView => ({
  key,
  name,
  kind: 'annotator',
  userId: showsNames ? userId : null,
})
