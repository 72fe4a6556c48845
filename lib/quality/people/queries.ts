import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { atOneMoment, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import type { FiguresState } from '@/lib/quality/agreement/ledger/contract'
import { isStillKnown } from '@/lib/quality/agreement/ledger/kept-figures'
import { leaveToWorker, QUICK_ANNOTATIONS } from '@/lib/quality/agreement/ledger/leave-to-worker'
import {
  countAllAwaited,
  countAwaited,
  isSettled,
  type LedgerState,
  readLedger,
  refreshRatings,
} from '@/lib/quality/agreement/ledger/refresh-ratings'
import type { PersonCalibration } from '@/lib/quality/calibration/contract'
import { type ReadPerson, readPeople, withPairFigures } from '@/lib/quality/calibration/read-people'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Role } from '@/lib/workspace/users/members/contract'
import type { MeasureHeading, People, Person, PersonMeasure, Work } from './contract'
import { peopleFiguresJob } from './jobs'
import {
  computeMeasures,
  costOf,
  findKeptPeople,
  type KeptPeople,
  keepPeople,
  type OnlyOf,
  type ReadFigures,
  readFigures,
} from './measures'
import { type Answered, countOwnCounted, readDiscards, readSkips, readWork } from './read-work'
import { RANKING_RULE, RULES } from './rules'

/** Up to so many responses to resample, intervals take a second or two. */
const QUICK_RESPONSES = 20_000

interface Limits {
  /** Up to so many annotations are counted while somebody waits. */
  quick?: number
}

/** Everybody who annotates or did, for managers, by name. */
export async function listPeople(
  actor: Actor,
  projectId: string,
  { quick = QUICK_ANNOTATIONS }: Limits = {},
): Promise<People> {
  const open = async (tx: Tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Figures about people are for managers of the project.')
    return project
  }
  const read = await readAtOneMoment(open, async (tx, project, ledger) => ({
    ...(await readShared(tx, actor, { project, ledger, quick }, null)),
    calibration: await readPeople(tx, project, actor.userId),
  }))
  return present(read, await measuresOf(read), await withPairFigures(read.calibration))
}

/**
 * The actor's own figures: nothing about tasks whose other annotators are still at work, partners as one, and nothing of
 * what is served blind. For members who annotate.
 */
export async function getOwnFigures(
  actor: Actor,
  projectId: string,
  { quick = QUICK_ANNOTATIONS }: Limits = {},
): Promise<People> {
  const read = await readAtOneMoment(
    (tx) => loadAnnotating(tx, actor, projectId),
    async (tx, project, ledger) => ({
      ...(await readShared(tx, actor, { project, ledger, quick }, actor)),
      calibration: [],
    }),
  )
  return present(read, await measuresOf(read), [])
}

/** The project, for members who annotate and so have figures of their own. */
export async function loadAnnotating(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  if (!project.member || project.subject.role === 'viewer')
    throw new AppError('forbidden', 'Only members who annotate have figures of their own.')
  return project
}

/** Reads everything as it is at one moment, once the ledger has taken in what waits for it, as far as one portion goes. */
async function readAtOneMoment<T extends object>(
  open: (tx: Tx) => Promise<LoadedProject>,
  read: (tx: Tx, project: LoadedProject, ledger: LedgerState) => Promise<T>,
): Promise<T> {
  const settled = await atOneMoment(async (tx) => {
    const project = await open(tx)
    const ledger = await readLedger(tx, project.id)
    return isSettled(ledger) ? read(tx, project, ledger) : null
  })
  if (settled) return settled
  await transaction(async (tx) => refreshRatings(tx, await open(tx)))
  return atOneMoment(async (tx) => {
    const project = await open(tx)
    return read(tx, project, await readLedger(tx, project.id))
  })
}

interface Opened {
  project: LoadedProject
  ledger: LedgerState
}

interface Read extends Opened {
  awaited: number
  /** Whose own figures; null: everybody's. */
  own: string | null
  known: KnownPerson[]
  source: FiguresSource
  work: Awaited<ReturnType<typeof readWork>>
  skips: Awaited<ReturnType<typeof readSkips>>
  discards: Awaited<ReturnType<typeof readDiscards>>
  calibration: ReadPerson[]
}

/**
 * Where measures, units and answers come from. `kept`: of this version of the ledger. `read`: to be computed now. `earlier`: kept of an earlier version;
 * `awaited`: none that may be shown. Of the last two a worker computes newer ones.
 */
type FiguresSource =
  | { from: 'kept' | 'earlier'; figures: KeptPeople }
  | { from: 'read'; figures: ReadFigures }
  | { from: 'awaited' }

async function readShared(
  tx: Tx,
  actor: Actor,
  { quick, ...opened }: Opened & Required<Limits>,
  self: Actor | null,
): Promise<Omit<Read, 'calibration'>> {
  const { project, ledger } = opened
  const selfId = self?.userId ?? null
  const everybody = await listKnown(tx, project.id)
  const own = self && selfIn(everybody, self, project)
  const all = countAllAwaited(ledger)
  return {
    project,
    ledger,
    own: selfId,
    known: own ? [own] : everybody,
    awaited: selfId === null || all === 0 ? all : await countAwaited(tx, project.id, selfId),
    source: await findSource(tx, opened, own && { number: own.number ?? 0, userId: own.userId }, quick),
    work: await readWork(tx, project.id, { userId: selfId, readerId: actor.userId }),
    skips: await readSkips(tx, project.id, selfId),
    discards: await readDiscards(tx, project.id, selfId),
  }
}

async function findSource(
  tx: Tx,
  { project, ledger }: Opened,
  only: OnlyOf | null,
  quick: number,
): Promise<FiguresSource> {
  const kept = await findKeptPeople(project.id, tx)
  if (kept?.version === ledger.version) return { from: 'kept', figures: kept.body }
  const annotations = only ? await countOwnCounted(tx, project.id, only.userId) : ledger.annotations
  if (annotations <= quick) return { from: 'read', figures: await readFigures(tx, project, ledger, only) }
  const isShown = kept !== null && isStillKnown({ version: kept.version, departures: kept.body.departures }, ledger)
  return isShown ? { from: 'earlier', figures: kept.body } : { from: 'awaited' }
}

const selfIn = (
  knownPeople: readonly KnownPerson[],
  { userId, name }: Actor,
  { subject }: LoadedProject,
): KnownPerson =>
  knownPeople.find((person) => person.userId === userId) ?? { userId, name, role: subject.role, number: null }

interface Measured {
  measures: KeptPeople['measures']
  intervals: People['intervals']
}

/** With intervals where they are kept or quick; else a worker makes everybody's. */
async function measuresOf({ project, ledger, source, own }: Read): Promise<Measured> {
  if (source.from === 'kept') return { measures: source.figures.measures, intervals: 'complete' }
  if (source.from !== 'read') {
    await leaveFigures(project.id, ledger, source.from === 'earlier' ? source.figures.at : null)
    return { measures: source.from === 'earlier' ? source.figures.measures : {}, intervals: 'pending' }
  }
  const { pairs, ...figures } = source.figures
  if (costOf(pairs) > QUICK_RESPONSES) {
    await leaveFigures(project.id, ledger, null)
    return { measures: await computeMeasures(pairs, { intervals: false }), intervals: 'pending' }
  }
  const measures = await computeMeasures(pairs, { intervals: true })
  if (own === null) await keepPeople(project.id, ledger.version, { ...figures, measures })
  return { measures, intervals: 'complete' }
}

const leaveFigures = (projectId: string, ledger: LedgerState, lastAt: string | null): Promise<void> =>
  leaveToWorker(peopleFiguresJob, { projectId }, { jobKey: `people of ${projectId}`, ledger, lastAt })

function present(read: Read, { measures, intervals }: Measured, calibration: readonly PersonCalibration[]): People {
  const { project, awaited, own, known, source } = read
  const protocol = protocolById(project.protocolId)
  const answered = source.from === 'awaited' ? null : source.figures.answered
  return {
    project: { id: project.id, name: project.name },
    rules: own === null ? [...RULES, RANKING_RULE] : [...RULES],
    awaited,
    figures: stateOf(source, own),
    intervals,
    measures: headsOf(protocol),
    people: known.map((person) =>
      presentPerson(protocol, person, {
        ...read,
        answered,
        calibration,
        measures: measures[person.number ?? 0] ?? [],
        showsWaiting: own === null,
      }),
    ),
  }
}

function stateOf(source: FiguresSource, own: string | null): FiguresState {
  if (source.from === 'awaited') return { state: 'awaited', tasks: null, at: null }
  const { answered, tasks, at } = source.figures
  const ownTasks = answered.filter(({ userId }) => userId === own).reduce((sum, row) => sum + row.tasks, 0)
  const counted = own === null ? tasks : ownTasks
  return source.from === 'earlier'
    ? { state: 'earlier', tasks: counted, at }
    : { state: 'current', tasks: counted, at: null }
}

export interface KnownPerson {
  userId: string
  name: string
  role: Role | null
  /** Their number among the annotators; null while none of their annotations has been revealed. */
  number: number | null
}

/** Everybody who annotates in the project or did, by name. */
export function listKnown(tx: Tx, projectId: string): Promise<KnownPerson[]> {
  return tx.$queryRaw<KnownPerson[]>`
    select u.id "userId", u.name, m.role::text "role", a.number
    from users u
    left join memberships m on m.user_id = u.id and m.project_id = ${projectId}::uuid
    left join annotator_numbers a on a.user_id = u.id and a.project_id = ${projectId}::uuid
    where a.number is not null or m.role = 'annotator'
    order by u.name, u.id`
}

/** All measures of the protocol, stage by stage. */
export const headsOf = (protocol: Protocol): MeasureHeading[] =>
  protocol.stages.flatMap((stage) =>
    stage.measures.map(({ key, title, unitOfAnalysis, categories }) => ({
      stage: stage.key,
      stageTitle: stage.title,
      measure: key,
      title,
      unitOfAnalysis,
      categories: categories.map(({ value, text, tone }) => ({ value, text, tone })),
    })),
  )

interface Parts {
  work: readonly (Omit<Work, 'title' | 'waiting' | 'minutes' | 'units' | 'labels'> & {
    userId: string
    waiting: number
    minutes: number[] | null
  })[]
  /** null: not counted yet. */
  answered: readonly Pick<Answered, 'userId' | 'stage' | 'units' | 'labels'>[] | null
  skips: readonly { userId: string; reason: string; count: number }[]
  discards: readonly { userId: string; reason: string; count: number }[]
  calibration: readonly PersonCalibration[]
  measures: PersonMeasure[]
  /** May the reader know how many tasks wait for others? */
  showsWaiting: boolean
}

/** One person with everything that was read about them. */
export function presentPerson(
  protocol: Protocol,
  { userId, name, role }: { userId: string; name: string; role: Role | null },
  parts: Parts,
): Person {
  const isTheirs = (row: { userId: string }) => row.userId === userId
  const bare = ({ reason, count }: { reason: string; count: number }) => ({ reason, count })
  const answered = parts.answered?.filter(isTheirs)
  const nothing = answered ? { units: 0, labels: 0 } : { units: null, labels: null }
  const words = new Map(protocol.discardReasons.map(({ value, text }) => [value, text]))
  return {
    userId,
    name,
    role,
    measures: parts.measures,
    work: parts.work.filter(isTheirs).map(({ userId: _, minutes, waiting, ...row }) => {
      const { units, labels } = answered?.find(({ stage }) => stage === row.stage) ?? nothing
      return {
        ...row,
        units,
        labels,
        title: protocol.stages.find(({ key }) => key === row.stage)?.title ?? row.stage,
        waiting: parts.showsWaiting ? waiting : null,
        minutes: minutes && { low: minutes[0] ?? 0, median: minutes[1] ?? 0, high: minutes[2] ?? 0 },
      }
    }),
    calibration: parts.calibration.find(isTheirs) ?? null,
    skips: parts.skips.filter(isTheirs).map(bare),
    discards: parts.discards
      .filter(isTheirs)
      .map(({ reason, count }) => ({ reason: words.get(reason) ?? reason, count })),
  }
}
