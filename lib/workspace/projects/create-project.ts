import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { findProtocol } from '@/lib/protocols'
import { isOfFile } from '@/lib/protocols/kept-protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import type { createProjectBody, NamedProject } from './contract'
import { copyFromTemplate, readTemplate, type TemplateRows } from './copy-template'
import { findAlike } from './find-alike'
import { loadProject } from './load-project'
import { presentProject } from './present'
import { getWorkspaceAbilities } from './workspace-abilities'

interface NewProject {
  name: string
  description: string
  protocolId: string
  /** Becomes the manager. */
  managerId: string
  /** What takes the place of the protocol's defaults. */
  template?: TemplateRows
}

/**
 * Creates a project under a protocol: its stages with their defaults, the protocol's guidelines as version 1; or both as a
 * project has them that the actor manages, with its people. Errors: `forbidden` without the right to create projects at
 * this moment, and those of `readTemplate`.
 */
export async function createProject(actor: Actor, body: z.infer<typeof createProjectBody>): Promise<NamedProject> {
  return transaction(async (tx) => {
    if (!(await getWorkspaceAbilities(actor, tx)).createProjects) throw new AppError('forbidden', NO_PROJECT_CREATION)
    const { template: copied, ...about } = body
    const template = copied && (await readTemplate(tx, actor, copied, body.protocolId))
    const id = await insertProject(tx, { ...about, managerId: actor.userId, ...(template && { template }) })
    if (copied) await copyFromTemplate(tx, actor, copied, id)
    const project = await presentProject(tx, await loadProject(tx, actor, id))
    return { ...project, ...(await findAlike(tx, actor, project)) }
  })
}

/** Is it built in, or a version of a file that is in the list? Held until the project names it. */
async function isStored(tx: Tx, { id: protocolId, version }: Protocol): Promise<boolean> {
  if (!isOfFile(protocolId)) return true
  const id = protocolId.split('@')[0] ?? ''
  const rows = await tx.$queryRaw<object[]>`
    select 1 from protocol_versions where id = ${id} and version = ${version} and removed_at is null for share`
  return rows.length > 0
}

/** The rows of a new project with its first event; returns its id. Also used by audits and the demo data. */
export async function insertProject(tx: Tx, project: NewProject): Promise<string> {
  const protocol = findProtocol(project.protocolId)
  if (!protocol || !(await isStored(tx, protocol)))
    throw new AppError('rule', `There is no protocol “${project.protocolId}”.`)
  const { id } = await tx.project.create({
    data: {
      name: project.name,
      description: project.description,
      protocolId: protocol.id,
      protocolVersion: protocol.version,
      createdById: project.managerId,
      rollUpRule: project.template?.rollUpRule ?? null,
      memberships: { create: { userId: project.managerId, role: 'manager' } },
      guidelines: {
        create: {
          version: 1,
          body: protocol.guidelines,
          note: `As the ${protocol.title} protocol brings them.`,
          ...project.template?.guidelines,
          createdById: project.managerId,
        },
      },
      stages: {
        create: protocol.stages.map((stage, position) => ({
          key: stage.key,
          position,
          raters: stage.raters,
          coverage: stage.coverage ?? 100,
          consolidation: stage.consolidation,
          thirdRater: stage.thirdRater,
          guidelinesFirst: stage.guidelinesFirst ?? false,
          ...project.template?.stages.get(stage.key),
        })),
      },
    },
    select: { id: true },
  })
  await record(
    tx,
    'project.created',
    { actorId: project.managerId, projectId: id },
    { name: project.name, protocolId: protocol.id, protocolVersion: protocol.version },
  )
  return id
}
