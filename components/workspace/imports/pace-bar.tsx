'use client'

import { useEffect, useState } from 'react'
import { ProgressBar } from '@/components/ui/progress-bar'
import { type Moment, paceText, withMoment } from '@/lib/workspace/imports/pace/rules'

type PaceBarProps = {
  label: string
  /** How far it is; null: not known. */
  bytes: number | null
  byteSize: number
}

/** How far a file has come, how fast it goes, and how long the rest takes. */
export function PaceBar({ label, bytes, byteSize }: PaceBarProps) {
  const [moments, setMoments] = useState<Moment[]>([])
  useEffect(() => {
    if (bytes !== null) setMoments((before) => withMoment(before, { at: performance.now(), bytes }))
  }, [bytes])
  // Rounded down: 100 % is all of it.
  const share = bytes === null || byteSize === 0 ? null : Math.floor((bytes / byteSize) * 100)
  const pace = paceText(moments, byteSize)
  const words = share === null ? undefined : `${share}%${pace ? `, ${pace}` : ''}`
  return <ProgressBar label={label} showLabel value={share} {...(words ? { valueText: words } : {})} />
}
