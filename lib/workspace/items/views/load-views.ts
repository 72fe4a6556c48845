/** Who sees and changes which saved view. */
import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeColumns } from '@/lib/workspace/items/columns/read-columns'
import { authorizeFilter } from '@/lib/workspace/items/filter'
import type { LoadedProject } from '@/lib/workspace/projects/queries'
import { type ItemView, type ViewQuery, viewQuerySchema } from './contract'

export const SELECTED = {
  id: true,
  name: true,
  shared: true,
  query: true,
  ownerId: true,
  savedAt: true,
  owner: { select: { name: true } },
} as const
type Row = Prisma.ItemViewGetPayload<{ select: typeof SELECTED }>

/** Views of the project that the person sees: their own, and shared ones. */
export const visibleViews = (actor: Actor, projectId: string) => ({
  projectId,
  OR: [{ ownerId: actor.userId }, { shared: true }],
})

/** One of them. Errors: `not_found`; with `change`, `forbidden` where it is another's and the person does not manage the project. */
export async function loadView(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  { viewId, change = false }: { viewId: string; change?: boolean },
): Promise<Row> {
  if (!z.uuid().safeParse(viewId).success) throw new AppError('not_found')
  const where = { id: viewId, ...visibleViews(actor, project.id) }
  const row = found(await tx.itemView.findFirst({ where, select: SELECTED }))
  if (change && !mayChange(actor, project, row))
    throw new AppError('forbidden', 'A shared view is changed by whose it is and by managers.')
  return row
}

const mayChange = (actor: Actor, project: LoadedProject, { ownerId }: Pick<Row, 'ownerId'>): boolean =>
  ownerId === actor.userId || canProject('project.manage', project.subject)

/** Errors: `forbidden` where the view shows what the person may not see. */
export function authorizeView(project: LoadedProject, query: ViewQuery): void {
  authorizeFilter(project, query)
  authorizeColumns(project, query)
}

/** Only managers share. */
export function authorizeSharing(project: LoadedProject): void {
  if (!canProject('project.manage', project.subject))
    throw new AppError('forbidden', 'Views are shared by managers of the project.')
}

export function presentView(actor: Actor, project: LoadedProject, row: Row): ItemView {
  return {
    id: row.id,
    name: row.name,
    shared: row.shared,
    // Whatever an earlier version kept is read as what is understood of it.
    query: viewQuerySchema.catch(viewQuerySchema.parse({})).parse(row.query),
    by: row.owner.name,
    mine: row.ownerId === actor.userId,
    savedAt: row.savedAt.toISOString(),
    mayChange: mayChange(actor, project, row),
  }
}

/** Says of a name that is taken what to do. */
export async function withFreeName<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new AppError(
        'conflict',
        'There is a view of that name already: choose another name, or save over that view.',
      )
    throw error
  }
}
