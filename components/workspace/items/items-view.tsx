'use client'

import { useQuery } from '@tanstack/react-query'
import { ListX } from 'lucide-react'
import { useRef } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { useKeymap } from '@/components/ui/use-keymap'
import { ITEMS_PAGE_SIZE, type ItemFacets, type Items, type ItemsQuery } from '@/lib/workspace/items/contract'
import { itemFacetsQuery, itemsQuery } from '@/lib/workspace/items/hooks'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { ItemsFilters } from './items-filters'
import { ItemsTable } from './items-table'
import { ITEMS_BINDINGS, OPEN_ITEM } from './keys'
import { OpenPrepared } from './open-prepared'

type ItemsViewProps = { project: ProjectView; query: ItemsQuery; initialData: Items; initialFacets: ItemFacets }

/** All items of a project: search, filters, fifty a page. The address holds the filter, so every view can be sent on. */
export function ItemsView({ project, query, initialData, initialFacets }: ItemsViewProps) {
  const { data } = useQuery({ ...itemsQuery(project.id, query), initialData })
  const { data: facets } = useQuery({ ...itemFacetsQuery(project.id), initialData: initialFacets })
  const list = useRef<HTMLDivElement>(null)
  const move = (step: 1 | -1) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-item]') ?? [])]
    const at = links.findIndex((link) => link.matches(':focus'))
    const target = at === -1 && step === -1 ? links.length - 1 : Math.min(links.length - 1, Math.max(0, at + step))
    links[target]?.focus()
  }
  useKeymap(ITEMS_BINDINGS, {
    next: () => move(1),
    previous: () => move(-1),
    search: () => document.querySelector<HTMLInputElement>('input[name=q]')?.focus(),
  })
  const canOpen = project.abilities.review && !project.archivedAt
  return (
    <div ref={list}>
      <PageHeader
        title="Items"
        actions={
          <>
            {canOpen && facets.preparing > 0 ? <OpenPrepared projectId={project.id} count={facets.preparing} /> : null}
            <ShortcutSheet bindings={[...ITEMS_BINDINGS, OPEN_ITEM]} />
          </>
        }
      />
      <ItemsFilters project={project} query={query} facets={facets} />
      {data.items.length > 0 ? (
        <ItemsTable projectId={project.id} items={data.items} />
      ) : (
        <NoItems project={project} query={query} />
      )}
      <Pages projectId={project.id} query={query} data={data} />
    </div>
  )
}

function NoItems({ project, query }: { project: ProjectView; query: ItemsQuery }) {
  const filtered = itemsHref(project.id, { ...query, page: 1 }) !== itemsHref(project.id)
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

function Pages({ projectId, query, data }: { projectId: string; query: ItemsQuery; data: Items }) {
  const first = (query.page - 1) * ITEMS_PAGE_SIZE + 1
  const last = first + data.items.length - 1
  const to = (page: number) => itemsHref(projectId, { ...query, page })
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
