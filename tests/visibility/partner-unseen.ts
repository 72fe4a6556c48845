/**
 * Everything that everybody may read, before and after a partner opens, searches, reads, saves, comments, asks a manager and submits at a task
 * that is not revealed: no difference, but for what docs/decisions/008-blindness.md leaves to managers.
 */
import { addDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import type { Json } from '@/lib/protocols/protocol'
import { forgetThrottle } from '@/tests/access/scene'
import { actorOf } from '@/tests/actors'
import { answersWith } from '@/tests/factories'
import { type Difference, differencesBetween } from './differences'
import { partnerActs } from './partner-acts'
import { readAll } from './read-all'
import { NOBODY } from './specification'
import { type Item, MANAGER, SECOND, type World } from './world'
import type { Written } from './written'

/** Something that managers are told of a partner, why, and the answer without it. */
interface Told {
  reason: string
  address: RegExp
  without: (answer: Json) => Json
}

const SHARE =
  'Managers know who holds which share and whether it was begun or submitted: without it nobody could run a project.'
/** What histories and logs tell of a share. */
const STATES = /\b(Annotation begun|Annotation submitted|asked a manager|A question of .* was answered)\b/

const ANSWERED = /"what":"assignment\.question_answered"/

/** A page of all kinds of events is pushed along by what the readings leave in the log; its file holds the whole of it. */
export const PUSHED = /\/audit-log$/
const DOCUMENT = 'A document about rivers.'

const record = (value: Json | undefined): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
const list = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

export const TOLD_TO_MANAGERS: readonly Told[] = [
  {
    reason: `${SHARE} An item’s history says when.`,
    address: /^GET \/api\/items\/[^/]+\/history\b/,
    without: (answer) => withoutStates(answer),
  },
  {
    reason: `${SHARE} The audit log says when, as it does of everything that is no answer.`,
    address: /^GET \/api\/projects\/[^/]+\/audit-log\b/,
    without: (answer) =>
      Array.isArray(answer) ? answer.filter((line) => !STATES.test(String(line))) : withoutStates(answer),
  },
  {
    reason: `${SHARE} The page of assignments is where they see it.`,
    address: /^GET \/api\/projects\/[^/]+\/assignments\b/,
    without: (answer) => ({
      ...record(answer),
      people: list(record(answer).people).map((person) => ({ ...record(person), open: null, submitted: null })),
      tasks: list(record(answer).tasks).map((task) => ({
        ...record(task),
        people: list(record(task).people).map((person) => ({ ...record(person), state: null })),
      })),
    }),
  },
  {
    reason: 'Who answered a question to the managers finds that in the file of their own data.',
    address: /^GET \/api\/account\/data\b/,
    without: (answer) => ({
      ...record(answer),
      events: list(record(answer).events).filter((event) => !ANSWERED.test(JSON.stringify(event))),
    }),
  },
  {
    reason: 'A question to the managers is for all of them who do not annotate its task.',
    address: /^GET \/api\/projects\/[^/]+\/inquiries\b/,
    without: () => ({}),
  },
  {
    reason: `${SHARE} What somebody has begun is not sampled away, so sampling counts it.`,
    address: /^GET \/api\/projects\/[^/]+\/sampling\b/,
    without: (answer) => ({
      ...record(answer),
      sets: list(record(answer).sets).map((set) => ({ ...record(set), begun: null })),
    }),
  },
  {
    reason: `${SHARE} Hours are counted while somebody works, by week and stage and without saying at which task.`,
    address: /^GET \/api\/projects\/[^/]+\/hours\b/,
    without: (answer) => (Array.isArray(answer) ? [] : { ...record(answer), rows: [], people: [] }),
  },
  {
    reason: `${SHARE} The page of people counts what was submitted and waits for a partner, beside figures in which it does not count.`,
    address: /^GET \/api\/projects\/[^/]+\/people\b/,
    without: (answer) => ({
      ...record(answer),
      people: list(record(answer).people).map((person) => ({
        ...record(person),
        work: list(record(person).work)
          .map((row) => ({ ...record(row), waiting: 0 }))
          .filter((row) => 'tasks' in row && row.tasks !== 0),
      })),
    }),
  },
]

const withoutStates = (answer: Json): Json => ({
  ...record(answer),
  events: list(record(answer).events).filter((event) => !STATES.test(JSON.stringify(event))),
})

export interface PartnerTask {
  project: World['projects'][number]
  item: Item
  projectId: string
  taskId: string
}

/** Where a partner has a task of FELM that they have not begun, in a project that they annotate; null: nowhere in this world. */
export function findPlace({ people, projects }: World, { ids }: Written): PartnerTask | null {
  const waits = ({ moment, shares }: Item) =>
    moment === 'open' && shares.some(({ person, state }) => person === SECOND && state === 'assigned')
  for (const [index, project] of projects.entries()) {
    const at = project.items.findIndex(waits)
    const item = project.items[at]
    const mayWork = !['viewer', null].includes(project.roles[SECOND] ?? null) && !people[SECOND]?.deactivated
    if (!item || !mayWork || project.protocol !== 'felm' || project.archived) continue
    const taskId = ids.get(`task id of project ${index} item ${at}`) ?? ''
    return { project, item, taskId, projectId: ids.get(`id of project ${index}`) ?? '' }
  }
  return null
}

/** What the partner finds and quotes. */
export async function addDocument(manager: Parameters<typeof actorOf>[0], projectId: string): Promise<void> {
  const file = { name: 'c.json', body: new Blob([JSON.stringify([{ title: 'Danube', text: DOCUMENT }])]).stream() }
  await addDocuments(actorOf(manager), projectId, file)
}

/** May this reader know how far others' shares of the item are? Not whoever has one. */
function isTold({ people }: World, { project, item }: PartnerTask, person: number): boolean {
  if (people[person]?.deactivated !== false || item.shares.some((share) => share.person === person)) return false
  const role = project.roles[person] ?? (people[person].admin ? 'manager' : null)
  return role === 'manager'
}

export interface Unseen {
  /** Differences that nobody may see, in sentences. */
  wrong: string[]
  reads: number
  /** The reasons for which managers were told something. */
  told: Set<string>
}

/**
 * null where the world has no such task. `readers`: of the people in the world; all but the partner, and whoever is not signed
 * in, unless said otherwise. With `each` everything is read after every act.
 */
export async function checkUnseen(
  world: World,
  written: Written,
  { readers, each = false }: { readers?: readonly number[]; each?: boolean } = {},
): Promise<Unseen | null> {
  const place = findPlace(world, written)
  const [partner, manager] = [written.users[SECOND], written.users[MANAGER]]
  if (!place || !partner || !manager) return null
  await addDocument(manager, place.projectId)
  const people = readers ?? [...world.people.keys(), NOBODY].filter((person) => person !== SECOND)
  const readEverything = async () => {
    await forgetThrottle()
    const reading = async (person: number) => {
      const reads = await readAll(world, written, { figures: true, person: person === NOBODY ? null : person })
      return reads.filter(({ address }) => !PUSHED.test(address))
    }
    return Promise.all(people.map(reading))
  }
  const unseen: Unseen = { wrong: [], reads: 0, told: new Set() }
  const acts = partnerActs({
    partner,
    manager,
    projectId: place.projectId,
    taskId: place.taskId,
    answers: answersWith(true),
  })
  let before = await readEverything()
  for (const [index, { name, run }] of acts.entries()) {
    await run()
    if (!each && index < acts.length - 1) continue
    const after = await readEverything()
    for (const [at, person] of people.entries()) {
      const [one, other] = [before[at] ?? [], after[at] ?? []]
      const all = differencesBetween(one, other)
      const wrong = isTold(world, place, person) ? differencesBetween(one, other, withoutTold) : all
      const when = each ? `the partner ${name}` : 'the partner is done'
      unseen.wrong.push(...wrong.map((difference) => `once ${when}, person ${person} reads ${inWords(difference)}`))
      for (const { reason, address } of TOLD_TO_MANAGERS)
        if (all.some((difference) => address.test(difference.address))) unseen.told.add(reason)
      unseen.reads += other.length
    }
    before = after
  }
  return unseen
}

const withoutTold = (address: string, answer: Json): Json =>
  TOLD_TO_MANAGERS.find((told) => told.address.test(address))?.without(answer) ?? answer

const inWords = ({ address, place, before, after }: Difference) =>
  `${address}: ${place} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`
