'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem, MenuLabel, MenuLink } from '@/components/ui/dropdown-menu'
import { Ellipsis, X } from '@/components/ui/icons'
import type { DiscardReason } from '@/lib/protocols/protocol'
import type { ItemFacets, ItemsFilter } from '@/lib/workspace/items/contract'
import { chosenSearch } from '@/lib/workspace/items/selection/contract'
import { ChangeManyDialog } from './change-many-dialog'
import { CHOSEN_ANCHOR } from './chosen-note'
import { DiscardManyDialog } from './discard-many-dialog'
import type { ActOnMany } from './use-act-on-many'
import type { ItemSelection } from './use-selection'

interface SelectionBarProps {
  projectId: string
  /** What the list is narrowed down to. */
  filter: ItemsFilter
  selection: ItemSelection
  /** How many items the filter finds. */
  total: number
  act: ActOnMany
  reasons: readonly DiscardReason[]
  facets: ItemFacets
}

const countText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'item' : 'items'}`

/** What can be done with the selected items: there as soon as one is, and said to those who do not see it. */
export function SelectionBar({ projectId, filter, selection, total, act, reasons, facets }: SelectionBarProps) {
  const [asking, setAsking] = useState<'change' | 'discard' | null>(null)
  const count = selection.all ? total : selection.ids.size
  const close = (open: boolean) => setAsking(open ? asking : null)
  const mayAll = !selection.all && count < total
  return (
    <>
      <p role="status" className="sr-only">
        {count > 0 ? `${countText(count)} selected` : ''}
      </p>
      {count > 0 ? (
        <section
          aria-label="Selected items"
          className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-lg"
        >
          <p dir="auto" className="me-2 font-medium text-sm">
            {countText(count)} selected{selection.all ? ', all that match' : ''}
          </p>
          {mayAll ? (
            <Button size="sm" variant="ghost" onClick={selection.selectAll}>
              Select all {total.toLocaleString('en')}
            </Button>
          ) : null}
          <div className="ms-auto flex flex-wrap items-center gap-2">
            <Button size="sm" variant="primary" disabled={act.isPending} onClick={() => setAsking('change')}>
              Change…
            </Button>
            <UseMenu
              projectId={projectId}
              search={chosenSearch(selection.all ? filter : [...selection.ids.values()])}
              only={selection.all || selection.ids.size > 1 ? null : ([...selection.ids.values()][0] ?? null)}
            />
            <DropdownMenu
              trigger={
                <Button size="sm" loading={act.isPending} icon={<Ellipsis aria-hidden className="size-4" />}>
                  More
                </Button>
              }
            >
              <MenuItem onSelect={() => setAsking('discard')}>Discard…</MenuItem>
              <MenuItem onSelect={() => void act.run({ act: 'restore' }).catch(() => null)}>Restore</MenuItem>
            </DropdownMenu>
            <Button size="icon" variant="ghost" aria-label="Select nothing" onClick={selection.clear}>
              <X aria-hidden className="size-4" />
            </Button>
          </div>
        </section>
      ) : null}
      {asking === 'change' ? (
        <ChangeManyDialog what={countText(count)} act={act} facets={facets} onOpenChange={close} />
      ) : null}
      {asking === 'discard' ? (
        <DiscardManyDialog what={countText(count)} act={act} reasons={reasons} onOpenChange={close} />
      ) : null}
    </>
  )
}

interface UseMenuProps {
  projectId: string
  /** Which items, as a part of an address; null: too many for one. */
  search: string | null
  /** The position of the item, where it is a single one. */
  only: number | null
}

/** Where the items can be worked on by people and machines; each page says first what it would leave out. */
function UseMenu({ projectId, search, only }: UseMenuProps) {
  const base = `/projects/${projectId}`
  return (
    <DropdownMenu trigger={<Button size="sm">Use for</Button>}>
      {search === null ? (
        <MenuLabel>Too many were picked one by one. Narrow the list by a filter, and select all of it.</MenuLabel>
      ) : (
        <>
          <MenuLink prefetch={false} href={`${base}/assignments/by-rule?${search}`}>
            Assign…
          </MenuLink>
          <MenuLink prefetch={false} href={`${base}/prefill/new?${search}#${CHOSEN_ANCHOR}`}>
            Pre-fill…
          </MenuLink>
          <MenuLink prefetch={false} href={`${base}/calibration?${search}#${CHOSEN_ANCHOR}`}>
            Add to calibration…
          </MenuLink>
          {only === null ? (
            <MenuLabel>Practice takes items one by one, with reasons.</MenuLabel>
          ) : (
            <MenuLink prefetch={false} href={`${base}/practice?item=${only}#add-to-practice`}>
              Add to practice…
            </MenuLink>
          )}
        </>
      )}
    </DropdownMenu>
  )
}
