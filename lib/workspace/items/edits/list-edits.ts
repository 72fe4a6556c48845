import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import type { Json } from '@/lib/protocols/protocol'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ItemEdit } from './contract'
import { changeText } from './rules'

const SHOWN = 20

/** The latest acts on many items of a project, for its managers. */
export function listEdits(actor: Actor, projectId: string): Promise<{ edits: ItemEdit[] }> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Items are changed together by managers of the project.')
    const rows = await tx.itemEdit.findMany({
      where: { projectId },
      orderBy: { eventId: 'desc' },
      take: SHOWN,
      select: {
        id: true,
        at: true,
        change: true,
        changed: true,
        actor: { select: { name: true } },
        undoes: { select: { change: true } },
        undoneBy: { select: { id: true } },
      },
    })
    const edits = rows.map(({ id, at, actor: by, change, undoes, changed, undoneBy }) => ({
      id,
      at: at.toISOString(),
      by: by?.name ?? null,
      text: change === null ? `undone: ${changeText((undoes?.change ?? null) as Json)}` : changeText(change as Json),
      changed,
      undone: undoneBy !== null,
    }))
    return { edits }
  })
}
