/** The versions of its protocol file that a project can move between, and what a move means. Reads only. */
import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, type Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { isOfFile } from '@/lib/protocols/kept-protocols'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { type Definition, inLanguage } from '@/lib/protocols/language/definition'
import {
  type MovePlan,
  migrationProblems,
  movePlan,
  type PlannedChange,
  plannedDifference,
} from '@/lib/protocols/language/migrate'
import { unmarkableTexts } from '@/lib/protocols/marked-spans'
import type { Json } from '@/lib/protocols/protocol'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { ProjectVersionsView, VersionChangeView } from './contract'
import { countTouched } from './count-touched'
import { movedGolds } from './move-gold'
import type { CountedChange } from './move-summary'
import { reasonsAgainst, reasonsAgainstUndo, reasonsAgainstWritten } from './rules'
import { listStandingMoves, type StandingMove, storedSince } from './version-moves'

/** The id of the file, or null under a protocol that is built in. */
const fileOf = ({ protocolId }: Pick<LoadedProject, 'protocolId'>): string | null =>
  isOfFile(protocolId) ? (protocolId.split('@')[0] ?? null) : null

/** For managers. Errors: `not_found`, `forbidden`. */
export async function listProjectVersions(actor: Actor, projectId: string): Promise<ProjectVersionsView> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  const id = fileOf(project)
  const rows =
    id === null
      ? []
      : await prisma().protocolVersion.findMany({
          where: { id, removedAt: null },
          orderBy: { version: 'desc' },
          select: { version: true, title: true, createdAt: true },
        })
  return {
    protocolId: project.protocolId,
    version: project.protocolVersion,
    versions: rows.map(({ version, title, createdAt }) => ({ version, title, createdAt: createdAt.toISOString() })),
  }
}

/** What moving to a version means. For managers. Errors: `not_found` also for a version that is not in the list, `forbidden`. */
export async function getVersionChange(actor: Actor, projectId: string, version: number): Promise<VersionChangeView> {
  const project = await loadProject(prisma(), actor, projectId)
  authorizeProject('project.manage', project)
  return readVersionChange(prisma(), project, version)
}

/** A move as it would be, with what carries it out. */
export interface PlannedMove {
  view: VersionChangeView
  plan: MovePlan
  after: Definition
  /** As in the view, with what each touches. */
  changes: readonly CountedChange[]
  /** The move that it takes back; null: it goes on. */
  undoes: StandingMove | null
}

/** The same in a transaction that holds the project. */
export async function readVersionChange(tx: Tx, project: LoadedProject, version: number): Promise<VersionChangeView> {
  return (await readPlannedMove(tx, project, version)).view
}

/** A version of the project's protocol. Errors: `not_found` where there is none, as of a protocol that is built in. */
export async function readDefinition(tx: Tx, project: LoadedProject, version: number): Promise<Definition> {
  const id = fileOf(project)
  if (id === null)
    throw new AppError('not_found', 'The protocol of this project is built in and has no other versions.')
  const where = { id, version, removedAt: null }
  const row = found(await tx.protocolVersion.findFirst({ where, select: { definition: true } }))
  return row.definition as unknown as Definition
}

export async function readPlannedMove(tx: Tx, project: LoadedProject, version: number): Promise<PlannedMove> {
  const before = await readDefinition(tx, project, project.protocolVersion)
  const after = await readDefinition(tx, project, version)
  const shared = await standsAgainstAny(tx, project.id)
  const [last] = await listStandingMoves(tx, project.id)
  if (last?.from === version && last.to === project.protocolVersion) {
    // The way back puts in again what was there, whatever the difference is called that way round.
    const since = await storedSince(tx, project.id, last)
    const changes = await counted(tx, project.id, movedBack(after, before))
    const reasons = [
      ...reasonsAgainstUndo({ version: project.protocolVersion, ...since }),
      ...reasonsAgainst({ changes: changes.map(presentChange), ...shared }),
    ]
    const view = { from: project.protocolVersion, to: version, reasons, asks: null, undoes: true }
    return {
      view: { ...view, changes: changes.map(presentChange) },
      plan: movePlan(after, before),
      after,
      changes,
      undoes: last,
    }
  }
  const plan = movePlan(before, after)
  const problems = migrationProblems(before, after)
  const changes = await counted(tx, project.id, plannedDifference(before, after))
  const asks = problems.length > 0 ? null : await readAsks(tx, project.id, { plan, after, changes })
  const reasons = reasonsAgainst({
    changes: changes.map(presentChange),
    ...shared,
    unmarkable: await countUnmarkable(tx, project.id, before, after),
    written: plan.isWritten
      ? reasonsAgainstWritten({ problems, ...(await standsAgainstWritten(tx, project.id, { plan, before, after })) })
      : [],
  })
  const view = { from: project.protocolVersion, to: version, reasons, asks, undoes: false }
  return { view: { ...view, changes: changes.map(presentChange) }, plan, after, changes, undoes: null }
}

async function counted(tx: Tx, projectId: string, difference: readonly PlannedChange[]): Promise<CountedChange[]> {
  const changes: CountedChange[] = []
  for (const change of difference)
    changes.push({ ...change, stored: await countTouched(tx, projectId, change.touched) })
  return changes
}

const presentChange = ({ weight, at, message, touched, stored, handled }: CountedChange) => ({
  weight,
  at,
  message,
  never: touched.what === 'project',
  stored,
  handled,
})

/**
 * What the last move did, told the other way round. Where it changed how items are made there were none, and those that came since are made in the new way.
 * Tasks that came since may lack what they would need under the earlier version.
 */
function movedBack(before: Definition, after: Definition): PlannedChange[] {
  const isOfTasks = ({ touched }: PlannedChange) => touched.what === 'tasks'
  return [
    ...plannedDifference(before, after)
      .filter((change) => !isOfTasks(change))
      .map(
        (change): PlannedChange =>
          change.touched.what === 'items' ? change : { ...change, touched: { what: 'nothing' } },
      ),
    ...plannedDifference(after, before).filter(isOfTasks),
  ]
}

/** Files that were read under the version that the project has, and may still be written. */
export const countImports = (tx: Tx, projectId: string): Promise<number> =>
  tx.import.count({
    where: {
      projectId,
      OR: [{ state: { in: ['checking', 'ready', 'applying'] } }, { state: 'refused', chunks: { some: {} } }],
    },
  })

async function standsAgainstAny(tx: Tx, projectId: string) {
  const imports = await countImports(tx, projectId)
  const copies = await tx.calibration.count({ where: { OR: [{ projectId }, { shadowId: projectId }] } })
  return { imports, hasCopies: copies > 0 }
}

/** Items in which the version marks a text for the first time that is not stored as the record has it. */
async function countUnmarkable(tx: Tx, projectId: string, before: Definition, after: Definition): Promise<number> {
  const marking = (of: Definition) =>
    compileProtocol(of).stages.flatMap(({ questions }) => questions.filter(({ spans }) => spans))
  const [marked, toMark] = [marking(before), marking(after)]
  if (toMark.length === 0) return 0
  const items = await tx.item.findMany({ where: { projectId, escaped: true }, select: { content: true } })
  return items.filter(({ content }) => {
    const unmarkableBefore = unmarkableTexts(marked, content as Json)
    return unmarkableTexts(toMark, content as Json).some((text) => !unmarkableBefore.includes(text))
  }).length
}

async function standsAgainstWritten(
  tx: Tx,
  projectId: string,
  { plan, before, after }: { plan: MovePlan; before: Definition; after: Definition },
) {
  const stages = before.stages.map(({ id }) => id)
  // Replies are held against the event of their proposal, which says the question by the name that it had then.
  const changed = plan.questions.filter(
    ({ question, to, values }) => to !== question || values.some((each) => each.to === null),
  )
  const unsettled = [...changed, ...plan.asks].map(({ stage }) => stage)
  const settling = await tx.task.count({
    where: { projectId, state: { in: ['consolidating', 'approving'] }, stage: { key: { in: unsettled } } },
  })
  const first = Math.min(...[...plan.questions, ...plan.asks].map(({ stage }) => stages.indexOf(stage)))
  const later = Number.isFinite(first) ? stages.slice(first + 1) : []
  const laterTasks = await tx.task.count({ where: { projectId, stage: { key: { in: later } } } })
  const seconds = await tx.secondAdjudication.count({ where: { projectId } })
  const labelValues = ({ label }: Definition) => JSON.stringify(label?.values.map(({ value }) => value) ?? [])
  const overrides =
    labelValues(before) === labelValues(after) ? 0 : await tx.rollUpOverride.count({ where: { item: { projectId } } })
  return { settling, laterTasks, seconds, overrides }
}

/** What finished items can be asked, and how many of them lack an answer. */
async function readAsks(
  tx: Tx,
  projectId: string,
  { plan, after, changes }: { plan: MovePlan; after: Definition; changes: readonly CountedChange[] },
): Promise<VersionChangeView['asks']> {
  if (!changes.some(({ handled, stored }) => handled === 'asked' && stored.length > 0)) return null
  const newQuestions = after.stages.flatMap(({ id, questions }) =>
    questions.filter((question) => plan.asks.some((ask) => ask.stage === id && ask.question === question.id)),
  )
  let finished = 0
  for await (const golds of movedGolds(tx, projectId, { plan, protocol: compileProtocol(after) }))
    finished += golds.filter(({ isLacking }) => isLacking).length
  const titles = newQuestions.map(({ title }) => inLanguage(title, after.language, after.language))
  // A flag that nobody was asked would count as "no".
  return { questions: titles, finished, must: finished > 0 && newQuestions.some(({ form }) => form === 'flag') }
}
