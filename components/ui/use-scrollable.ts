'use client'

import { type RefObject, useEffect, useState } from 'react'

/** Does the content of an element overflow it? Then it must be focusable, so that arrow keys can scroll it. */
export function useScrollable(ref: RefObject<HTMLElement | null>): boolean {
  const [scrollable, setScrollable] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setScrollable(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight)
    const sizes = new ResizeObserver(measure)
    const observeContent = () => {
      sizes.disconnect()
      sizes.observe(element)
      for (const child of element.children) sizes.observe(child)
    }
    observeContent()
    // Content that is loaded later takes the place of what stood for it.
    const content = new MutationObserver(observeContent)
    content.observe(element, { childList: true })
    return () => {
      content.disconnect()
      sizes.disconnect()
    }
  }, [ref])
  return scrollable
}
