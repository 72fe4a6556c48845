/** A project with what a rule about it needs: commands and queries of every room start here. */
import 'server-only'
import { z } from 'zod'
import type { Actor } from '@/lib/platform/policy/actor'
import {
  canProject,
  effectiveRole,
  type ProjectAction,
  type ProjectSubject,
  type Role,
} from '@/lib/platform/policy/can'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'

export interface LoadedProject {
  id: string
  name: string
  description: string
  protocolId: string
  protocolVersion: number
  createdAt: Date
  archivedAt: Date | null
  /** The key of the rule of roll-up that it chose; null: its protocol's default. */
  rollUpRule: string | null
  /** The search engine that it proposes to its members. */
  searchEngine: string | null
  /** false for an administrator who acts as manager without being a member. */
  member: boolean
  subject: ProjectSubject & { role: Role }
}

/**
 * Loads a project the actor can see, else `not_found`. With `lock`, its row is held until the transaction ends: other changes are kept out, but not
 * rows that refer to it, so that nobody waits for an import.
 */
export async function loadProject(
  tx: Tx,
  actor: Actor,
  projectId: string,
  options: { lock?: 'change' } = {},
): Promise<LoadedProject> {
  // Addresses of pages carry whatever was typed.
  if (!z.uuid().safeParse(projectId).success) throw new AppError('not_found')
  if (options.lock) await tx.$queryRaw`select 1 from projects where id = ${projectId}::uuid for no key update`
  const row = await tx.project.findFirst({
    where: { AND: [{ id: projectId }, visibleProjectsWhere(actor)] },
    select: {
      id: true,
      name: true,
      description: true,
      protocolId: true,
      protocolVersion: true,
      createdAt: true,
      archivedAt: true,
      rollUpRule: true,
      searchEngine: true,
      memberships: { where: { userId: actor.userId }, select: { role: true } },
    },
  })
  const { memberships, ...project } = found(row)
  const role = found(effectiveRole(actor, memberships[0]?.role))
  return { ...project, member: memberships.length > 0, subject: { role, archived: project.archivedAt !== null } }
}

/** The key of the rule by which the project's items are labelled: the one it chose, else its protocol's default. */
export function rollUpRuleOf({ protocolId, rollUpRule }: Pick<LoadedProject, 'protocolId' | 'rollUpRule'>): string {
  const { rollUps } = protocolById(protocolId)
  return (rollUps.find(({ key }) => key === rollUpRule) ?? rollUps[0])?.key ?? ''
}

/** Throws `forbidden` unless the actor may do this in the project. */
export function authorizeProject(action: ProjectAction, project: LoadedProject, message?: string): void {
  if (!canProject(action, project.subject)) throw new AppError('forbidden', message)
}

/** Throws `rule` while the project is archived. Call after authorising, for whatever writes. */
export function refuseArchived(project: LoadedProject): void {
  if (project.subject.archived)
    throw new AppError('rule', 'This project is archived: take it out of the archive first.')
}
