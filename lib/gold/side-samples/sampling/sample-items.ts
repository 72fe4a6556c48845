import 'server-only'
import type { z } from 'zod'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { holdTasksOf, NOT_SAMPLED, setAsideItems } from '@/lib/workspace/tasks/set-aside-items'
import type { sampleItemsBody, sampleItemsEndpoint } from './contract'
import { readCandidates } from './queries'
import { type Candidate, leftOut } from './rules'

const MINUTES = 5
const AT_ONCE = 1_000

type Plan = z.infer<typeof sampleItemsBody>

/**
 * Keeps so many items of each named set and sets the others aside, all of it or nothing; `restoreSampled` takes it back.
 * Errors: `rule` for a set that the project does not have.
 */
export function sampleItems(
  actor: Actor,
  projectId: string,
  plan: Plan,
): Promise<z.infer<typeof sampleItemsEndpoint.response>> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Sampling is for managers of a project.')
    refuseArchived(project)
    const { by, seed } = plan
    const counts = new Map(Object.entries(plan.counts))
    const candidates = await readCandidates(tx, actor, projectId, by)
    refuseUnknown(candidates, [...counts.keys()])
    const going = leftOut(candidates, counts, seed)
    const goingIds = going.map(({ itemId }) => itemId)
    await holdTasksOf(tx, projectId, goingIds)
    let setAside = 0
    for (let start = 0; start < going.length; start += AT_ONCE) {
      const itemIds = goingIds.slice(start, start + AT_ONCE)
      const note = noteOf(plan)
      setAside += (await setAsideItems(tx, actor, { projectId, itemIds, note, reason: NOT_SAMPLED })).length
    }
    const counted = candidates.filter(({ set }) => counts.has(set)).length
    const scope = { actorId: actor.userId, projectId }
    const outcome = { kept: counted - setAside, setAside }
    await record(tx, 'items.sampled', scope, { by, counts: plan.counts, seed, ...outcome })
    return outcome
  }, MINUTES)
}

function refuseUnknown(candidates: readonly Candidate[], namedSets: readonly string[]): void {
  const candidateSets = new Set(candidates.map(({ set }) => set))
  const unknown = namedSets.find((set) => !candidateSets.has(set))
  if (unknown !== undefined)
    throw new AppError('rule', `The project has no items of the set “${unknown}” to choose from. Reload the page.`)
}

const LONGEST_NOTE = 1_000

/** What was asked for, in words: kept with each item. */
function noteOf({ by, counts, seed }: Plan): string {
  const wanted = Object.entries(counts).map(
    ([set, count]) => `${count} of ${set === '' ? 'those without one' : `“${set}”`}`,
  )
  return `Sampled by ${by}: ${wanted.join(', ')}; seed ${seed}.`.slice(0, LONGEST_NOTE)
}
