import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import type { Protocol } from '@/lib/protocols/protocol'
import { countAwaited, refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import type { PersonCalibration } from '@/lib/quality/calibration/contract'
import { type ReadPerson, readPeople, withPairFigures } from '@/lib/quality/calibration/read-people'
import { authorizeProject, type LoadedProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Role } from '@/lib/workspace/users/members/contract'
import type { MeasureHeading, People, Person, PersonMeasure, Work } from './contract'
import { peopleFiguresJob } from './jobs'
import { computeMeasures, costOf, findKeptPeople, type KeptPeople, keepPeople, readAllPairs } from './measures'
import { type Answered, readAnswered, readDiscards, readSkips, readWork } from './read-work'
import { RANKING_RULE, RULES } from './rules'

/** Up to so many responses to resample, intervals take a second or two. */
const QUICK_RESPONSES = 20_000

/** Everybody who annotates or did, for managers, by name. */
export async function listPeople(actor: Actor, projectId: string): Promise<People> {
  const read = await transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project, 'Figures about people are for managers of the project.')
    return { ...(await readShared(tx, actor, project, null)), calibration: await readPeople(tx, project, actor.userId) }
  })
  return present(read, await measuresOf(read), await withPairFigures(read.calibration))
}

/**
 * The actor's own figures: nothing about tasks whose other annotators are still at work, partners as one, and nothing of
 * what is served blind. For members who annotate.
 */
export async function getOwnFigures(actor: Actor, projectId: string): Promise<People> {
  const read = await transaction(async (tx) => {
    const project = await loadAnnotating(tx, actor, projectId)
    return { ...(await readShared(tx, actor, project, actor)), calibration: [] }
  })
  return present(read, await measuresOf(read), [])
}

/** The project, for members who annotate and so have figures of their own. */
export async function loadAnnotating(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId)
  if (!project.member || project.subject.role === 'viewer')
    throw new AppError('forbidden', 'Only members who annotate have figures of their own.')
  return project
}

interface Read {
  project: LoadedProject
  version: string
  awaited: number
  /** Whose own figures; null: everybody's. */
  own: string | null
  known: KnownPerson[]
  /** Figures of this version that were kept; then nothing is counted. */
  kept: KeptPeople | null
  pairs: Awaited<ReturnType<typeof readAllPairs>>
  answered: Answered[]
  work: Awaited<ReturnType<typeof readWork>>
  skips: Awaited<ReturnType<typeof readSkips>>
  discards: Awaited<ReturnType<typeof readDiscards>>
  calibration: ReadPerson[]
}

async function readShared(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  self: Actor | null,
): Promise<Omit<Read, 'calibration'>> {
  const ledger = await refreshRatings(tx, project)
  const selfId = self?.userId ?? null
  const everybody = await listKnown(tx, project.id)
  const knownPeople = self ? [selfIn(everybody, self, project)] : everybody
  const number = self ? (knownPeople[0]?.number ?? 0) : null
  const keptPeople = await findKeptPeople(project.id, ledger.version, tx)
  return {
    project,
    version: ledger.version,
    own: selfId,
    known: knownPeople,
    kept: keptPeople,
    awaited: selfId === null ? sumOf(ledger.awaited) : await countAwaited(tx, project.id, selfId),
    pairs: keptPeople ? [] : await readAllPairs(tx, project.id, protocolById(project.protocolId), number),
    answered: keptPeople?.answered ?? (await readAnswered(tx, project.id, selfId)),
    work: await readWork(tx, project.id, { userId: selfId, readerId: actor.userId }),
    skips: await readSkips(tx, project.id, selfId),
    discards: await readDiscards(tx, project.id, selfId),
  }
}

const sumOf = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

const selfIn = (
  knownPeople: readonly KnownPerson[],
  { userId, name }: Actor,
  { subject }: LoadedProject,
): KnownPerson =>
  knownPeople.find((person) => person.userId === userId) ?? { userId, name, role: subject.role, number: null }

interface Measured {
  figures: KeptPeople['measures']
  intervals: People['intervals']
}

/** With intervals where they are kept or quick; else a worker makes everybody's. */
async function measuresOf({ project, version, kept, pairs, answered, own }: Read): Promise<Measured> {
  if (kept) return { figures: kept.measures, intervals: 'complete' }
  if (costOf(pairs) > QUICK_RESPONSES) {
    const [payload, jobKey] = [{ projectId: project.id }, `people of ${project.id}`]
    await transaction((tx) => enqueue(tx, peopleFiguresJob, payload, { jobKey }))
    return { figures: await computeMeasures(pairs, { intervals: false }), intervals: 'pending' }
  }
  const figures = await computeMeasures(pairs, { intervals: true })
  if (own === null) await keepPeople(project.id, version, { measures: figures, answered })
  return { figures, intervals: 'complete' }
}

function present(read: Read, { figures, intervals }: Measured, calibration: readonly PersonCalibration[]): People {
  const { project, awaited, own, known } = read
  const protocol = protocolById(project.protocolId)
  return {
    project: { id: project.id, name: project.name },
    rules: own === null ? [...RULES, RANKING_RULE] : [...RULES],
    awaited,
    intervals,
    measures: headsOf(protocol),
    people: known.map((person) =>
      presentPerson(protocol, person, {
        ...read,
        calibration,
        measures: figures[person.number ?? 0] ?? [],
        showsWaiting: own === null,
      }),
    ),
  }
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
  answered: readonly (Pick<Work, 'stage' | 'units' | 'labels'> & { userId: string })[]
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
  const answered = parts.answered.filter(isTheirs)
  const words = new Map(protocol.discardReasons.map(({ value, text }) => [value, text]))
  return {
    userId,
    name,
    role,
    measures: parts.measures,
    work: parts.work.filter(isTheirs).map(({ userId: _, minutes, waiting, ...row }) => {
      const { units = 0, labels = 0 } = answered.find(({ stage }) => stage === row.stage) ?? {}
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
