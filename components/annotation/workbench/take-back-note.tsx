'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { useOtherHeld } from '@/lib/annotation/annotations/submission/hooks'
import { BENCH_KEYS } from './keys'
import type { TakingBack } from './use-take-back'

/** How long yet, second by second for who sees it; nobody is read a number that has passed before it is said. */
export function SecondsLeft({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return (
    <>
      <span aria-hidden className="tabular-nums">
        {seconds === 1 ? '1 second' : `${seconds} seconds`}
      </span>
      <span className="sr-only">some seconds</span>
    </>
  )
}

/** Says that a submission of another task can be taken back: read out once. */
export function TakeBackStatus({ userId, taskId }: Pick<Workbench, 'userId' | 'taskId'>) {
  const other = useOtherHeld(userId, taskId)
  return (
    <p role="status" className="sr-only">
      {other ? `Item ${other.position} is submitted, and can be taken back for some seconds.` : ''}
    </p>
  )
}

/** That the task before can be taken back, without a place in the page that would move what one reads. */
export function TakeBackNote({ taking: { other, isTakingBack, takeBack } }: { taking: TakingBack }) {
  if (!other) return null
  return (
    <div className="fixed inset-x-0 bottom-16 z-30 mx-auto flex w-fit max-w-[calc(100vw-1rem)] items-center gap-3 rounded-md border border-line bg-raised px-3 py-1 text-ink text-sm print:hidden">
      <span className="whitespace-nowrap">
        Item {other.position} submitted · <SecondsLeft endsAt={other.endsAt} />
      </span>
      <Button size="sm" shortcut={BENCH_KEYS.takeBack} loading={isTakingBack} onClick={() => takeBack(other)}>
        Take back
      </Button>
    </div>
  )
}
