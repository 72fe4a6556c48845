/** What is kept on the device, and what the tabs of a browser have in common: entries, what the server confirmed, and turns. */
import { z } from 'zod'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'
import {
  type EntryPlace,
  entryKey,
  type OutboxEntry,
  parseEntry,
  type ServerValue,
  serverValueSchema,
} from './outbox-entry'

/** How many tasks a tab remembers what it was told of; work of a day goes through hundreds. */
export const TASKS_KEPT = 12

/** Keeps entries where they survive a crash. `write` is synchronous and says whether it worked. */
export interface OutboxStorage {
  read(): [key: string, text: string][]
  get(key: string): string | null
  write(key: string, text: string): boolean
  remove(key: string): void
}

/** The entries of the outbox: in memory for reading, on the device for keeping, where other tabs see them too. */
export class LocalStore {
  private readonly entries = new Map<string, OutboxEntry>()
  /** Entries that the device would not take (private window, storage full). */
  private readonly unkept = new Set<string>()

  constructor(private readonly storage: OutboxStorage) {
    this.load()
  }

  /** Takes over what stands in the storage now. */
  load(): void {
    for (const key of this.entries.keys()) if (!this.unkept.has(key)) this.entries.delete(key)
    for (const [key, text] of this.storage.read()) {
      const entry = parseEntry(text)
      if (entry && !this.unkept.has(key)) this.entries.set(key, entry)
    }
  }

  /** In the order of sending. */
  all(): OutboxEntry[] {
    return [...this.entries.values()].sort((a, b) => a.seq - b.seq)
  }

  /** The field's entry as it stands in the storage now: another tab may have been faster. */
  get(key: string): OutboxEntry | undefined {
    if (this.unkept.has(key)) return this.entries.get(key)
    const text = this.storage.get(key)
    const entry = text === null ? null : parseEntry(text)
    if (entry) this.entries.set(key, entry)
    else this.entries.delete(key)
    return this.entries.get(key)
  }

  keep(entry: OutboxEntry): void {
    const key = entryKey(entry)
    this.entries.set(key, entry)
    if (this.storage.write(key, JSON.stringify(entry))) this.unkept.delete(key)
    else this.unkept.add(key)
  }

  drop(key: string): void {
    this.entries.delete(key)
    this.unkept.delete(key)
    this.storage.remove(key)
  }

  isKept(entry: EntryPlace): boolean {
    return !this.unkept.has(entryKey(entry))
  }
}

/** The browser's local storage: synchronous, so that a key press is safe before the next one. */
export function deviceStorage(prefix: string): OutboxStorage {
  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work()
    } catch {
      return otherwise
    }
  }
  const keys = () => Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return {
    read: () =>
      attempt(
        () =>
          keys()
            .filter((key) => key.startsWith(prefix))
            .map((key) => [key.slice(prefix.length), localStorage.getItem(key) ?? '']),
        [],
      ),
    get: (key) => attempt(() => localStorage.getItem(prefix + key), null),
    write: (key, text) =>
      attempt(() => {
        localStorage.setItem(prefix + key, text)
        return true
      }, false),
    remove: (key) => attempt(() => localStorage.removeItem(prefix + key), undefined),
  }
}

export const SUBMITTED = 'submitted'

const confirmedSchema = z.union([
  z.object({ unit: z.string(), question: z.string(), revision: z.number() }),
  z.literal(SUBMITTED),
])
export type Confirmed = z.infer<typeof confirmedSchema>

const confirmedListSchema = z.array(z.tuple([z.string(), confirmedSchema]))

/** The oldest first; nothing where the storage is forbidden or holds something else. */
function readConfirmed(name: string): z.infer<typeof confirmedListSchema> {
  try {
    return confirmedListSchema.parse(JSON.parse(localStorage.getItem(CONFIRMED_PREFIX + name) ?? '[]'))
  } catch {
    return []
  }
}

/**
 * Writes down what the server confirmed of an annotation, under the name of the outbox that it was sent by: a field and its
 * revision without its value, or that it was submitted. The server may draw a page before a change is saved while the page reaches
 * the browser after that; neither the change nor the message about it is there any more then, and only this says that the page is
 * out of date.
 */
export function noteConfirmed(name: string, annotationId: string, what: Confirmed): void {
  const others = readConfirmed(name).filter(([id]) => id !== annotationId)
  writeConfirmed(name, [...others, [annotationId, what]])
}

/** A submission was taken back: what was confirmed of the annotation says nothing any more. */
export function forgetConfirmed(name: string, annotationId: string): void {
  writeConfirmed(
    name,
    readConfirmed(name).filter(([id]) => id !== annotationId),
  )
}

function writeConfirmed(name: string, all: z.infer<typeof confirmedListSchema>): void {
  const list = all.slice(-TASKS_KEPT)
  try {
    localStorage.setItem(CONFIRMED_PREFIX + name, JSON.stringify(list))
  } catch {
    // A browser that keeps nothing draws such a page as it did before: the next reading corrects it.
  }
}

/** What the server last confirmed to this browser of an annotation: what a page was drawn from may be older. */
export function lastConfirmed(name: string, annotationId: string): Confirmed | null {
  return readConfirmed(name).find(([id]) => id === annotationId)?.[1] ?? null
}

/** The newest of what this tab heard of each field, of the annotations last heard of. */
export class LastHeard<T extends { unit: string; question: string; revision: number }> {
  private readonly fields = new Map<string, Map<string, T>>()

  hear(annotationId: string, value: T): void {
    const annotationValues = this.fields.get(annotationId) ?? new Map<string, T>()
    const key = `${value.unit}/${value.question}`
    if ((annotationValues.get(key)?.revision ?? 0) <= value.revision) annotationValues.set(key, value)
    // A map remembers in which order its keys came: the oldest stands first.
    this.fields.delete(annotationId)
    this.fields.set(annotationId, annotationValues)
    for (const oldest of this.fields.keys()) if (this.fields.size > TASKS_KEPT) this.fields.delete(oldest)
  }

  all(): [annotationId: string, value: T][] {
    return [...this.fields].flatMap(([id, values]) => [...values.values()].map((value): [string, T] => [id, value]))
  }
}

/** What the tabs of a browser tell each other of an outbox. */
export interface OtherTabs {
  /** Writes down that the server confirmed this value of a field, and tells the other tabs. */
  tell(annotationId: string, value: ServerValue): void
  lastConfirmed(annotationId: string): Confirmed | null
}

const newsSchema = z.object({ annotationId: z.string(), value: serverValueSchema })

/** Joins the tabs that have the outbox of this name open, whose entries are kept under a prefix. */
export function joinTabs(
  name: string,
  prefix: string,
  { hearValue, seeStorage }: { hearValue(annotationId: string, value: ServerValue): void; seeStorage(): void },
): OtherTabs {
  const channel = new BroadcastChannel(`assay-outbox-${name}`)
  channel.onmessage = ({ data }) => {
    const news = newsSchema.safeParse(data).data
    if (news) hearValue(news.annotationId, news.value)
  }
  // The storage's own event, not a message: it comes when the change can be read here.
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) seeStorage()
  })
  return {
    tell: (annotationId, value) => {
      const { unit, question, revision } = value
      noteConfirmed(name, annotationId, { unit, question, revision })
      channel.postMessage({ annotationId, value })
    },
    lastConfirmed: (annotationId) => lastConfirmed(name, annotationId),
  }
}

/** What this tab is at work on, by name: one run at most. */
const underWay = new Map<string, Promise<void>>()

/**
 * Runs `work` when neither another tab of this browser nor this one is at work under the name, and says whether one was. A page
 * that is being left cannot wait: there it is run at once, and not at all where this tab is at work already.
 */
export async function inTurn(
  name: string,
  isLeaving: boolean,
  work: (hasWaited: boolean) => Promise<void>,
): Promise<void> {
  if (isLeaving && underWay.has(name)) return
  const inThisTab = async (hasWaited: boolean) => {
    let waited = hasWaited
    // A page that was left may be back before what it sent then is answered.
    for (let other = underWay.get(name); other; other = underWay.get(name)) {
      await other.catch(() => {})
      waited = true
    }
    const run = work(waited).finally(() => underWay.delete(name))
    underWay.set(name, run)
    return run
  }
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks
  if (isLeaving || !locks) return inThisTab(false)
  return locks.request(name, { ifAvailable: true }, (lock) =>
    lock ? inThisTab(false) : locks.request(name, () => inThisTab(true)),
  )
}
