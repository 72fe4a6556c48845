import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import type { Policies, PolicySetting } from './contract'
import { governedQuestions } from './lists'
import { presentPolicies } from './queries'

/**
 * Sets what annotators are shown of suggestions, all or nothing, each change with its event. It holds for annotations
 * begun from now on: arms are drawn when an annotation begins. Throws `rule` for what is no question with a policy of its
 * own, and `revision_conflict` where what was seen is not what is set any more.
 */
export async function setPolicies(
  actor: Actor,
  projectId: string,
  settings: readonly PolicySetting[],
): Promise<Policies> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    const { stages } = protocolById(project.protocolId)
    const policyNames = new Set(
      stages.flatMap((stage) =>
        governedQuestions(stage).map(({ question }) => JSON.stringify([stage.key, question.unit, question.key])),
      ),
    )
    const names = settings.map(({ stage, unitKind, question }) => JSON.stringify([stage, unitKind, question]))
    const issues = names.flatMap((name, index) => {
      if (!policyNames.has(name))
        return [{ path: `policies.${index}`, message: 'There is no such question with a policy of its own.' }]
      return names.indexOf(name) < index
        ? [{ path: `policies.${index}`, message: 'Each question may be set once.' }]
        : []
    })
    if (issues[0]) throw new AppError('rule', issues[0].message, { issues })
    for (const setting of settings) await setPolicy(tx, actor, projectId, setting)
    return presentPolicies(tx, project)
  })
}

async function setPolicy(tx: Tx, actor: Actor, projectId: string, setting: PolicySetting): Promise<void> {
  const { stage, unitKind, question, policy } = setting
  const key = { projectId, stageKey: stage, unitKind, question }
  const where = { projectId_stageKey_unitKind_question: key }
  const row = await tx.suggestionPolicy.findUnique({ where })
  const from: Json = { policy: row?.policy ?? 'shown', shares: (row?.shares ?? null) as Json }
  if (setting.seen && !sameValue(from, setting.seen))
    throw new AppError('revision_conflict', undefined, { data: { current: from } })
  const shares = setting.policy === 'randomised' ? setting.shares : null
  const to: Json = { policy, shares }
  if (sameValue(from, to)) return
  const values = { policy, shares: shares ?? Prisma.DbNull, updatedAt: new Date() }
  await tx.suggestionPolicy.upsert({ where, create: { ...key, ...values }, update: values })
  await record(tx, 'policy.updated', { actorId: actor.userId, projectId }, { stage, unitKind, question, from, to })
}
