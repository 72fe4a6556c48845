import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { unsettledContradictions } from '@/lib/gold/checks/queries'
import { heldOutProblems, withTask } from '@/lib/gold/held-out/queries'
import { releasedSql } from '@/lib/gold/releases/released-sql'
import { record } from '@/lib/platform/events/record'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { fingerprintOf } from './build/fingerprint'
import { nothingChanged } from './build/previous-release'
import type { FrozenCard, ReleaseSummary } from './contract'
import { findLatestHandedOut } from './find-latest'
import { buildReleaseJob } from './jobs'
import { loadMaker } from './load-release'
import { presentRelease } from './present'
import { cardProblems } from './rules'
import { readCard } from './save-card'
import type { SplitChoice } from './splits/contract'
import { planSplits } from './splits/plan-splits'

interface Wish {
  notes: string
  contradictionsReason?: string
  splits?: SplitChoice | null
}

/** Orders the next release; a worker builds it. Refused in words where there is nothing to release, or nothing new. */
export async function startRelease(actor: Actor, projectId: string, wish: Wish): Promise<ReleaseSummary> {
  const splits = await splitsOf(actor, projectId, wish.splits)
  await refuseUndividable(actor, projectId, splits)
  return transaction(async (tx) => {
    const project = await loadMaker(tx, actor, projectId)
    const { text } = await readCard(tx, project)
    const last = await tx.release.findFirst({ where: { projectId }, orderBy: { number: 'desc' } })
    refuseUnfinished(last)
    const problems = [...cardProblems(text), ...(await goldProblems(tx, project))]
    if (problems.length > 0) throw new AppError('rule', problems.join(' '))
    const contradictionsReason = await reasonFor(tx, projectId, wish.contradictionsReason)
    const card: FrozenCard = { text, contradictionsReason }
    const handedOut = await findLatestHandedOut(tx, projectId)
    const state = handedOut?.fingerprint && (await fingerprintOf(readerOf(tx), projectId, { card, splits }))
    if (handedOut && state && state === handedOut.fingerprint)
      throw new AppError('rule', nothingChanged(handedOut.number))
    const number = (last?.number ?? 0) + 1
    const release = await tx.release.create({
      data: { projectId, number, notes: wish.notes, card, ...(splits ? { splits } : {}), createdById: actor.userId },
    })
    await record(tx, 'release.started', { actorId: actor.userId, projectId }, { number, contradictionsReason })
    await enqueue(tx, buildReleaseJob, { releaseId: release.id }, { jobKey: `release ${release.id}` })
    return presentRelease({ ...release, withdrawal: null }, [], { showsLink: true })
  })
}

/** The worker divides the items again, of the moment that it makes the files from; a refusal is of more use before. */
async function refuseUndividable(actor: Actor, projectId: string, splits: SplitChoice | null): Promise<void> {
  const { protocolId } = await transaction((tx) => loadMaker(tx, actor, projectId))
  const protocol = protocolById(protocolId)
  const planned = await planSplits(projectId, protocol, splits)
  if (!planned.ok) throw new AppError('rule', planned.problems.join(' '))
  const problems = await heldOutProblems(projectId, protocol, splits, planned.splits)
  if (problems.length > 0) throw new AppError('rule', problems.join(' '))
}

/** How it is wished to be divided, with the evaluation that a split is held out for by name. For those who make releases. */
export async function splitsOf(
  actor: Actor,
  projectId: string,
  wished: SplitChoice | null | undefined,
): Promise<SplitChoice | null> {
  const { protocolId } = await transaction((tx) => loadMaker(tx, actor, projectId))
  return withTask(protocolId, wished ?? null)
}

export const readerOf = (tx: Tx) => ({
  query: <Row extends object>(text: string, values: unknown[] = []) =>
    tx.$queryRawUnsafe<Row[]>(text.replaceAll('$1', '$1::uuid'), ...values),
})

function refuseUnfinished(last: { number: number; state: string } | null): void {
  if (last?.state === 'building')
    throw new AppError('conflict', `Release ${last.number} is being built: wait until it is ready.`)
  if (last?.state === 'failed')
    throw new AppError('conflict', `Release ${last.number} failed: build it once more, or remove it first.`)
}

interface ProjectOf {
  id: string
  protocolId: string
}

/** Why there is nothing to release; none: there is something. */
export async function goldProblems(tx: Tx, project: ProjectOf): Promise<string[]> {
  const gold = await countGold(tx, project)
  return gold > 0 ? [] : ['Nothing is gold yet: settle the first items, then make a release of them.']
}

/** Tasks whose gold a release would hold. */
export async function countGold(tx: Tx, { id, protocolId }: ProjectOf): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int "count" from tasks t join stages s on s.id = t.stage_id join items i on i.id = t.item_id
    where t.project_id = ${id}::uuid and ${Prisma.raw(releasedSql({ protocol: protocolById(protocolId) }))}`
  return row?.count ?? 0
}

/** null where nothing contradicts itself. @throws `rule` where something does and nobody says why it goes out. */
async function reasonFor(tx: Tx, projectId: string, reason: string | undefined): Promise<string | null> {
  const { count, positions } = await unsettledContradictions(tx, projectId)
  if (count === 0) return null
  if (reason) return reason
  const which = positions.slice(0, 10).join(', ')
  throw new AppError(
    'rule',
    `The labels of ${count} gold ${count === 1 ? 'item contradicts itself' : 'items contradict themselves'} (${which}${count > 10 ? ', …' : ''}). Settle them under Checks, or say why they are released as they are: the reason goes on the card.`,
    { data: { unsettled: { count, positions } } },
  )
}
