'use client'

import { useRouter } from 'next/navigation'
import { useSyncExternalStore } from 'react'
import { applyTheme, shownTheme, type Theme } from '@/lib/platform/client/theme'

function watchRoot(notify: () => void) {
  const observer = new MutationObserver(notify)
  observer.observe(document.documentElement, { attributeFilter: ['class'] })
  return () => observer.disconnect()
}

/** The theme on the page, and how to change it. The class on <html> is the only state. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const router = useRouter()
  const theme = useSyncExternalStore<Theme>(
    watchRoot,
    () => shownTheme(document.documentElement),
    () => 'system',
  )
  const choose = (next: Theme) => {
    applyTheme(next)
    // The server's layout must know, or its next answer would bring the old class back.
    router.refresh()
  }
  return [theme, choose]
}
