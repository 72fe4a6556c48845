import type { toast as sonner } from 'sonner'

type Act = (toasts: typeof sonner) => void

// What was said before the place where toasts appear was there.
const waiting: Act[] = []
let toasts: typeof sonner | null = null

/** Shows or takes away a toast, once there is a place for toasts. */
export function showToast(act: Act): void {
  if (toasts) act(toasts)
  else waiting.push(act)
}

/** The place for toasts is there: what waited is shown. Returns how to say that it is gone. */
export function takeToasts(toaster: typeof sonner): () => void {
  toasts = toaster
  for (const act of waiting.splice(0)) act(toaster)
  return () => {
    toasts = null
  }
}
