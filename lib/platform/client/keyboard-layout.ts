/** What the reader's keyboard types, where the browser says so (Chromium); for the caps that are shown. */
export type KeyLayout = ReadonlyMap<string, string>

type KeyboardApi = { getLayoutMap?: () => Promise<KeyLayout> }

let layout: KeyLayout | null = null
let isAsked = false
const listeners = new Set<() => void>()

/** Asks for the layout once; calls back when it is known. */
export function subscribeLayout(notify: () => void): () => void {
  listeners.add(notify)
  if (!isAsked) {
    isAsked = true
    void askLayout()
  }
  return () => listeners.delete(notify)
}

async function askLayout(): Promise<void> {
  const { keyboard } = navigator as Navigator & { keyboard?: KeyboardApi }
  try {
    layout = (await keyboard?.getLayoutMap?.()) ?? null
  } catch {
    // Not allowed here, e.g. in a frame: the caps are those of Latin keys.
    layout = null
  }
  if (layout) for (const notify of listeners) notify()
}

export const readLayout = (): KeyLayout | null => layout
