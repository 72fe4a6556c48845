'use client'

import { SegmentedControl } from '@/components/ui/segmented-control'
import { THEME_OPTIONS } from './theme-options'
import { useTheme } from './use-theme'

/** Light, dark, or as the device says; takes effect at once. */
export function ThemeSwitch({ className }: { className?: string }) {
  const [theme, setTheme] = useTheme()
  return (
    <SegmentedControl
      label="Theme"
      options={THEME_OPTIONS}
      value={theme}
      onValueChange={setTheme}
      className={className}
    />
  )
}
