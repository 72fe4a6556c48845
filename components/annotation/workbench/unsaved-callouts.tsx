'use client'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'

interface UnsavedProps {
  /** What the change is about. */
  name: string
  /** Ends it with one's own change, or without it. */
  onEnd(choice: 'mine' | 'theirs'): void
  children: ReactNode
}

/** A change to what was changed elsewhere as well, with both shown in it: one of them is chosen. */
export function ConflictCallout({ name, onEnd, children }: UnsavedProps) {
  return (
    <Callout
      tone="warning"
      live
      title={`${name}: changed elsewhere since you saw it`}
      actions={
        <>
          <Button onClick={() => onEnd('mine')}>Keep mine</Button>
          <Button onClick={() => onEnd('theirs')}>Take the other</Button>
        </>
      }
    >
      {children}
    </Callout>
  )
}

/** A change that the server does not take, in its words, with the change itself in it. */
export function RefusedCallout({ name, message, onEnd, children }: UnsavedProps & { message: string | null }) {
  return (
    <Callout
      tone="danger"
      title={`${name}: not saved`}
      actions={
        <>
          <Button onClick={() => onEnd('mine')}>Try again</Button>
          <Button onClick={() => onEnd('theirs')}>Let go of my change</Button>
        </>
      }
    >
      <p>{message} Your change is kept on this device:</p>
      <p dir="auto" className="mt-1 whitespace-pre-wrap">
        {children}
      </p>
    </Callout>
  )
}
