import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Audit } from '@/lib/protocols/protocol'
import { addRecords } from '@/lib/workspace/imports/add-records'
import { insertProject } from '@/lib/workspace/projects/create-project'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { recordAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { createAuditBody, createAuditEndpoint } from './contract'
import { type RecordPlace, readPlaces, readPools } from './pool'
import { drawFrom } from './rules'

const MINUTES = 5
const LONGEST_NAME = 200

/**
 * Makes a project of a sample of the gold, to be judged under the audit's protocol; whoever makes it becomes its manager.
 * All of it or nothing. Errors: `rule` for an audit that the protocol does not have, and where no gold is there to draw from.
 */
export function createAudit(
  actor: Actor,
  projectId: string,
  { kind, sample, seed, name }: z.infer<typeof createAuditBody>,
): Promise<z.infer<typeof createAuditEndpoint.response>> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Audits are made by managers of the project.')
    refuseArchived(project)
    const audit = auditOf(project, kind)
    const { pools } = await readPools(tx, projectId, [audit])
    const places = pools.flat()
    if (places.length === 0)
      throw new AppError('rule', 'There is nothing to draw from: no gold brings a record for it yet.')
    const requestedSize = sample ?? audit.sample
    const chosen = drawFrom(places, requestedSize, seed)
    const auditName = name ?? `${audit.title}: ${project.name}`.slice(0, LONGEST_NAME)
    const auditId = await insertAudit(tx, actor, { project, audit, name: auditName, seed, eligible: places.length })
    const added = await addRecords(tx, { projectId: auditId, records: await readPlaces(tx, audit, chosen) })
    await recordReadsOfPlaces(tx, actor, chosen)
    await tx.audit.create({
      data: { auditId, projectId, kind, size: added, seed, eligible: places.length },
    })
    const scope = { actorId: actor.userId, projectId }
    await record(tx, 'audit.created', scope, { auditId, kind, seed, size: added, eligible: places.length })
    return { auditId, name: auditName, asked: requestedSize, eligible: places.length, size: added }
  }, MINUTES)
}

function auditOf({ protocolId }: LoadedProject, kind: string): Audit {
  const audits = protocolById(protocolId).audits ?? []
  const audit = audits.find(({ key }) => key === kind)
  if (audit) return audit
  const auditKeys = audits.map(({ key }) => key).join(', ')
  throw new AppError(
    'rule',
    auditKeys === ''
      ? 'The protocol of this project has no side audits.'
      : `There is no audit “${kind}”. Use one of: ${auditKeys}.`,
  )
}

interface Given {
  project: LoadedProject
  audit: Audit
  name: string
  seed: number
  eligible: number
}

function insertAudit(tx: Tx, actor: Actor, { project, audit, name, seed, eligible }: Given): Promise<string> {
  const description = `${audit.description} Drawn from ${eligible} of the project “${project.name}” with the seed ${seed}.`
  return insertProject(tx, { name, description, protocolId: audit.protocol, managerId: actor.userId })
}

/** What is drawn tells of the gold, so whoever draws has read it. */
async function recordReadsOfPlaces(tx: Tx, actor: Actor, places: readonly RecordPlace[]): Promise<void> {
  const itemIds = [...new Set(places.map(({ itemId }) => itemId))]
  const tasks = await tx.task.findMany({ where: { itemId: { in: itemIds }, state: 'gold' }, select: { id: true } })
  await recordAnswerReads(
    tx,
    actor,
    tasks.map(({ id }) => id),
    'gold',
  )
}
