'use client'

import { useFetched } from './use-fetched'

const load = () => import('./toast-region').then(({ ToastRegion }) => ToastRegion)

/** The place where toasts appear; mount once. */
export function Toaster() {
  const Region = useFetched(load)
  return Region ? <Region /> : null
}
