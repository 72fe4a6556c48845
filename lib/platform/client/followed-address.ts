/**
 * Links within a page that are followed while the page is being hydrated. No handler hears of such a click, the browser changes the address,
 * and Next's router then writes back the address that it began with: what is left of the click is the browser's event.
 */
let followed: string | null = null

/** Begins to note the addresses. Called before anything of the app runs. */
export function noteFollowedAddresses(): void {
  window.addEventListener('hashchange', ({ newURL }) => {
    followed = newURL
  })
}

/** The last address within this page that a link led to and that nobody has asked for yet; else the present one. */
export function takeFollowedAddress(): string {
  const address = followed
  followed = null
  const isOfThisPage = address !== null && new URL(address).pathname === window.location.pathname
  return isOfThisPage ? address : window.location.href
}
