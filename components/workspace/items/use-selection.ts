'use client'

import { useState } from 'react'
import { rangeOf } from '@/lib/workspace/items/rules'

interface Selected {
  /** The filter that it was made under; under another there is no selection. */
  of: string
  /** By id, with their positions. */
  ids: ReadonlyMap<string, number>
  /** All that the filter finds, on whatever page. */
  all: boolean
  /** Where a range begins. */
  anchor: string | null
}

export interface ItemSelection {
  /** Those that were picked one by one, by id, with their positions. */
  ids: ReadonlyMap<string, number>
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
export function useSelection(filter: string, items: readonly { id: string; position: number }[]): ItemSelection {
  const none: Selected = { of: filter, ids: new Map(), all: false, anchor: null }
  const [kept, setKept] = useState<Selected>(none)
  const selected = kept.of === filter ? kept : none
  const page = new Map(items.map(({ id, position }) => [id, position]))
  const isSelected = (id: string) => selected.all || selected.ids.has(id)
  // Of everything, one that is taken out leaves the rest of the page.
  const before = selected.all ? page : selected.ids
  const set = (ids: Iterable<readonly [string, number]>, anchor: string | null) =>
    setKept({ of: filter, ids: new Map(ids), all: false, anchor })
  const add = (ids: readonly string[], anchor: string | null) =>
    set([...before, ...[...page].filter(([id]) => ids.includes(id))], anchor)
  const remove = (ids: readonly string[], anchor: string | null) =>
    set(
      [...before].filter(([id]) => !ids.includes(id)),
      anchor,
    )
  const extend = (from: string, to: string) => {
    const anchor = selected.anchor ?? from
    add(rangeOf([...page.keys()], anchor, to), anchor)
  }
  const toggle = (id: string) => (before.has(id) ? remove([id], id) : add([id], id))
  const togglePage = () => {
    const ids = [...page.keys()]
    if (ids.every(isSelected)) remove(ids, null)
    else add(ids, null)
  }
  return {
    ids: selected.ids,
    all: selected.all,
    isSelected,
    toggle,
    extend,
    togglePage,
    selectAll: () => setKept({ of: filter, ids: new Map(), all: true, anchor: null }),
    clear: () => setKept(none),
  }
}

/** Are all of a page selected, some, or none? */
export function selectedOf(items: readonly { id: string }[], selection: ItemSelection): boolean | 'indeterminate' {
  const selected = items.filter(({ id }) => selection.isSelected(id)).length
  return selected === items.length ? true : selected > 0 ? 'indeterminate' : false
}
