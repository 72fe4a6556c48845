/** A project as a template of another: its settings, guidelines and people; none of its items. */
import 'server-only'
import { recordMany } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { holdPeople } from '@/lib/workspace/users/queries'
import type { CopiedTemplate } from './contract'
import { authorizeProject, loadProject } from './load-project'
import { templateSource } from './template-source'

/** What a new project takes from its template in its first rows. */
export interface TemplateRows {
  guidelines: { body: string; note: string } | null
  rollUpRule: string | null
  /** By the key of the stage. */
  stages: ReadonlyMap<string, StageSettingsRow>
}

const SETTINGS = {
  raters: true,
  coverage: true,
  consolidation: true,
  thirdRater: true,
  reservationMinutes: true,
  skipPolicy: true,
  queue: true,
  queueOrder: true,
  queueSeed: true,
  furtherShare: true,
  furtherSeed: true,
  guidelinesFirst: true,
} as const

const readStages = (tx: Tx, projectId: string) =>
  tx.stage.findMany({ where: { projectId }, select: { key: true, ...SETTINGS } })
type StageSettingsRow = Omit<Awaited<ReturnType<typeof readStages>>[number], 'key'>

/** Reads a template that the actor manages. Errors: `not_found`, `forbidden`, `rule` where it has another protocol. */
export async function readTemplate(
  tx: Tx,
  actor: Actor,
  { projectId }: CopiedTemplate,
  protocolId: string,
): Promise<TemplateRows> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.manage', project, 'Only managers of a project may copy it.')
  if (project.protocolId !== protocolId)
    throw new AppError('rule', 'The project to copy has another protocol: choose the same for the new one.')
  const latest = await tx.guideline.findFirst({ where: { projectId }, orderBy: { version: 'desc' } })
  const stages = await readStages(tx, projectId)
  return {
    guidelines: latest && { body: latest.body, note: `As in another project, version ${latest.version}.` },
    rollUpRule: project.rollUpRule,
    stages: new Map(stages.map(({ key, ...settings }) => [key, settings])),
  }
}

/** What the template has beside its own rows: settings of later rooms, and, where wanted, its active members. */
export async function copyFromTemplate(
  tx: Tx,
  actor: Actor,
  { projectId: from, people }: CopiedTemplate,
  to: string,
): Promise<void> {
  await templateSource.get().copySettings(tx, { from, to })
  if (!people) return
  const found = await tx.membership.findMany({
    where: { projectId: from, userId: { not: actor.userId }, user: { deactivatedAt: null, removedAt: null } },
    orderBy: { userId: 'asc' },
    select: { userId: true, role: true, quota: true },
  })
  const held = await holdPeople(
    tx,
    found.map(({ userId }) => userId),
  )
  const members = found.filter(({ userId }) => held.includes(userId))
  await tx.membership.createMany({ data: members.map((member) => ({ ...member, projectId: to })) })
  const scope = { actorId: actor.userId, projectId: to }
  await recordMany(
    tx,
    'member.added',
    members.map(({ userId, role }) => ({ scope, data: { userId, role } })),
  )
}
