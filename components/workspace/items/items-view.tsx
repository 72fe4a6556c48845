'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu'
import { EmptyState } from '@/components/ui/empty-state'
import { Download, ListX } from '@/components/ui/icons'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Select } from '@/components/ui/select'
import { useKeymap } from '@/components/ui/use-keymap'
import { useProtocol } from '@/lib/protocols/use-protocol'
import { columnsOf } from '@/lib/workspace/items/columns/rules'
import {
  ITEMS_PAGE_SIZE,
  type ItemFacets,
  type ItemOrder,
  type Items,
  type ItemsQuery,
} from '@/lib/workspace/items/contract'
import { itemFacetsQuery, itemsQuery } from '@/lib/workspace/items/hooks'
import { isSameList, itemsHref, viewHref } from '@/lib/workspace/items/rules'
import type { ItemView } from '@/lib/workspace/items/views/contract'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { ColumnsDialog } from './columns-dialog'
import { type HrefOf, ItemsFilters } from './items-filters'
import { ItemsTable } from './items-table'
import { ITEMS_BINDINGS, OPEN_ITEM } from './keys'
import { LatestActsDialog } from './latest-acts-dialog'
import { OpenPrepared } from './open-prepared-dialog'
import { SelectionBar } from './selection-bar'
import { useActOnMany } from './use-act-on-many'
import { selectedOf, useSelection } from './use-selection'
import { ViewsMenu } from './views-menu'

interface ItemsViewProps {
  project: ProjectView
  query: ItemsQuery
  /** The saved view of the address, whose list may have been changed. */
  view: ItemView | null
  initialData: Items
  initialFacets: ItemFacets
}

/** All items of a project: search, filters, order, columns, fifty a page. The address holds them, so every list can be sent on. */
export function ItemsView({ project, query, view, initialData, initialFacets }: ItemsViewProps) {
  const { data } = useQuery({ ...itemsQuery(project.id, query), initialData })
  const { data: facets } = useQuery({ ...itemFacetsQuery(project.id), initialData: initialFacets })
  const { discardReasons } = useProtocol(project.protocolId)
  const list = useRef<HTMLDivElement>(null)
  const [showsActs, setShowsActs] = useState(false)
  const { sort: _, columns: __, page: ___, ...filter } = query
  const selection = useSelection(itemsHref(project.id, filter), data.items)
  const act = useActOnMany({ projectId: project.id, query, total: data.total, selection })
  const mayAct = project.abilities.change && !project.archivedAt
  const hrefOf: HrefOf = (change) => listHref(project.id, { ...query, ...change }, view)
  const links = () => [...(list.current?.querySelectorAll<HTMLElement>('a[data-item]') ?? [])]
  const focused = () => links().findIndex((link) => link.matches(':focus'))
  const move = (step: 1 | -1) => {
    const [all, at] = [links(), focused()]
    const target = at === -1 && step === -1 ? all.length - 1 : Math.min(all.length - 1, Math.max(0, at + step))
    all[target]?.focus()
  }
  const select = (range: boolean) => {
    const id = links()[focused()]?.dataset.item
    if (id === undefined) return
    if (range) selection.extend(id, id)
    else selection.toggle(id)
  }
  useKeymap(ITEMS_BINDINGS, {
    next: () => move(1),
    previous: () => move(-1),
    search: () => document.querySelector<HTMLInputElement>('input[name=q]')?.focus(),
    select: mayAct ? () => select(false) : undefined,
    selectTo: mayAct ? () => select(true) : undefined,
    undo: mayAct ? act.undo : undefined,
  })
  const canOpen = project.abilities.review && !project.archivedAt
  const columns = columnsOf(query)
  return (
    <div ref={list}>
      <PageHeader
        title="Items"
        actions={
          <>
            {canOpen && facets.preparing > 0 ? <OpenPrepared projectId={project.id} count={facets.preparing} /> : null}
            {project.abilities.change ? <Button onClick={() => setShowsActs(true)}>Latest acts</Button> : null}
            <ShortcutSheet bindings={[...ITEMS_BINDINGS, OPEN_ITEM]} />
          </>
        }
      />
      <ItemsFilters project={project} query={query} facets={facets} hrefOf={hrefOf} />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <ViewsMenu
          projectId={project.id}
          query={query}
          view={view}
          changed={view !== null && !isSameList(view.query, query)}
          mayShare={project.abilities.change}
        />
        <OrderSelect query={query} hrefOf={hrefOf} />
        <ColumnsDialog columns={columns} staff={project.abilities.review} hrefOf={hrefOf} />
        <DownloadMenu projectId={project.id} query={query} />
      </div>
      {mayAct && data.items.length > 0 ? (
        <Checkbox
          className="mb-2 px-3 sm:hidden"
          label="Select all of this page"
          checked={selectedOf(data.items, selection)}
          onCheckedChange={selection.togglePage}
        />
      ) : null}
      {data.items.length > 0 ? (
        <ItemsTable
          projectId={project.id}
          items={data.items}
          columns={columns}
          query={query}
          hrefOf={hrefOf}
          selection={mayAct ? selection : null}
        />
      ) : (
        <NoItems project={project} query={query} />
      )}
      {mayAct ? (
        <SelectionBar
          projectId={project.id}
          filter={filter}
          selection={selection}
          total={data.total}
          act={act}
          reasons={discardReasons}
          facets={facets}
        />
      ) : null}
      <LatestActsDialog projectId={project.id} open={showsActs} onOpenChange={setShowsActs} />
      <Pages query={query} data={data} hrefOf={hrefOf} />
    </div>
  )
}

/** What a view keeps is said by its name alone; what was changed is written out beside it. */
function listHref(projectId: string, query: ItemsQuery, view: ItemView | null): string {
  if (view === null) return itemsHref(projectId, query)
  return isSameList(view.query, query) ? viewHref(projectId, view.id, query.page) : itemsHref(projectId, query, view.id)
}

const ORDERS: readonly [ItemOrder, string, string][] = [
  ['position', 'As imported', 'Last imported first'],
  ['title', 'By title', 'By title, backwards'],
  ['externalId', 'By identifier', 'By identifier, backwards'],
  ['domain', 'By domain', 'By domain, backwards'],
  ['source', 'By source', 'By source, backwards'],
  ['priority', 'Lowest priority first', 'Highest priority first'],
  ['changed', 'Longest unchanged first', 'Last changed first'],
  ['state', 'By state', 'By state, backwards'],
]

/** The order of the list; where the table has headings, they sort too. */
function OrderSelect({ query, hrefOf }: { query: ItemsQuery; hrefOf: HrefOf }) {
  const router = useRouter()
  return (
    <Select
      label="Order"
      className="w-auto max-w-56"
      options={ORDERS.flatMap(([order, forwards, backwards]) => [
        { value: order as ItemsQuery['sort'], label: forwards },
        { value: `-${order}` as ItemsQuery['sort'], label: backwards },
      ])}
      value={query.sort}
      onValueChange={(sort) => router.push(hrefOf({ sort, page: 1 }))}
    />
  )
}

/** All pages of the list as a file. */
function DownloadMenu({ projectId, query }: { projectId: string; query: ItemsQuery }) {
  const download = (format: 'csv' | 'jsonl') => {
    const search = new URLSearchParams({ format })
    for (const [name, value] of Object.entries(query))
      if (value !== undefined && value !== '' && name !== 'page') search.set(name, String(value))
    window.location.assign(`/api/projects/${projectId}/items/download?${search}`)
  }
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" icon={<Download aria-hidden className="size-4" />}>
          Download list
        </Button>
      }
    >
      <MenuItem onSelect={() => download('csv')}>CSV, for spreadsheets</MenuItem>
      <MenuItem onSelect={() => download('jsonl')}>JSON lines, for programs</MenuItem>
    </DropdownMenu>
  )
}

function NoItems({ project, query }: { project: ProjectView; query: ItemsQuery }) {
  const { sort: _, columns: __, page: ___, ...filter } = query
  const filtered = !isSameList(filter, {})
  if (filtered)
    return (
      <EmptyState
        title="No items match"
        icon={<ListX />}
        actions={<ButtonLink href={itemsHref(project.id)}>Show all items</ButtonLink>}
      >
        Filters on disagreements find an item only once all its annotators have submitted.
      </EmptyState>
    )
  const canImport = project.abilities.change
  return (
    <EmptyState
      title="No items yet"
      actions={canImport ? <ButtonLink href={`/projects/${project.id}/import`}>Import items</ButtonLink> : undefined}
    >
      {canImport ? 'Import a file of prompts and responses to begin.' : 'A manager will import them.'}
    </EmptyState>
  )
}

function Pages({ query, data, hrefOf }: { query: ItemsQuery; data: Items; hrefOf: HrefOf }) {
  const first = (query.page - 1) * ITEMS_PAGE_SIZE + 1
  const last = first + data.items.length - 1
  const to = (page: number) => hrefOf({ page })
  const total = data.total.toLocaleString('en')
  return (
    <Pagination
      className="mt-4"
      label="Pages of items"
      previous={query.page > 1 ? to(query.page - 1) : null}
      next={last < data.total ? to(query.page + 1) : null}
      summary={data.items.length > 0 ? `${first} to ${last} of ${total}` : `0 of ${total}`}
    />
  )
}
