'use client'

import { type ComponentType, useEffect, useEffectEvent, useReducer } from 'react'
import { Spinner } from './spinner'
import { toast } from './toast'
import { whenIdle } from './when-idle'

type OverlayProps = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog or drawer whose code comes after the page's own: as soon as the browser is idle, at the latest when it is opened; with
 * `whenOpened` not before. From its first opening on it is drawn as if it had always been there.
 */
export function onDemand<P extends OverlayProps>(
  load: () => Promise<ComponentType<P>>,
  { whenOpened = false } = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | null = null
  const bring = async () => {
    loaded ??= await load()
  }
  return function OnDemand(props: P) {
    const { open, onOpenChange } = props
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const giveUp = useEffectEvent(() => {
      onOpenChange(false)
      toast.error('This could not be loaded. Try again in a moment.')
    })
    useEffect(() => (whenOpened ? undefined : whenIdle(() => void bring().catch(() => {}))), [])
    useEffect(() => {
      if (!open || loaded) return
      let left = false
      bring().then(
        () => left || drawAgain(),
        () => left || giveUp(),
      )
      return () => {
        left = true
      }
    }, [open])
    const Loaded = loaded
    if (Loaded) return <Loaded {...props} />
    return open ? <Waiting onClose={() => onOpenChange(false)} /> : null
  }
}

/**
 * Takes the page's keys like the dialog that is on its way, Escape too: what is typed meanwhile must not answer anything. The
 * focus stays where it is, so that the dialog can give it back.
 */
function Waiting({ onClose }: { onClose: () => void }) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  useEffect(() => {
    const listen = (event: KeyboardEvent) => void onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <div
      role="dialog"
      data-state="open"
      aria-busy
      aria-label="Loading"
      className="pointer-events-none fixed inset-0 z-50 grid place-items-center"
    >
      <Spinner label="Loading" />
    </div>
  )
}
