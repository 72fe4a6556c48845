import 'server-only'
import { createHash } from 'node:crypto'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { type Arm, type PolicyKind, type Shares, sharesSchema } from './contract'

/** What an arm is drawn for: one annotation's answers to one question of a kind of unit. */
interface DrawSubject {
  annotationId: string
  unitKind: string
  question: string
}

const ORDER = ['shown', 'hidden', 'none'] as const
/** Bits of the hash that become a number: as many as a number holds exactly. */
const BITS = 48

/**
 * The arm of an annotation for a question, by shares in percent that sum to 100. A hash stands for the dice: the same
 * subject always draws the same arm, whatever is drawn before or after it, and nobody chooses an annotation's id.
 */
export function drawArm({ annotationId, unitKind, question }: DrawSubject, shares: Shares): Arm {
  const hash = createHash('sha256')
    .update(JSON.stringify(['arm/1', annotationId, unitKind, question]))
    .digest()
  const percent = (hash.readUIntBE(0, BITS / 8) / 2 ** BITS) * 100
  let upTo = 0
  for (const arm of ORDER) {
    upTo += shares[arm]
    if (percent < upTo) return arm
  }
  throw new RangeError(`the shares sum to ${upTo} percent`)
}

interface PolicyRow {
  unitKind: string
  question: string
  policy: PolicyKind
  shares: unknown
  /** What the person's annotation of an earlier round was in. */
  before: { arm: Arm; policy: PolicyKind } | null
}

/** The condition that a stage `s` of a project `p` has a policy on suggestions, or an annotation `n` has arms. */
export const HAS_ARMS = Prisma.sql`
  (exists (select 1 from suggestion_policies y where y.project_id = p.id and y.stage_key = s.key)
    or exists (select 1 from arm_draws r where r.annotation_id = n.id))`

/**
 * Draws and keeps the arms of an annotation that begins: for each question with a policy, or with suggestions. In a
 * later round people stay in the arms they were in, since what they have seen cannot be unseen; only what had no arm yet
 * is drawn. Draws nothing for an annotation that has arms already.
 */
export async function drawArms(
  tx: Tx,
  annotationId: string,
  task: { id: string; projectId: string; stage: { key: string } },
): Promise<void> {
  const rows = await tx.$queryRaw<PolicyRow[]>`
    with named as (
      select unit_kind, question from suggestion_policies
      where project_id = ${task.projectId}::uuid and stage_key = ${task.stage.key}
      union
      select u.kind, g.question from suggestions g join units u on u.id = g.unit_id where g.task_id = ${task.id}::uuid)
    select n.unit_kind "unitKind", n.question, coalesce(p.policy::text, 'shown') "policy", p.shares, (
      select json_build_object('arm', d.arm, 'policy', d.policy)
      from annotations now join annotations a on a.task_id = now.task_id and a.user_id = now.user_id and a.round < now.round
      join arm_draws d on d.annotation_id = a.id and d.unit_kind = n.unit_kind and d.question = n.question
      where now.id = ${annotationId}::uuid order by a.round desc limit 1) "before"
    from named n left join suggestion_policies p on p.project_id = ${task.projectId}::uuid
      and p.stage_key = ${task.stage.key} and p.unit_kind = n.unit_kind and p.question = n.question
    where not exists (select 1 from arm_draws where annotation_id = ${annotationId}::uuid)`
  if (rows.length === 0) return
  await tx.armDraw.createMany({
    data: rows.map(({ unitKind, question, policy, shares, before }) => {
      const subject = { annotationId, unitKind, question }
      return { ...subject, ...(before ?? { arm: armUnder(policy, shares, subject), policy }) }
    }),
    skipDuplicates: true,
  })
}

function armUnder(policy: PolicyKind, shares: unknown, subject: DrawSubject): Arm {
  if (policy !== 'randomised') return policy
  const stated: Shares = sharesSchema.parse(shares)
  return drawArm(subject, stated)
}
