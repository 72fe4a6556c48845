/**
 * Who gets which tasks, by rule: even loads, pairs that meet alike often, within what each person takes and how much. Pure, and the same
 * for the same state and seed: what was previewed is what a second calculation gives, unless something has changed.
 */
import { seededRandom } from '@/lib/stats/seeded-random'

export interface PlanPerson {
  id: string
  /** How many more shares they can be given; null is no limit. */
  room: number | null
  /** What they take; empty is everything. */
  domains: readonly string[]
  tags: readonly string[]
  languages: readonly string[]
}

export interface PlanTask {
  id: string
  position: number
  /** Places that nobody holds. */
  free: number
  domain: string | null
  tags: readonly string[]
  language: string | null
  /** Who holds a place of it. */
  holders: readonly string[]
  /** Who must not get it: has read its answers, skipped it, or had it taken away. */
  barred: readonly string[]
}

export interface PlanRules {
  /** How many of the people each task gets; null: as many as it has room for. */
  perTask: number | null
  /** The most, in percent of the tasks with two or more people, in which two of them meet; null is no limit. */
  pairLimit: number | null
  seed: number
}

export interface PlanState {
  people: readonly PlanPerson[]
  tasks: readonly PlanTask[]
  /** How often two people meet in tasks already: both ids, and a number. */
  meetings: readonly (readonly [string, string, number])[]
  /** Tasks that two or more people hold already. */
  paired: number
}

export const reasons = ['room', 'takers', 'barred', 'quota', 'pairs', 'unsearched'] as const
export type Reason = (typeof reasons)[number]

export interface Plan {
  given: { task: PlanTask; userIds: string[] }[]
  left: { task: PlanTask; reason: Reason; needed: number; takers: string[] }[]
  /** Of two people who meet: before, and by this plan. */
  pairs: { a: string; b: string; before: number; added: number }[]
  /** Tasks with two or more people, once the plan is carried out. */
  paired: number
}

interface Place {
  task: PlanTask
  needed: number
  /** Who takes it, by what it is about. */
  takers: number[]
  /** Of these, whom nothing keeps from it. */
  able: number[]
  holders: number[]
  chosen: number[]
  /** Looking for people was given up: there may be a way to give it. */
  cut: boolean
}

/** How many more steps a whole plan may take; what is left undone by it is said. */
interface Budget {
  left: number
}

interface Board {
  /** The people of the plan, and after them those who hold places of its tasks. */
  ids: string[]
  places: Place[]
  room: number[]
  added: number[]
  /** The places that each person was given, in the order in which they were. */
  held: Set<Place>[]
  /** How often two meet, by `a * ids.length + b`. */
  before: Int32Array
  met: Int32Array
  /** The most that two may meet. */
  cap: number
  order: number[]
}

/** A choice is looked for in so many combinations, and the whole plan in so many steps: seconds, in a process of its own. */
const MOST_CHOICES = 2_000
const MOST_STEPS = 30_000_000
const MOST_ROUNDS = 30

export function planShares(state: PlanState, rules: PlanRules, mostSteps = MOST_STEPS): Plan {
  const share = rules.pairLimit === null ? null : rules.pairLimit / 100
  if (share === null)
    return finish(planWithin(state, rules, Number.POSITIVE_INFINITY, { left: mostSteps }), state.paired)
  const budget = { left: mostSteps }
  const most = state.tasks.filter((task) => task.holders.length < 2).length
  let paired = canMeetAtAll(state, rules) ? state.paired + most : 0
  for (let round = 1; ; round++) {
    const board = planWithin(state, rules, Math.floor(share * paired + 1e-9), budget)
    const reached = state.paired + board.places.filter(isNewlyPaired).length
    // The limit is a share of what is assigned in the end; where that is less than was thought, it is calculated anew.
    if (keepsLimit(board, Math.floor(share * reached + 1e-9))) return finish(board, state.paired)
    if (round === MOST_ROUNDS || budget.left <= 0) {
      trim(board, state.paired, share)
      return finish(board, state.paired)
    }
    paired = reached
  }
}

function planWithin(state: PlanState, rules: PlanRules, cap: number, budget: Budget): Board {
  const board = setUp(state, rules, cap)
  fill(board, budget)
  mend(board, budget)
  return board
}

/** False where nobody has met yet, and so few people cannot keep the limit with any task at all. */
function canMeetAtAll({ people, tasks, meetings, paired }: PlanState, { perTask, pairLimit }: PlanRules): boolean {
  if (paired > 0 || meetings.length > 0 || tasks.some(({ holders }) => holders.length > 0)) return true
  const needed = Math.min(...tasks.map(({ free }) => perTask ?? free).filter((count) => count >= 2))
  const least = leastPairShare(people.length, needed)
  return least === null || pairLimit === null || pairLimit >= least - 1e-9
}

/** Takes back what would bring a pair together too often, the last first. */
function trim(board: Board, paired: number, share: number): void {
  for (;;) {
    const cap = Math.floor(share * (paired + board.places.filter(isNewlyPaired).length) + 1e-9)
    if (keepsLimit(board, cap)) return
    for (const place of board.places.toReversed()) {
      if (!isBeyond(board, place, cap)) continue
      for (const person of [...place.chosen]) take(board, place, person)
      place.cut = true
    }
  }
}

function isBeyond({ met, before, ids }: Board, { chosen, holders }: Place, cap: number): boolean {
  const all = [...holders, ...chosen]
  return chosen.some((a) =>
    all.some((b) => {
      const pairIndex = a * ids.length + b
      return a !== b && (met[pairIndex] ?? 0) > cap && (met[pairIndex] ?? 0) > (before[pairIndex] ?? 0)
    }),
  )
}

/** The same of one argument, for a process of its own. */
export const planOf = ({ state, rules }: { state: PlanState; rules: PlanRules }): Plan => planShares(state, rules)

const isNewlyPaired = ({ chosen, holders }: Place) =>
  chosen.length > 0 && holders.length < 2 && chosen.length + holders.length >= 2

function setUp({ people, tasks, meetings }: PlanState, { perTask, seed }: PlanRules, cap: number): Board {
  const ids = [...new Set([...people.map(({ id }) => id), ...tasks.flatMap(({ holders }) => holders)])]
  const indexById = new Map(ids.map((id, index) => [id, index]))
  const before = new Int32Array(ids.length * ids.length)
  for (const [a, b, count] of meetings) {
    const [x, y] = [indexById.get(a), indexById.get(b)]
    if (x === undefined || y === undefined) continue
    before[x * ids.length + y] = count
    before[y * ids.length + x] = count
  }
  const random = seededRandom(seed)
  const takersOf = remember(people)
  const places = shuffled(tasks, random).map((task): Place => {
    const takers = takersOf(task)
    const barred = new Set([...task.holders, ...task.barred])
    const able = takers.filter((person) => !barred.has(ids[person] ?? ''))
    const holders = task.holders.flatMap((id) => indexById.get(id) ?? [])
    return { task, needed: perTask ?? task.free, takers, able, holders, chosen: [], cut: false }
  })
  return {
    ids,
    // Those that few can take come first.
    places: places.toSorted((a, b) => a.able.length - a.needed - (b.able.length - b.needed)),
    room: people.map(({ room }) => room ?? Number.POSITIVE_INFINITY),
    added: people.map(() => 0),
    held: people.map(() => new Set()),
    before,
    met: Int32Array.from(before),
    cap,
    order: shuffled([...people.keys()], random),
  }
}

function shuffled<T>(values: readonly T[], random: (size: number) => number): T[] {
  const mixed = [...values]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = random(last + 1)
    const lastValue = mixed[last] as T
    mixed[last] = mixed[other] as T
    mixed[other] = lastValue
  }
  return mixed
}

/** Who takes a task by what it is about; many tasks are about the same. */
function remember(people: readonly PlanPerson[]): (task: PlanTask) => number[] {
  const cachedTakers = new Map<string, number[]>()
  return (task) => {
    const key = JSON.stringify([task.domain, task.tags, task.language])
    const takers = cachedTakers.get(key) ?? people.flatMap((person, index) => (takes(person, task) ? [index] : []))
    cachedTakers.set(key, takers)
    return takers
  }
}

/** Is the task of a kind that the person takes? */
export function takes(person: Pick<PlanPerson, 'domains' | 'tags' | 'languages'>, task: PlanTask): boolean {
  const { domains, tags, languages } = person
  return (
    (domains.length === 0 || (task.domain !== null && domains.includes(task.domain))) &&
    (tags.length === 0 || task.tags.some((tag) => tags.includes(tag))) &&
    (languages.length === 0 || (task.language !== null && languages.includes(task.language)))
  )
}

/** Gives each task its people, one after the other. Once the budget is used up, without looking for a second choice. */
function fill(board: Board, budget: Budget): void {
  for (const place of board.places) {
    if (place.needed > place.task.free || place.able.length < place.needed) continue
    const tries = { left: budget.left > 0 ? MOST_CHOICES : place.needed }
    const chosen = choose(board, place, [], { tries, budget })
    for (const person of chosen ?? []) put(board, place, person)
    place.cut = chosen === null && tries.left <= 0
  }
}

/** The first set of people, in the order of who comes next, of whom no two have met too often. */
function choose(
  board: Board,
  place: Place,
  chosen: number[],
  limits: { tries: { left: number }; budget: Budget },
): number[] | null {
  if (chosen.length === place.needed) return chosen
  limits.budget.left -= place.able.length * (1 + place.holders.length + chosen.length)
  for (const person of inTurn(board, place, chosen)) {
    if (limits.tries.left-- <= 0) return null
    const found = choose(board, place, [...chosen, person], limits)
    if (found) return found
  }
  return null
}

/** Whoever can take the next share: who was given least first, within that who has met the others least. */
function inTurn(board: Board, place: Place, chosen: readonly number[]): number[] {
  const others = [...place.holders, ...chosen]
  const free = place.able.filter(
    (person) => (board.room[person] ?? 0) > 0 && !chosen.includes(person) && mayMeet(board, person, others),
  )
  const least = Math.min(...free.map((person) => board.added[person] ?? 0))
  const keys = new Map(free.map((person) => [person, sortKey(board, person, others, least)]))
  return free.toSorted((a, b) => {
    const [left, right] = [keys.get(a) ?? [], keys.get(b) ?? []]
    for (let index = 0; index < left.length; index++) {
      const difference = (left[index] ?? 0) - (right[index] ?? 0)
      if (difference !== 0) return difference
    }
    return 0
  })
}

function sortKey(board: Board, person: number, others: readonly number[], least: number): number[] {
  const added = board.added[person] ?? 0
  const met = others.map((other) => meetingsOf(board, person, other))
  // A load may be two ahead of the least, so that pairs come out even too.
  const ahead = others.length === 0 ? added : Math.floor((added - least) / 2)
  return [ahead, Math.max(0, ...met), added, board.order[person] ?? 0]
}

const meetingsOf = ({ met, ids }: Board, a: number, b: number): number => met[a * ids.length + b] ?? 0

const mayMeet = (board: Board, person: number, others: readonly number[]): boolean =>
  others.every((other) => meetingsOf(board, person, other) < board.cap)

function put(board: Board, place: Place, person: number): void {
  change(board, place, person, 1)
  place.chosen.push(person)
  board.held[person]?.add(place)
}

function take(board: Board, place: Place, person: number): void {
  place.chosen.splice(place.chosen.indexOf(person), 1)
  board.held[person]?.delete(place)
  change(board, place, person, -1)
}

function change(board: Board, place: Place, person: number, by: 1 | -1): void {
  for (const other of [...place.holders, ...place.chosen])
    for (const pairIndex of [person * board.ids.length + other, other * board.ids.length + person])
      board.met[pairIndex] = (board.met[pairIndex] ?? 0) + by
  board.room[person] = (board.room[person] ?? 0) - by
  board.added[person] = (board.added[person] ?? 0) + by
}

/**
 * Looks for people for tasks that got none, because those who take them are full: one of these gives a share to somebody who
 * is not, directly or along a chain. Without a limit on pairs, so many shares are given as can be, unless the budget is used up.
 */
function mend(board: Board, budget: Budget): void {
  for (const place of board.places) {
    if (place.chosen.length > 0 || place.needed > place.task.free || place.able.length < place.needed) continue
    if (board.room.every((room) => room === 0)) return
    while (place.chosen.length < place.needed && addByChain(board, place, budget));
    if (place.chosen.length === place.needed) place.cut = false
    else for (const person of [...place.chosen]) take(board, place, person)
  }
}

interface Link {
  person: number
  /** What they would give away, and who asked for it. */
  gives: Place | null
  next: Link | null
}

function addByChain(board: Board, place: Place, budget: Budget): boolean {
  const others = [...place.holders, ...place.chosen]
  const able = place.able.filter((person) => !place.chosen.includes(person) && mayMeet(board, person, others))
  const hasRoom = (person: number) => (board.room[person] ?? 0) > 0
  const free = able.find(hasRoom)
  if (free !== undefined) return carryOut(board, place, { person: free, gives: null, next: null })
  const queue: Link[] = able.map((person) => ({ person, gives: null, next: null }))
  const reachedPeople = new Set(able)
  // Grows while it is gone through.
  for (const link of queue) {
    if (reachedPeople.size === board.room.length) return false
    for (const heldPlace of board.held[link.person] ?? []) {
      if (budget.left <= 0) {
        place.cut = true
        return false
      }
      budget.left -= heldPlace.able.length
      if (heldPlace === place) continue
      const rest = [...heldPlace.holders, ...heldPlace.chosen.filter((person) => person !== link.person)]
      for (const person of heldPlace.able) {
        if (reachedPeople.has(person) || heldPlace.chosen.includes(person) || !mayMeet(board, person, rest)) continue
        const longer = { person, gives: heldPlace, next: link }
        if (hasRoom(person)) return carryOut(board, place, longer)
        reachedPeople.add(person)
        queue.push(longer)
      }
    }
  }
  return false
}

/** Moves shares along the chain, beginning with who has room; undoes it all where two would meet too often by it. */
function carryOut(board: Board, place: Place, end: Link): boolean {
  const done: { at: Place; from: number | null; to: number }[] = []
  for (let link: Link | null = end; link; link = link.next) {
    const linkPlace: Place = link.gives ?? place
    const from: number | null = link.next?.person ?? null
    if (from !== null) take(board, linkPlace, from)
    const fits = mayMeet(board, link.person, [...linkPlace.holders, ...linkPlace.chosen])
    put(board, linkPlace, link.person)
    done.push({ at: linkPlace, from, to: link.person })
    if (fits) continue
    for (const step of done.toReversed()) {
      take(board, step.at, step.to)
      if (step.from !== null) put(board, step.at, step.from)
    }
    return false
  }
  return true
}

function keepsLimit({ met, before }: Board, cap: number): boolean {
  return met.every((count, pairIndex) => count <= cap || count === before[pairIndex])
}

function finish(board: Board, before: number): Plan {
  const paired = before + board.places.filter(isNewlyPaired).length
  const idOf = (person: number) => board.ids[person] ?? ''
  const places = board.places.toSorted((a, b) => a.task.position - b.task.position)
  const assignments = places
    .filter(({ chosen }) => chosen.length > 0)
    .map(({ task, chosen }) => ({ task, userIds: chosen.map(idOf).toSorted() }))
  const left = places
    .filter(({ chosen }) => chosen.length === 0)
    .map((place) => ({
      task: place.task,
      reason: whyLeft(board, place),
      needed: place.needed,
      takers: place.takers.map(idOf),
    }))
  return { given: assignments, left, pairs: listPairs(board), paired }
}

function whyLeft({ room }: Board, { task, needed, takers, able, cut }: Place): Reason {
  if (needed > task.free) return 'room'
  if (takers.length < needed) return 'takers'
  if (able.length < needed) return 'barred'
  if (cut && room.some((each) => each > 0)) return 'unsearched'
  return able.filter((person) => (room[person] ?? 0) > 0).length < needed ? 'quota' : 'pairs'
}

function listPairs({ ids, met, before, room }: Board): Plan['pairs'] {
  const pairs: Plan['pairs'] = []
  // Those who only hold places are no people of the plan: what they share with one another does not change.
  for (let a = 0; a < room.length; a++)
    for (let b = a + 1; b < ids.length; b++) {
      const pairIndex = a * ids.length + b
      const earlier = before[pairIndex] ?? 0
      const count = met[pairIndex] ?? 0
      if (count > 0) pairs.push({ a: ids[a] ?? '', b: ids[b] ?? '', before: earlier, added: count - earlier })
    }
  return pairs
}

/** The least share of the tasks, in percent, in which two of so many people have to meet; null where nobody meets. */
export function leastPairShare(people: number, perTask: number): number | null {
  if (people < 2 || perTask < 2 || perTask > people) return null
  return (100 * (perTask * (perTask - 1))) / (people * (people - 1))
}
