'use client'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { renewAssignmentEndpoint } from '@/lib/annotation/assignments/contract'
import { call } from '@/lib/platform/client/fetch-json'
import { newActiveTime, noteActivity, putBack, takeSeconds } from './active-time'

const HEARTBEAT_MS = 60_000
const ACTIVITY = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const

/** The time in use that the server has not heard of, in seconds: taken by whoever reports it, put back where that fails. */
export interface UnreportedTime {
  take(): number
  putBack(seconds: number): void
}

/**
 * Keeps the reservation while somebody works, and counts the time in use (see active-time.ts). Returns what is not reported
 * yet, for the submission to carry; a report that fails is made up for by the next.
 */
export function useHeartbeat(taskId: string, enabled: boolean): UnreportedTime {
  const [time] = useState(() => newActiveTime(Date.now()))
  const working = useRef(enabled)
  useLayoutEffect(() => {
    working.current = enabled
  }, [enabled])
  const unreported = useMemo(
    () => ({
      take: () => (working.current ? takeSeconds(time) : 0),
      putBack: (seconds: number) => putBack(time, seconds),
    }),
    [time],
  )
  const beat = useCallback(
    async (keepalive = false) => {
      const activeSeconds = unreported.take()
      if (activeSeconds === 0) return
      const beaten = call(renewAssignmentEndpoint, { params: { taskId }, body: { activeSeconds } }, { keepalive })
      await beaten.catch(() => unreported.putBack(activeSeconds))
    },
    [taskId, unreported],
  )
  useEffect(() => {
    if (!enabled) return
    const onActivity = () => noteActivity(time, Date.now())
    const onHide = () => void beat(true)
    const interval = setInterval(() => void beat(), HEARTBEAT_MS)
    for (const type of ACTIVITY) window.addEventListener(type, onActivity, { passive: true })
    window.addEventListener('pagehide', onHide)
    return () => {
      clearInterval(interval)
      for (const type of ACTIVITY) window.removeEventListener(type, onActivity)
      window.removeEventListener('pagehide', onHide)
      void beat(true)
    }
  }, [enabled, beat, time])
  return unreported
}
