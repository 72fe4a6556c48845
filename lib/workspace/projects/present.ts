import 'server-only'
import { canProject } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { ProjectAbilities, ProjectStage, ProjectView } from './contract'
import { type LoadedProject, rollUpRuleOf } from './load-project'

/** The policy's answers for one reader, as they travel with the project. */
export function presentAbilities({ subject, member }: Pick<LoadedProject, 'subject' | 'member'>): ProjectAbilities {
  return {
    manage: canProject('project.manage', subject),
    change: canProject('project.manage', subject) && !subject.archived,
    browseItems: canProject('items.browse', subject),
    takeTasks: member && canProject('queue.take', subject),
    review: subject.role === 'reviewer' || subject.role === 'manager',
    seeAgreement: canProject('project.agreement', subject),
    export: canProject('project.export', subject),
    seeMembers: canProject('members.view', subject),
  }
}

/** A loaded project as its reader sees it, with stages and the guidelines' version. */
export async function presentProject(tx: Tx, project: LoadedProject): Promise<ProjectView> {
  const protocol = protocolById(project.protocolId)
  const stages = await tx.stage.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
  const latest = await tx.guideline.aggregate({ where: { projectId: project.id }, _max: { version: true } })
  const titles = new Map(protocol.stages.map((stage) => [stage.key, stage.title]))
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    protocolId: project.protocolId,
    protocolVersion: project.protocolVersion,
    protocolTitle: protocol.title,
    createdAt: project.createdAt.toISOString(),
    archivedAt: project.archivedAt?.toISOString() ?? null,
    role: project.subject.role,
    abilities: presentAbilities(project),
    rollUpRule: rollUpRuleOf(project),
    searchEngine: project.searchEngine,
    stages: stages.map(({ id: _id, projectId: _projectId, chosenSince, ...stage }): ProjectStage => {
      return { ...stage, chosenSince: chosenSince?.toISOString() ?? null, title: titles.get(stage.key) ?? stage.key }
    }),
    guidelineVersion: latest._max.version ?? 0,
  }
}
