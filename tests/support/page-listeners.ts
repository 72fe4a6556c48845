/**
 * Listeners for what happens to a page end with the file in which they were added. A worker runs many files in one window; what an earlier file
 * left unsent would be sent by the test of another, or would keep its page from being closed.
 */
const TYPES = ['online', 'beforeunload', 'pagehide']
const listeners: Parameters<typeof window.addEventListener>[] = []
const { addEventListener: add } = window

window.addEventListener = (...given: Parameters<typeof add>) => {
  if (TYPES.includes(given[0])) listeners.push(given)
  add.apply(window, given)
}

export function endPageListeners(): void {
  for (const given of listeners.splice(0)) window.removeEventListener(...given)
}
