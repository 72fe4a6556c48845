import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { isSettled, listAnnotators } from '@/lib/quality/agreement/ledger/number-annotators'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Adjudicator, Adjudicators } from './contract'
import { adjudicatorFigures, type Decision } from './figures'
import { readDecisions } from './read-decisions'
import { inOrderOfPage, RULES } from './rules'

/** Everybody who settled something, by name; for managers. Annotators have their aliases until everything counted is gold. */
export async function listAdjudicators(actor: Actor, projectId: string): Promise<Adjudicators> {
  const { project, annotators, decisions, people } = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Figures about people are for managers of the project.')
    const showsNames = await isSettled(tx, projectId)
    // First, since it gives newcomers the numbers by which decisions know them.
    const annotators = (await listAnnotators(tx, projectId, 'revealed')).map((annotator) => ({
      number: annotator.number,
      key: `a${annotator.number}`,
      name: showsNames ? annotator.named : annotator.alias,
    }))
    const decisions = await readDecisions(tx, projectId)
    const ids = [...new Set(decisions.map(({ userId }) => userId))]
    const people = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
    return { project, annotators, decisions, people }
  })
  const byPerson = new Map<string, Decision[]>(people.map(({ id }) => [id, []]))
  for (const decision of decisions) byPerson.get(decision.userId)?.push(decision)
  return {
    project: { id: project.id, name: project.name },
    rules: [...RULES],
    adjudicators: inOrderOfPage(people).map(({ id, name }) =>
      adjudicatorFigures({ userId: id, name }, byPerson.get(id) ?? [], annotators),
    ),
  }
}

/** What everybody who settled something took of lanes and of suggestions, without names; for those who may already know who settled what. `without`: the positions of items that do not count. */
export async function listAdjudicatorFigures(
  projectId: string,
  without: readonly number[] = [],
): Promise<Adjudicator[]> {
  const leftOut = new Set(without)
  const all = await transaction((tx) => readDecisions(tx, projectId))
  const decisions = all.filter(({ item }) => !leftOut.has(item))
  const ids = [...new Set(decisions.map(({ userId }) => userId))].sort()
  return ids.map((userId) =>
    adjudicatorFigures(
      { userId, name: '' },
      decisions.filter((decision) => decision.userId === userId),
      [],
    ),
  )
}
