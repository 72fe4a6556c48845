/**
 * Links within a page that are followed while the page is being hydrated. No handler hears of such a click, the browser changes the address,
 * and Next's router then writes back the address that it began with: what is left of the click is what was noted when it came.
 */
let followed: string | null = null

function note({ target, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): void {
  const link = target instanceof Element ? target.closest('a') : null
  // With a modifier a link is opened elsewhere.
  if (link && link.hash !== '' && !(ctrlKey || metaKey || shiftKey || altKey)) followed = link.href
}

/** Begins to note such links. Called before anything of the app runs. */
export function noteFollowedLinks(): void {
  window.addEventListener('click', note, { capture: true })
}

/** The address within this page that a link led to before anybody asked for it; else, and from then on, the present one. */
export function takeFollowedAddress(): string {
  window.removeEventListener('click', note, { capture: true })
  const address = followed
  followed = null
  const isOfThisPage = address !== null && new URL(address).pathname === window.location.pathname
  return isOfThisPage ? address : window.location.href
}
