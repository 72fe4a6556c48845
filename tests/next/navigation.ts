/**
 * `next/navigation` as tests of components see it (an alias in vitest.config.ts): the address is the document's, and where a
 * page wants to go is only noted.
 */
import { useSyncExternalStore } from 'react'
import { vi } from 'vitest'

/** What pages asked of the router; forgotten after each test. */
export const router = {
  push: vi.fn<(href: string) => void>(),
  replace: vi.fn<(href: string) => void>(),
  refresh: vi.fn<() => void>(),
}

const followers = new Set<() => void>()

function follow(follower: () => void): () => void {
  followers.add(follower)
  return () => void followers.delete(follower)
}

// As in Next, `usePathname` notices what a page does to the history.
const pushState = history.pushState.bind(history)
history.pushState = (...given) => {
  pushState(...given)
  for (const follower of followers) follower()
}

/** The first address again, and nothing asked of the router. */
export function forgetNavigation(): void {
  for (const asked of Object.values(router)) asked.mockReset()
  history.pushState(null, '', '/')
}

export const useRouter = () => router
const pathname = () => location.pathname
export const usePathname = () => useSyncExternalStore(follow, pathname, pathname)
