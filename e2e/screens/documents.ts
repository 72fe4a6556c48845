/** Where the demo's documents stand, by their position and stage. */
import { prisma } from '@/lib/platform/server/db'
import { factcheckProject } from '@/prisma/scenarios/factcheck/project'

const project = () => prisma().project.findFirstOrThrow({ where: { name: factcheckProject.name } })

/** A page of the project of documents. */
export const inDocuments = (page: string) => async () => `/projects/${(await project()).id}${page}`

/** The workbench or the consolidation of a document in a stage. */
export const documentAt =
  (position: number, stage: 'decompose' | 'verify' | 'merge', page: 'annotate' | 'consolidate') => async () => {
    const where = { position, stage: { key: stage }, projectId: (await project()).id }
    const { id, projectId } = await prisma().task.findFirstOrThrow({ where })
    return `/projects/${projectId}/tasks/${id}/${page}`
  }

/** The item's page of a document. */
export const documentItem = (position: number) => async () => {
  const item = await prisma().item.findFirstOrThrow({ where: { position, projectId: (await project()).id } })
  return `/projects/${item.projectId}/items/${item.id}`
}
