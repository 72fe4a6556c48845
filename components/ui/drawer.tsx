'use client'

import { Dialog as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { X } from '@/components/ui/icons'
import { Button } from './button'
import { cn } from './cn'
import { focusText } from './focus-text'
import { PANEL, SCRIM } from './overlay-class'
import { ScrollArea } from './scroll-area'
import { useFocusBack } from './use-focus-back'

const SIDES = {
  right: 'end-0 border-y-0 border-e-0 animate-slide-right rtl:animate-slide-left',
  left: 'start-0 border-y-0 border-s-0 animate-slide-left rtl:animate-slide-right',
}

type DrawerProps = {
  title: ReactNode
  children: ReactNode
  description?: ReactNode
  trigger?: ReactElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
  side?: keyof typeof SIDES
  /** `false`: the page beside it stays usable, by mouse and by shortcut. */
  modal?: boolean
  footer?: ReactNode
  className?: string
}

/** A sheet at the side of the page, for reading along or a longer form, with the focus in its text. */
export function Drawer(props: DrawerProps) {
  const { title, children, description, trigger, open, onOpenChange, side = 'right', modal = true, footer } = props
  const focus = useFocusBack(open === true)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={modal}>
      {trigger ? <Radix.Trigger asChild>{trigger}</Radix.Trigger> : null}
      <Radix.Portal>
        {modal ? <Radix.Overlay className={SCRIM} /> : null}
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          data-keys={modal ? undefined : 'through'}
          onOpenAutoFocus={(event) => {
            focus.note(event)
            focusText(event)
          }}
          onInteractOutside={modal ? undefined : (event) => event.preventDefault()}
          onCloseAutoFocus={trigger ? undefined : focus.giveBack}
          className={cn(
            PANEL,
            'fixed inset-y-0 z-50 flex w-[min(28rem,calc(100vw-2rem))] flex-col',
            SIDES[side],
            props.className,
          )}
        >
          <div className="flex items-start gap-4 border-line border-b px-5 py-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="font-semibold text-base">{title}</Radix.Title>
              {description ? <Radix.Description className="text-muted text-sm">{description}</Radix.Description> : null}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-me-2 -mt-1">
                <X aria-hidden className="size-4" />
              </Button>
            </Radix.Close>
          </div>
          <ScrollArea label="Contents" className="min-h-0 flex-1 px-5 py-4">
            {children}
          </ScrollArea>
          {footer ? (
            <div className="flex flex-wrap justify-end gap-2 border-line border-t px-5 py-3">{footer}</div>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
