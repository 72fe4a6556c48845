import { onlineManager } from '@tanstack/react-query'
import { cleanup, configure, fireEvent } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { takeToasts } from '@/components/ui/toast-queue'
import { forgetNavigation } from './next/navigation'
import { WAIT_LIMIT_MS } from './support/limits'
import { keepNoOwnerStacks } from './support/owner-stacks'
import { endPageListeners } from './support/page-listeners'
import { endTimers } from './support/timers'

// `waitFor` and `findBy` of all tests of components and hooks; none of them says how long.
configure({ asyncUtilTimeout: WAIT_LIMIT_MS })

// Without a server of its own a test has no network: what was still to be sent when another ended finds nobody.
globalThis.fetch = () => Promise.reject(new TypeError('Nothing answers here.'))

keepNoOwnerStacks()

// What the file's components load apart.
beforeAll(() => vi.dynamicImportSettled())

/** React, which files share, tells of no selection from a press of the mouse until its release. */
function releaseMouse(): void {
  for (const root of document.body.children) fireEvent.mouseUp(root)
}

/** Whatever a toast asks of it, it shows nothing. */
const nobody = new Proxy({}, { get: () => () => undefined }) as Parameters<typeof takeToasts>[0]

// Files share modules and storage: what is mounted, what was kept, which toasts wait, where the page is and whether there is a network.
afterEach(() => {
  releaseMouse()
  cleanup()
  endTimers()
  // Toasts that are not shown yet, or not closed, would be drawn by the next test that has a place for them.
  takeToasts(nobody)()
  toast.dismiss()
  localStorage.clear()
  sessionStorage.clear()
  forgetNavigation()
  onlineManager.setOnline(true)
})

afterAll(endPageListeners)
