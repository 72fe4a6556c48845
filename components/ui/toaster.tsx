'use client'

import { useFetched } from './use-fetched'
import { whenIdle } from './when-idle'

const load = () => import('./toast-region').then(({ ToastRegion }) => ToastRegion)

/** The place where toasts appear; mount once. It does not wait for the page to be used: what a first key without the network has done must be said. */
export function Toaster() {
  const Region = useFetched(load, false, whenIdle)
  return Region ? <Region /> : null
}
