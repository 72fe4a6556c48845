'use client'

import { useEffect, useState } from 'react'
import { Check, Copy } from '@/components/ui/icons'
import { Button } from './button'
import type { ButtonSize, ButtonVariant } from './button-class'
import { toast } from './toast'

const SHOWN_MS = 2_000

type CopyButtonProps = {
  value: string
  /** What is copied, e.g. "checksum": the button is called "Copy checksum". */
  what: string
  /** Shows the words beside the icon. */
  showLabel?: boolean
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/** Copies a text and says so. */
export function CopyButton({ value, what, showLabel = false, variant = 'ghost', size, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
    } catch {
      toast.error('The browser did not allow copying', { description: 'Select the text and copy it by hand.' })
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button
        variant={variant}
        size={size ?? (showLabel ? 'sm' : 'icon')}
        onClick={copy}
        aria-label={showLabel ? undefined : `Copy ${what}`}
        icon={<Icon aria-hidden className="size-4" />}
        className={className}
      >
        {showLabel ? `Copy ${what}` : null}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  )
}
