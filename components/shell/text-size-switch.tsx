'use client'

import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { applyTextSize, parseTextSize, TEXT_SIZE_ATTRIBUTE, type TextSize } from '@/lib/platform/client/text-size'

const OPTIONS = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'largest', label: 'Largest' },
] as const

function watchRoot(notify: () => void) {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: [TEXT_SIZE_ATTRIBUTE] })
  return () => observer.disconnect()
}

/** How large texts are; takes effect at once. The attribute of <html> is the only state. */
export function TextSizeSwitch() {
  const router = useRouter()
  const size = useSyncExternalStore<TextSize>(
    watchRoot,
    () => parseTextSize(document.documentElement.getAttribute(TEXT_SIZE_ATTRIBUTE)),
    () => 'normal',
  )
  const choose = (next: TextSize) => {
    applyTextSize(next)
    // The server's layout must know, or its next answer would bring the old size back.
    router.refresh()
  }
  return <SegmentedControl<TextSize> label="Text size" options={OPTIONS} value={size} onValueChange={choose} />
}
