'use client'

import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { cn } from './cn'
import { CONTROL } from './control-class'
import { useFieldControl } from './field-context'

type TextareaProps = ComponentProps<'textarea'> & {
  /** Lines shown when empty; it grows with its text. */
  rows?: number
}

/** Fits the height to the text in browsers that cannot do so in CSS. */
function grow(element: HTMLTextAreaElement | null) {
  if (!element || CSS.supports('field-sizing', 'content')) return
  element.style.height = 'auto'
  element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
}

/** Text of several lines, as tall as what is written, or as `style` says; follows the direction of what is written. */
export function Textarea({ className, rows = 3, style, ref, onInput, ...props }: TextareaProps) {
  const field = useFieldControl(props)
  const textareaRef = useRef<HTMLTextAreaElement>(null)
  const grows = style?.height === undefined
  useLayoutEffect(() => {
    if (grows) grow(textareaRef.current)
  })
  return (
    <textarea
      dir="auto"
      {...props}
      {...field}
      ref={(element) => {
        textareaRef.current = element
        if (typeof ref === 'function') return ref(element)
        if (ref) ref.current = element
      }}
      onInput={(event) => {
        if (grows) grow(event.currentTarget)
        onInput?.(event)
      }}
      rows={rows}
      style={{ minHeight: `calc(${rows}lh + 1rem + 2px)`, ...style }}
      className={cn(CONTROL, 'field-sizing-content resize-y py-2 leading-relaxed read-only:bg-sunken', className)}
    />
  )
}
