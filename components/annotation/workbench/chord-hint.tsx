'use client'
import type { ReactNode } from 'react'
import { Kbd } from '@/components/ui/kbd'
import { useShortcut } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'

/** One quiet line that tells of a key which answers several questions at once; nothing where the reader gave it no key. */
export function ChordHint({ of, children }: { of: KeyBinding | undefined; children: ReactNode }) {
  if (useShortcut(of) === undefined) return null
  return (
    <p className="flex items-center gap-1.5 text-muted text-xs max-sm:hidden">
      <Kbd of={of} />
      <span>{children}</span>
    </p>
  )
}
