'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { annotationKeys } from '@/lib/annotation/annotations/hooks'
import { renewAssignmentEndpoint } from '@/lib/annotation/assignments/contract'
import { isNotAsShown } from '@/lib/platform/client/api-error'
import { call } from '@/lib/platform/client/fetch-json'
import { newActiveTime, noteActivity, putBack, takeSeconds } from './active-time'

const HEARTBEAT_MS = 60_000
const ACTIVITY = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focus'] as const

/** The time in use that the server has not heard of, in seconds: taken by whoever reports it, put back where that fails. */
export interface UnreportedTime {
  take(): number
  putBack(seconds: number): void
}

type Send = (activeSeconds: number, options: { keepalive: boolean }) => Promise<unknown>

/**
 * Counts the time in use (see active-time.ts) while `enabled`, and reports it every minute, when the page is left and when it is no
 * longer counted; a report that fails is made up for by the next. `send` says what it is reported as; with another `send` what
 * was counted before is reported as it was.
 */
export function useReportedTime(unreported: UnreportedTime, note: () => void, send: Send, enabled: boolean): void {
  const report = useCallback(
    async (keepalive = false) => {
      const activeSeconds = unreported.take()
      if (activeSeconds === 0) return
      await send(activeSeconds, { keepalive }).catch(() => unreported.putBack(activeSeconds))
    },
    [unreported, send],
  )
  useEffect(() => {
    if (!enabled) return
    const onHide = () => void report(true)
    const interval = setInterval(() => void report(), HEARTBEAT_MS)
    for (const type of ACTIVITY) window.addEventListener(type, note, { passive: true })
    window.addEventListener('pagehide', onHide)
    return () => {
      clearInterval(interval)
      for (const type of ACTIVITY) window.removeEventListener(type, note)
      window.removeEventListener('pagehide', onHide)
      void report(true)
    }
  }, [enabled, report, note])
}

interface Heartbeat {
  taskId: string
  /** Whose time it is: the last report goes out when the page is left, and with it what says whose page it is. */
  userId: string
}

/**
 * Keeps the reservation while somebody works, and counts the time in use; where it is refused, the task is read again. Returns what is not reported yet, for the submission to carry.
 */
export function useHeartbeat({ taskId, userId }: Heartbeat, enabled: boolean): UnreportedTime {
  const client = useQueryClient()
  const { time, note } = useActiveTime()
  const working = useRef(enabled)
  useLayoutEffect(() => {
    working.current = enabled
  }, [enabled])
  const isGone = useRef(false)
  useLayoutEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const send: Send = useCallback(
    async (activeSeconds, options) => {
      try {
        const sent = { params: { taskId }, body: { activeSeconds } }
        return await call(renewAssignmentEndpoint, sent, { ...options, as: userId })
      } catch (error) {
        if (isNotAsShown(error)) void client.invalidateQueries({ queryKey: annotationKeys.workbench(taskId) })
        throw error
      }
    },
    [client, taskId, userId],
  )
  const unreported = useMemo(
    () => ({
      take: () => (working.current ? takeSeconds(time) : 0),
      putBack: (seconds: number) => {
        if (!isGone.current) putBack(time, seconds)
        // Its page was left before what took the time had failed: nobody reports it any more.
        else if (seconds > 0) void send(seconds, { keepalive: true }).catch(() => undefined)
      },
    }),
    [time, send],
  )
  useReportedTime(unreported, note, send, enabled)
  return unreported
}

/** Counts the time in use at something that carries none of it along; `send` null: nothing is counted now. */
export function useCountedTime(send: Send | null): void {
  const { time, note } = useActiveTime()
  const unreported = useMemo(
    () => ({ take: () => takeSeconds(time), putBack: (seconds: number) => putBack(time, seconds) }),
    [time],
  )
  // What is reported once counting has ended was counted before.
  useReportedTime(unreported, note, send ?? sendNothing, send !== null)
}

const sendNothing: Send = async () => {}

function useActiveTime() {
  const [time] = useState(() => newActiveTime(Date.now()))
  const note = useCallback(() => noteActivity(time, Date.now()), [time])
  return { time, note }
}
