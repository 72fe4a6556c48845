'use client'

import { useState } from 'react'
import { rangeOf } from '@/lib/workspace/items/rules'

interface Selected {
  /** The filter that it was made under; under another there is no selection. */
  of: string
  ids: ReadonlySet<string>
  /** All that the filter finds, on whatever page. */
  all: boolean
  /** Where a range begins. */
  anchor: string | null
}

export interface ItemSelection {
  ids: ReadonlySet<string>
  all: boolean
  isSelected: (id: string) => boolean
  toggle: (id: string) => void
  /** Selects everything of the page from the one that was toggled last, else from `from`, to `to`. */
  extend: (from: string, to: string) => void
  /** All of the page, or none of it. */
  togglePage: () => void
  selectAll: () => void
  clear: () => void
}

/** Which items are selected, across the pages of a list. */
export function useSelection(filter: string, page: readonly string[]): ItemSelection {
  const none: Selected = { of: filter, ids: new Set(), all: false, anchor: null }
  const [kept, setKept] = useState<Selected>(none)
  const selected = kept.of === filter ? kept : none
  const set = (ids: Iterable<string>, anchor: string | null) =>
    setKept({ of: filter, ids: new Set(ids), all: false, anchor })
  const isSelected = (id: string) => selected.all || selected.ids.has(id)
  // Of everything, one that is taken out leaves the rest of the page.
  const before = selected.all ? new Set(page) : selected.ids
  const extend = (from: string, to: string) => {
    const anchor = selected.anchor ?? from
    set([...before, ...rangeOf(page, anchor, to)], anchor)
  }
  const toggle = (id: string) => set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id], id)
  const togglePage = () => {
    const isWhole = page.every(isSelected)
    set(isWhole ? [...before].filter((each) => !page.includes(each)) : [...before, ...page], null)
  }
  return {
    ids: selected.ids,
    all: selected.all,
    isSelected,
    toggle,
    extend,
    togglePage,
    selectAll: () => setKept({ of: filter, ids: new Set(), all: true, anchor: null }),
    clear: () => setKept(none),
  }
}
