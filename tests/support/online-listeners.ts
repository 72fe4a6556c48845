/**
 * Listeners for the network's return end with the file in which they were added. A worker runs many files in one window; what an earlier file
 * left unsent would be sent by the test of another.
 */
const listeners: Parameters<typeof window.addEventListener>[] = []
const { addEventListener: add } = window

window.addEventListener = (...given: Parameters<typeof add>) => {
  if (given[0] === 'online') listeners.push(given)
  add.apply(window, given)
}

export function endOnlineListeners(): void {
  for (const given of listeners.splice(0)) window.removeEventListener(...given)
}
