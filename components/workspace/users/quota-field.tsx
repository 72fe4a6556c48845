'use client'

import { useState } from 'react'
import { Input } from '@/components/ui/input'

type QuotaFieldProps = {
  label: string
  value: number | null
  /** Called when the field is left or Enter is pressed, with a changed and valid value. */
  onChange: (quota: number | null) => void
}

/** The most assignments a person takes from the queue; empty is no limit. */
export function QuotaField({ label, value, onChange }: QuotaFieldProps) {
  const initial = value === null ? '' : String(value)
  const [text, setText] = useState(initial)
  const commit = () => {
    const typed = text.trim()
    if (typed === initial) return
    const quota = typed === '' ? null : Number(typed)
    if (quota !== null && !(Number.isInteger(quota) && quota >= 0 && quota <= 1_000_000)) return setText(initial)
    onChange(quota)
  }
  return (
    <Input
      aria-label={label}
      inputMode="numeric"
      placeholder="No limit"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setText(initial)
      }}
      className="w-28 tabular-nums"
    />
  )
}
