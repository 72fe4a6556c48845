'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Spinner } from '@/components/ui/spinner'

type Loaded = Awaited<ReturnType<typeof load>>

/** Tables of all protocols come with their forms, so they are fetched only here. */
async function load() {
  const [{ KeySettings }, { loadScreens }] = await Promise.all([import('./key-settings'), import('./screens')])
  return { KeySettings, screens: await loadScreens() }
}

/** The keys in the account: folded until somebody asks, or follows a link to it. */
export function KeyPanel() {
  const [isOpen, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = () => {
    setOpen(true)
    setFailed(false)
    load().then(setLoaded, () => setFailed(true))
  }
  useEffect(() => {
    if (window.location.hash !== '#keys') return
    setOpen(true)
    load().then(setLoaded, () => setFailed(true))
  }, [])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, and with it the focus.
    if (loaded && document.activeElement === document.body) box.current?.querySelector('input')?.focus()
  }, [loaded])
  return (
    <div id="keys" ref={box} className="scroll-mt-20">
      <Panel title="Keys" description="Every action with a key can have another. Kept in this browser, for you.">
        {loaded ? (
          <loaded.KeySettings screens={loaded.screens} />
        ) : hasFailed ? (
          <Callout
            tone="danger"
            actions={
              <Button size="sm" onClick={open}>
                Try again
              </Button>
            }
          >
            The list of keys could not be loaded.
          </Callout>
        ) : isOpen ? (
          <Spinner label="Loading the keys" />
        ) : (
          <Button onClick={open}>Change keys</Button>
        )}
      </Panel>
    </div>
  )
}
