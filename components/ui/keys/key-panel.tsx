'use client'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Spinner } from '@/components/ui/spinner'
import type { KeyTables } from './sections'

type LoadTables = () => Promise<KeyTables>
type Loaded = Awaited<ReturnType<typeof load>>

/** Tables of all protocols come with their forms, so they are fetched only here. */
async function load(loadTables: LoadTables) {
  const [{ KeySettings }, tables] = await Promise.all([import('./key-settings'), loadTables()])
  return { KeySettings, tables }
}

/** The keys in the account: folded until somebody asks, or follows a link to it. */
export function KeyPanel({ loadTables }: { loadTables: LoadTables }) {
  const [isOpen, setOpen] = useState(false)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = () => {
    setOpen(true)
    setFailed(false)
    load(loadTables).then(setLoaded, () => setFailed(true))
  }
  useEffect(() => {
    if (window.location.hash !== '#keys') return
    setOpen(true)
    load(loadTables).then(setLoaded, () => setFailed(true))
  }, [loadTables])
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed is gone, and with it the focus.
    if (loaded && document.activeElement === document.body) box.current?.querySelector('input')?.focus()
  }, [loaded])
  return (
    <div id="keys" ref={box} className="scroll-mt-20">
      <Panel title="Keys" description="Every action with a key can have another. Kept in this browser, for you.">
        {loaded ? (
          <loaded.KeySettings tables={loaded.tables} />
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
