'use client'

import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useReducer, useState } from 'react'
import { Spinner } from './spinner'
import { toast } from './toast'
import { whenUsed } from './when-used'

type OverlayProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** What was typed while the code was loading, for a dialog that begins with a text field. */
  typedAhead?: string
}

/**
 * A dialog or drawer whose code comes after the page's own: once the page is used and the browser idle, at the latest when it is opened; with
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
    const { open } = props
    const [typedAhead, setTypedAhead] = useState('')
    const onOpenChange = (isOpen: boolean) => {
      if (!isOpen) setTypedAhead('')
      props.onOpenChange(isOpen)
    }
    const [, drawAgain] = useReducer((count: number) => count + 1, 0)
    const giveUp = useEffectEvent(() => {
      onOpenChange(false)
      toast.error('This could not be loaded. Try again in a moment.')
    })
    useEffect(() => (whenOpened ? undefined : whenUsed(() => void bring().catch(() => {}))), [])
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
    if (Loaded) return <Loaded {...props} onOpenChange={onOpenChange} typedAhead={typedAhead} />
    return open ? <Waiting onType={setTypedAhead} onClose={() => onOpenChange(false)} /> : null
  }
}

/** The text after a key press: a character is added, Backspace takes the last one away. */
function typed(text: string, key: string): string {
  if (key === 'Backspace') return [...text].slice(0, -1).join('')
  return [...key].length === 1 ? text + key : text
}

/**
 * Takes the page's keys like the dialog that is loading, Escape too: what is typed meanwhile must neither answer anything nor be written into
 * the field that has the focus. The focus stays where it is, so that the dialog can give it back.
 */
function Waiting({ onType, onClose }: { onType: (change: (text: string) => string) => void; onClose: () => void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event
    // Characters of some layouts are typed with AltGr, which can look like Ctrl and Alt.
    if ((ctrlKey || metaKey || altKey) && !event.getModifierState('AltGraph')) return
    // The browser's own, such as loading the page anew.
    if (/^F\d+$/.test(key)) return
    event.preventDefault()
    event.stopPropagation()
    if (key === 'Escape') onClose()
    else onType((text) => typed(text, key))
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => void onKey(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
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
