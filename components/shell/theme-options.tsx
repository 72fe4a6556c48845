import type { ReactNode } from 'react'
import { Monitor, Moon, Sun } from '@/components/ui/icons'
import type { Theme } from '@/lib/platform/client/theme'

/** The choices of the theme switch, in words and pictures. */
export const THEME_OPTIONS: readonly { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun aria-hidden className="size-4" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden className="size-4" /> },
  { value: 'system', label: 'System', icon: <Monitor aria-hidden className="size-4" /> },
]
