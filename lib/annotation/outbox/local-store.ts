import { entryKey, type OutboxEntry, type OutboxStorage, parseEntry } from './outbox-entry'

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

  isKept(entry: OutboxEntry): boolean {
    return !this.unkept.has(entryKey(entry))
  }
}
