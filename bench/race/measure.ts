/** What is measured of a peer in each round, and how many acknowledged labels it loses when it is killed. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Annotator, type Item, type Peer, type RaceProject, SENTENCES, type Text } from './peer'
import type { Server } from './server'

/** Before the kill, labels for each of the people; and how long they are waited for. */
const LEAST_ACKNOWLEDGED = SENTENCES * 3
const KILL_PATIENCE_MS = 180_000

/** One round of one peer. Times in milliseconds where nothing else is said. */
export interface Round {
  /** Seconds; null where texts are read at the start. */
  importSeconds: number | null
  next: number[]
  save: number[]
  submit: number[]
  /** Saves a second of everybody together. */
  savesTogether: number
  exportSeconds: number
}

export interface Course {
  texts: readonly Text[]
  people: number
  /** So long one person works, and so long all of them save. */
  seconds: number
}

const since = (begin: number) => performance.now() - begin

async function timed<T>(times: number[], work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  const result = await work()
  times.push(since(begin))
  return result
}

/** Runs one round; `labelled` holds a label for each sentence of every text. Returns the project too, for the kill. */
export async function runRound(
  peer: Peer,
  labelled: RaceProject,
  course: Course,
): Promise<{ round: Round; project: RaceProject }> {
  const begin = performance.now()
  const project = await peer.importTexts(course.texts)
  const importSeconds = peer.readsAtStart ? null : since(begin) / 1_000
  const annotators = await project.annotators(course.people)
  const [one] = annotators
  if (!one) throw new Error('nobody annotates')
  const alone = await workAlone(one, course.seconds)
  const savesTogether = await saveTogether(annotators, course.seconds)
  const beginExport = performance.now()
  const file = await labelled.export()
  const exportSeconds = since(beginExport) / 1_000
  const found = await labelled.countLabelled(file)
  if (found !== course.texts.length)
    throw new Error(`${peer.name}: ${found} of ${course.texts.length} labelled texts in its export`)
  return { round: { importSeconds, ...alone, savesTogether, exportSeconds }, project }
}

/** One person takes, labels and submits one item after the other. */
async function workAlone(annotator: Annotator, seconds: number): Promise<Pick<Round, 'next' | 'save' | 'submit'>> {
  const times = { next: [] as number[], save: [] as number[], submit: [] as number[] }
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const item = await timed(times.next, () => annotator.next())
    if (!item) break
    for (let at = 0; at < SENTENCES; at++) await timed(times.save, () => annotator.save(item, at, true))
    await timed(times.submit, () => annotator.submit(item))
  }
  return times
}

/** Everybody has an item open and labels its sentences over and over; returns saves a second. */
async function saveTogether(annotators: readonly Annotator[], seconds: number): Promise<number> {
  const desks: { annotator: Annotator; item: Item }[] = []
  await Promise.all(
    annotators.map(async (annotator) => {
      const item = await annotator.next()
      if (item) desks.push({ annotator, item })
    }),
  )
  const begin = performance.now()
  let saves = 0
  const work = desks.map(async ({ annotator, item }) => {
    for (let turn = 0; since(begin) < seconds * 1_000; turn++) {
      await annotator.save(item, turn % SENTENCES, Math.floor(turn / SENTENCES) % 2 === 0)
      saves += 1
    }
  })
  await Promise.all(work)
  const taken = since(begin) / 1_000
  // What follows begins with labels that can be submitted.
  await Promise.all(
    desks.map(async ({ annotator, item }) => {
      for (let at = 0; at < SENTENCES; at++) await annotator.save(item, at, true)
      await annotator.submit(item)
    }),
  )
  return saves / taken
}

export interface Losses {
  acknowledged: number
  lost: number
  /** From the command that starts it again to its first page. */
  backAfterSeconds: number
}

/** A label that its annotator was told of. */
interface Acknowledged {
  annotator: Annotator
  item: Item
  sentence: number
  isTrue: boolean
}

/** Everybody works until all processes of the peer are killed at one moment; once it is back, each acknowledged label is looked for. */
export async function killUnderLoad(
  server: Pick<Server, 'kill' | 'start'>,
  project: RaceProject,
  course: Course,
): Promise<Losses> {
  const annotators = await project.annotators(course.people)
  const acknowledged = new Map<string, Acknowledged>()
  const underWay = new Map<Annotator, Acknowledged>()
  let count = 0
  const placeOf = ({ annotator, item, sentence }: Acknowledged) =>
    `${annotators.indexOf(annotator)} ${item.id} ${sentence}`
  const state = { isKilled: false }
  const failures: unknown[] = []
  const work = annotators.map(async (annotator) => {
    while (!state.isKilled) {
      const item = await annotator.next()
      if (!item) return
      // An item may hold labels of an earlier round, which were true: first the other value, then that with which it can be submitted.
      for (const isTrue of [false, true])
        for (let sentence = 0; sentence < SENTENCES; sentence++) {
          const label = { annotator, item, sentence, isTrue }
          underWay.set(annotator, label)
          await annotator.save(item, sentence, isTrue)
          acknowledged.set(placeOf(label), label)
          count += 1
        }
      await annotator.submit(item)
    }
  })
  // What fails from the kill on is meant to.
  const ends = work.map((each) => each.catch((error: unknown) => state.isKilled || failures.push(error)))
  const begin = performance.now()
  // Somebody must have been told of something, however slow the machine is.
  const isEnough = () => count >= course.people * LEAST_ACKNOWLEDGED && since(begin) >= course.seconds * 1_000
  while (!isEnough() && failures.length === 0 && since(begin) < KILL_PATIENCE_MS) await pause(10)
  state.isKilled = true
  await server.kill()
  await Promise.all(ends)
  if (failures.length > 0) throw failures[0]
  const backAfterSeconds = await server.start()
  return { acknowledged: count, lost: await countLost([...acknowledged.values()], underWay), backAfterSeconds }
}

/** Of each place the last label counts that was acknowledged, or one that was under way to it when the server ended. */
async function countLost(
  acknowledged: readonly Acknowledged[],
  underWay: ReadonlyMap<Annotator, Acknowledged>,
): Promise<number> {
  const read = new Map<Annotator, Map<string, (boolean | null)[]>>()
  let lost = 0
  for (const { annotator, item, sentence, isTrue } of acknowledged) {
    const items = read.get(annotator) ?? new Map<string, (boolean | null)[]>()
    read.set(annotator, items)
    const labels = items.get(item.id) ?? (await annotator.read(item))
    items.set(item.id, labels)
    const last = underWay.get(annotator)
    const unsure = last?.item.id === item.id && last.sentence === sentence ? last.isTrue : isTrue
    if (labels[sentence] !== isTrue && labels[sentence] !== unsure) lost += 1
  }
  return lost
}
