'use client'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import {
  BookOpen,
  CircleCheck,
  CloudOff,
  GitCompare,
  GraduationCap,
  LoaderCircle,
  LogIn,
  TriangleAlert,
} from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'

const LOOKS = {
  opening: { Icon: LoaderCircle, tone: 'text-muted' },
  saved: { Icon: CircleCheck, tone: 'text-muted' },
  saving: { Icon: LoaderCircle, tone: 'text-muted' },
  waiting: { Icon: CloudOff, tone: 'text-stale-text' },
  'signed-out': { Icon: LogIn, tone: 'text-stale-text' },
  'to-confirm': { Icon: BookOpen, tone: 'text-stale-text' },
  'to-practise': { Icon: GraduationCap, tone: 'text-stale-text' },
  refused: { Icon: TriangleAlert, tone: 'text-negative-text' },
  conflict: { Icon: GitCompare, tone: 'text-stale-text' },
}

/** The state of saving, in words. */
export function saveWords({ state, count }: OutboxStatus): string {
  switch (state) {
    case 'opening':
      return 'Opening…'
    case 'saved':
      return 'Saved'
    case 'saving':
      return 'Saving…'
    case 'waiting':
      return `Waiting for the server (${count})`
    case 'signed-out':
      return `Signed out, ${count} kept here`
    case 'to-confirm':
      return `Guidelines first, ${count} kept here`
    case 'to-practise':
      return `Practice first, ${count} kept here`
    case 'refused':
      return `Not saved (${count})`
    case 'conflict':
      return `Changed elsewhere (${count})`
  }
}

/** What is read out: once for each state that lasts, not for each change that is saved or waits. Opening and saving pass in a moment. */
function useSpokenWords(status: OutboxStatus): string {
  const [spoken, setSpoken] = useState(() =>
    status.state === 'opening' ? '' : saveWords({ ...status, state: 'saved' }),
  )
  const now = status.state === 'waiting' ? 'Not saved yet: waiting for the server' : saveWords(status)
  if (status.state !== 'opening' && status.state !== 'saving' && now !== spoken) setSpoken(now)
  return spoken
}

/** To the page where one signs in, and from there back to this address; `inNewTab` where this one has to stay open. */
export function SignInLink({ inNewTab }: { inNewTab: boolean }) {
  const href = `/sign-in?callbackUrl=${encodeURIComponent(usePathname())}`
  if (!inNewTab)
    return (
      <Link href={href} className="whitespace-nowrap">
        Sign in
      </Link>
    )
  return (
    <Link href={href} target="_blank" className="whitespace-nowrap">
      Sign in<span className="sr-only"> (opens in a new tab)</span>
    </Link>
  )
}

interface SavePillProps {
  status: OutboxStatus
  /** Does this tab hold what would be lost with it? */
  holdsTab?: boolean
  className?: string
}

/** Saved, saving, waiting, or what stands in the way; as wide in every state. */
export function SavePill({ status, holdsTab = false, className }: SavePillProps) {
  const { Icon, tone } = LOOKS[status.state]
  const words = saveWords(status)
  const spoken = useSpokenWords(status)
  const storageWarning = status.unkept ? 'This browser keeps no copy: leave this tab open until it is saved.' : ''
  return (
    <div className={cn('flex min-h-9 w-56 items-center gap-2 text-sm', tone, className)} data-save-state={status.state}>
      <Icon aria-hidden className={cn('size-4 shrink-0', status.state === 'saving' && 'animate-spin')} />
      <span aria-hidden className="truncate">
        {words}
      </span>
      <span role="status" aria-live="polite" className="sr-only">
        {[spoken && `${spoken}.`, storageWarning].join(' ')}
      </span>
      {status.state === 'signed-out' ? <SignInLink inNewTab={holdsTab} /> : null}
      {storageWarning ? (
        <TriangleAlert
          aria-hidden={false}
          aria-label={storageWarning}
          role="img"
          className="size-4 shrink-0 text-negative-text"
        />
      ) : null}
    </div>
  )
}
