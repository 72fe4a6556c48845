/** What lies in this browser of whoever works here: what has to stay when somebody signs out, and what goes. */
// Every key of these says whose it is: browsers are shared.
const UNSENT = 'assay-outbox/'
const TEXTS = 'assay-draft:'
/** Of the tab: steps of undo, lines that are no answers yet. */
const TRACES = ['assay-undo/', 'assay-draft/']
/** Everything under this is about what was saved already: signing out may remove it. */
export const CONFIRMED_PREFIX = 'assay-confirmed/'

export interface LeftBehind {
  /** Changes to answers that the server does not have. */
  changes: number
  /** Texts that were begun and not sent: reasons, remarks, objections. */
  texts: number
}

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')

/** Counts what nobody but this browser has of a person; nothing where storage is forbidden. */
export function leftBehind(userId: string): LeftBehind {
  try {
    const keys = keysOf(localStorage)
    const count = (prefix: string) => keys.filter((key) => key.startsWith(prefix) && key.includes(userId)).length
    return { changes: count(UNSENT), texts: count(TEXTS) }
  } catch {
    return { changes: 0, texts: 0 }
  }
}

/** Removes what is only a trace of work; what was not sent stays. The cache of the page goes with the page. */
export function removeTraces(): void {
  try {
    for (const key of keysOf(sessionStorage))
      if (TRACES.some((prefix) => key.startsWith(prefix))) sessionStorage.removeItem(key)
    for (const key of keysOf(localStorage)) if (key.startsWith(CONFIRMED_PREFIX)) localStorage.removeItem(key)
  } catch {
    // Where storage is forbidden nothing was kept.
  }
}
