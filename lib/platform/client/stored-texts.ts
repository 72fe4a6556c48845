/** Texts by name in one of the browser's storages, and in the page where it keeps nothing. */
interface StoredTexts {
  /** Calls back when one changes, here or in another tab. */
  subscribe(notify: () => void): () => void
  read(name: string): string | null
  /** Keeps a text, or with null forgets it; false where it lasts for this page only. */
  write(name: string, text: string | null): boolean
}

/** `area` is asked each time: some browsers refuse it as soon as it is named. */
export function storedTexts(area: () => Storage, prefix: string): StoredTexts {
  const listeners = new Set<() => void>()
  const unkept = new Map<string, string | null>()
  return {
    subscribe(notify) {
      listeners.add(notify)
      window.addEventListener('storage', notify)
      return () => {
        listeners.delete(notify)
        window.removeEventListener('storage', notify)
      }
    },
    read(name) {
      const text = unkept.get(name)
      if (text !== undefined) return text
      try {
        return area().getItem(prefix + name)
      } catch {
        return null
      }
    },
    write(name, text) {
      let isKept = true
      try {
        if (text === null) area().removeItem(prefix + name)
        else area().setItem(prefix + name, text)
        unkept.delete(name)
      } catch {
        unkept.set(name, text)
        isKept = false
      }
      for (const notify of listeners) notify()
      return isKept
    },
  }
}
