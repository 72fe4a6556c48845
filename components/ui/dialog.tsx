'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { X } from '@/components/ui/icons'
import { Button } from './button'
import { cn } from './cn'
import { focusText } from './focus-text'
import { PANEL, SCRIM } from './overlay-class'
import { useFocusBack } from './use-focus-back'

const WIDTHS = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl' }

type DialogProps = {
  title: ReactNode
  children?: ReactNode
  description?: ReactNode
  /** The button that opens it; leave away when `open` is controlled. */
  trigger?: ReactElement
  /** What has the focus afterwards, where that is neither the `trigger` nor what had it before. */
  opener?: RefObject<HTMLElement | null>
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** Buttons at the bottom, the main action last. */
  footer?: ReactNode
  size?: keyof typeof WIDTHS
  className?: string
}

/** A question or form over the page, with the focus in its text; Escape and a click beside it close it, and the focus goes back. */
export function Dialog(props: DialogProps) {
  const { title, children, description, trigger, opener, open, onOpenChange, footer, size = 'md', className } = props
  const focus = useFocusBack(open === true, opener)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        <Radix.Overlay className={SCRIM} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            focus.note(event)
            focusText(event)
          }}
          onCloseAutoFocus={trigger ? undefined : focus.giveBack}
          className={cn(
            PANEL,
            'fixed start-1/2 top-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 animate-overlay flex-col rounded-xl rtl:translate-x-1/2',
            WIDTHS[size],
            className,
          )}
        >
          <div className="flex items-start gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description ? (
                <Radix.Description className="mt-1 text-muted text-sm">{description}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-me-2 -mt-1">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-5 pb-5">{children}</div>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Wraps a button in a dialog or drawer so that it closes it. */
export function DialogClose({ children }: { children: ReactElement }) {
  return <Radix.Close asChild>{children}</Radix.Close>
}
