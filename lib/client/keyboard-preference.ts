const STORAGE_KEY = 'assay-chords-only'
const listeners = new Set<() => void>()

/** Calls back when the preference changes, here or in another tab. */
export function subscribeChordsOnly(notify: () => void): () => void {
  listeners.add(notify)
  window.addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    window.removeEventListener('storage', notify)
  }
}

/** `true`: only chords with Ctrl or Command and named keys work, for people whose speech or hand hits letters by chance. */
export function readChordsOnly(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'true'
  } catch {
    return false
  }
}

/** Remembers the preference in this browser. */
export function writeChordsOnly(value: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, String(value))
  } finally {
    for (const notify of listeners) notify()
  }
}
