'use client'
import type { ReactNode, RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ButtonLink } from '@/components/ui/link'
import type { KeyBinding } from '@/lib/platform/client/keyboard'

/** Something that the bar can do, or where it leads. */
export interface BarAct {
  name: string
  word: string
  icon: ReactNode
  shortcut?: KeyBinding
  disabled?: boolean
  href?: string
  onAct?(): void
}

interface MoreDialogProps {
  acts: readonly BarAct[]
  open: boolean
  onOpenChange(open: boolean): void
  opener: RefObject<HTMLElement | null>
}

/** What has no room in the bar of a narrow screen, with words. */
export function MoreDialog({ acts, open, onOpenChange, opener }: MoreDialogProps) {
  return (
    <Dialog title="More" size="sm" open={open} onOpenChange={onOpenChange} opener={opener}>
      <ul className="grid grid-cols-2 gap-2">
        {acts.map(({ name, icon, shortcut, disabled, href, onAct }) => (
          <li key={name}>
            {href === undefined ? (
              <Button
                size="lg"
                className="w-full justify-start whitespace-normal px-3 text-start text-sm"
                icon={icon}
                shortcut={shortcut}
                disabled={disabled}
                onClick={() => {
                  onOpenChange(false)
                  onAct?.()
                }}
              >
                {name}
              </Button>
            ) : (
              <ButtonLink
                size="lg"
                className="w-full justify-start px-3 text-sm"
                icon={icon}
                href={href}
                prefetch={false}
              >
                {name}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
