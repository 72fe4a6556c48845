'use client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { type HeldSubmission, NONE, readHeld, subscribeHeld } from './held-store'

/** What can be taken back now, the latest last. */
export function useHeld(userId: string): readonly HeldSubmission[] {
  const list = useSyncExternalStore(
    subscribeHeld,
    () => readHeld(userId),
    () => NONE,
  )
  const [now, setNow] = useState(() => Date.now())
  const standing = list.filter(({ endsAt }) => endsAt > now)
  const next = Math.min(...standing.map(({ endsAt }) => endsAt))
  useEffect(() => {
    if (!Number.isFinite(next)) return
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [next])
  return standing
}
