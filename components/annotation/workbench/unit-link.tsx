'use client'
import type { ComponentProps } from 'react'
import { type Bench, unitId } from './bench-context'

interface UnitLinkProps extends Omit<ComponentProps<'a'>, 'id' | 'href' | 'onClick'> {
  /** The unit's key. */
  unit: string
  isOpen: boolean
  go: Bench['go']
}

/** A unit where it is read: a click or Enter opens it, and its words can be marked. */
export function UnitLink({ unit, isOpen, go, children, ...rest }: UnitLinkProps) {
  return (
    <a
      id={unitId(unit)}
      href={`#${unitId(unit)}`}
      draggable={false}
      aria-current={isOpen ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        // Whoever marks words to copy them is not choosing a unit.
        if (window.getSelection()?.isCollapsed !== false) go({ unit, question: null })
      }}
      {...rest}
    >
      {children}
    </a>
  )
}
