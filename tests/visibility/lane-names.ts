/**
 * Whose lane is whose is told to the managers of gold and to nobody else: no letter beside a name, no hour and no length of
 * time in somebody else's lane, because item histories tell hours by name (docs/decisions/024-history.md); no name of whoever
 * had the last word in a discussion, which has a letter; and no order of lanes in what was written before the reveal.
 */
import type { Read } from './read-all'
import { areNamesTold } from './specification'
import type { Item, Moment, Project, World } from './world'
import type { Written } from './written'

interface Entry {
  at: string | null
  by: { kind: string; lane: string | null } | null
  remark?: string | null
}
interface Search {
  at: string | null
  mine: boolean
  lane: string | null
}
interface Remark {
  createdAt: string | null
  body: string
  author: { kind: string; lane: string | null }
}
interface Desk {
  lanes: { name: string | null }[]
  comments: Remark[]
  settled: { how: string; at: string | null }[]
}
interface HistoryEvent {
  by: string | null
  text: string
}
interface AuditEvent {
  type: string
  by: { id: string } | null
  item: { id: string } | null
}
interface ItemOfProject {
  project: Project
  item: Item
}

const TASK = /^GET \/api\/tasks\/([^/]+)\/(timeline|searches|consolidation)( |$)/
const HISTORY = /^GET \/api\/items\/([^/]+)\/history( |$)/
const LOG = /^GET \/api\/projects\/[^/]+\/audit-log( |$)/
/** Events by which a name and an hour would lead to a lane. */
const TELLING = /^(answer|comment|discussion|search)\./
/** What a last word in a discussion brings with it, in the words of histories. */
const GOLD = /^(Became gold|The stage before became gold)/
/** What a world's annotators wrote for themselves, before the reveal. */
const NOTE = /-note-of-(first|second)-of-/

/** What one person could tell of lanes from what they read, in sentences. */
export function namedLanes(world: World, written: Written, person: number, reads: readonly Read[]): string[] {
  const places = placesOf(world, written)
  /** The item, where whose lane is whose is not told to this reader; `then`: as if it were at that moment. */
  const sealed = (id: string | undefined, then?: Moment): Item | undefined => {
    const place = places.get(id ?? '')
    const item = place && { ...place.item, moment: then ?? place.item.moment }
    return item && !areNamesTold(world, place.project, item, person) ? item : undefined
  }
  const annotators = (item: Item | undefined) =>
    (item?.shares ?? []).filter((share) => share.person !== person).map((share) => written.users[share.person])
  const isAnnotator = (userId: string | undefined, item: Item | undefined) =>
    annotators(item).some((user) => user !== undefined && user.id === userId)
  /** Managers know whose word it was since it was gold, also where it was sent back. */
  const hasLastWord = (name: string | null, itemId: string) =>
    annotators(sealed(itemId, 'gold')).some((user) => user !== undefined && user.name === name)
  return reads
    .filter(({ status }) => status === 200)
    .flatMap(({ address, text }) => {
      const [, taskId, kind] = address.match(TASK) ?? []
      if (sealed(taskId)) return inTask(kind, JSON.parse(text)).map((found) => ({ address, found }))
      const [, itemId] = address.match(HISTORY) ?? []
      if (itemId)
        return (JSON.parse(text) as { events: HistoryEvent[] }).events
          .filter(({ text: what, by }) => GOLD.test(what) && hasLastWord(by, itemId))
          .map(({ text: what }) => ({ address, found: `“${what}” with the name of an annotator` }))
      if (!LOG.test(address)) return []
      return (JSON.parse(text) as { events: AuditEvent[] }).events
        .filter(({ type, by, item }) => TELLING.test(type) && isAnnotator(by?.id, sealed(item?.id)))
        .map(({ type }) => ({ address, found: `“${type}” with the name of an annotator` }))
    })
    .map(({ address, found }) => `person ${person} reads ${found} at ${address}`)
}

function placesOf({ projects }: World, { ids }: Written): Map<string, ItemOfProject> {
  const places = new Map<string, ItemOfProject>()
  for (const [index, project] of projects.entries())
    for (const [at, item] of project.items.entries()) {
      const name = `project ${index} item ${at}`
      for (const id of [ids.get(`id of ${name}`), ids.get(`task id of ${name}`)])
        if (id) places.set(id, { project, item })
    }
  return places
}

/** In the answers about a task whose names are not told. */
function inTask(what: string | undefined, answer: object): string[] {
  if (what === 'timeline') return inTimeline(answer as { part: string; entries: Entry[] })
  if (what === 'searches')
    return (answer as { searches: Search[] }).searches
      .filter(({ mine, lane, at }) => !mine && lane !== null && at !== null)
      .map(() => 'the hour of a search in a lane')
  return atDesk(answer as Desk)
}

function inTimeline({ part, entries }: { part: string; entries: Entry[] }): string[] {
  return entries.flatMap((entry) => {
    if (entry.by?.kind !== 'lane') return []
    const lengths = Object.entries(entry).filter(([key, value]) => key !== 'place' && typeof value === 'number')
    return [
      ...(entry.at ? ['an hour of a lane'] : []),
      ...lengths.map(([key]) => `“${key}” of a lane`),
      ...(part === 'task' && NOTE.test(entry.remark ?? '') ? ['a note from before the reveal among others’'] : []),
    ]
  })
}

function atDesk({ lanes, comments, settled }: Desk): string[] {
  const letters = comments.filter(({ body }) => NOTE.test(body)).flatMap(({ author }) => author.lane ?? [])
  return [
    ...lanes.filter(({ name }) => name !== null).map(() => 'the name of a lane'),
    ...comments
      .filter(({ author, createdAt }) => author.kind === 'lane' && createdAt !== null)
      .map(() => 'the hour of a remark in a lane'),
    ...settled
      .filter(({ how, at }) => how === 'discussed' && at !== null)
      .map(() => 'the hour of a last word in a lane'),
    ...(letters.join() === letters.toSorted().join() ? [] : ['whose note was first']),
  ]
}
