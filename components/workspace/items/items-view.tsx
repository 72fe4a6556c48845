'use client'

import { useQuery } from '@tanstack/react-query'
import { ListX, Search, X } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/input'
import { ButtonLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Pagination } from '@/components/ui/pagination'
import { Select, type SelectOption } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { useKeymap } from '@/components/ui/use-keymap'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import { CAUSE_TEXT } from '@/components/workspace/tasks/cause-text'
import type { Protocol } from '@/lib/protocols/protocol'
import { useProtocol } from '@/lib/protocols/use-protocol'
import {
  ITEMS_PAGE_SIZE,
  type ItemFacets,
  type ItemRow,
  type Items,
  type ItemsQuery,
} from '@/lib/workspace/items/contract'
import { itemFacetsQuery, itemsQuery, useOpenPrepared } from '@/lib/workspace/items/hooks'
import { itemsHref } from '@/lib/workspace/items/rules'
import type { ProjectView } from '@/lib/workspace/projects/contract'
import { type TaskState, taskStates, taskStateText } from '@/lib/workspace/tasks/contract'
import { ITEMS_BINDINGS, OPEN_ITEM } from './keys'
import { TaskStateBadge } from './task-state-badge'

/** Stands for "no filter", since a select needs a word. Values are prefixed, so that none can collide with it. */
const ANY = 'any'
const KEY = '='

const STALE: SelectOption[] = [{ value: `${KEY}yes`, label: 'Stale: the gold it builds on has changed' }]

type ItemsFiltersProps = { project: ProjectView; query: ItemsQuery; facets: ItemFacets }

/** Search and filters; each change goes to the address at once and starts from page 1. */
function ItemsFilters({ project, query, facets }: ItemsFiltersProps) {
  const router = useRouter()
  const go = (change: Partial<ItemsQuery>) => router.push(itemsHref(project.id, { ...query, ...change, page: 1 }))
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    go({ q: String(new FormData(event.currentTarget).get('q')).trim() })
  }
  const select = (
    name: 'state' | 'stale' | 'domain' | 'source' | 'tag' | 'question',
    label: string,
    options: SelectOption[],
  ) => (
    <Select
      key={name}
      label={label}
      className="w-auto max-w-56"
      options={[{ value: ANY, label }, ...options]}
      value={query[name] ? `${KEY}${query[name]}` : ANY}
      onValueChange={(value) => go({ [name]: value === ANY ? undefined : value.slice(KEY.length) })}
    />
  )
  const protocol = useProtocol(project.protocolId)
  const states = taskStates.map((state) => ({ value: `${KEY}${state}`, label: stateText(project, state) }))
  const domainWord = useDomainWord()
  const counted = (facet: ItemFacets['domains'], word = (value: string) => value) =>
    facet.map(({ value, count }) => ({
      value: `${KEY}${value}`,
      label: `${word(value)} (${count.toLocaleString('en')})`,
    }))
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2">
      <search className="min-w-0 flex-1 basis-72">
        <form onSubmit={search} className="flex gap-2">
          <Input
            key={query.q}
            name="q"
            type="search"
            aria-label="Search prompt, response or identifier"
            placeholder="Search prompt, response, identifier"
            maxLength={200}
            defaultValue={query.q}
          />
          <Button type="submit" size="icon" aria-label="Search">
            <Search aria-hidden className="size-4" />
          </Button>
        </form>
      </search>
      {select('state', 'Any state', states)}
      {project.stages.length > 1 || query.stale ? select('stale', 'Stale or not', STALE) : null}
      {facets.domains.length > 0 ? select('domain', 'Any domain', counted(facets.domains, domainWord)) : null}
      {facets.sources.length > 0 ? select('source', 'Any source', counted(facets.sources)) : null}
      {facets.tags.length > 0 || query.tag ? select('tag', 'Any tag', counted(facets.tags)) : null}
      {select('question', 'Agreed or not', questionOptions(protocol))}
      <FromChart project={project} query={query} />
    </div>
  )
}

/** In the words of the project's stages, which may differ. */
function stateText({ stages }: ProjectView, state: TaskState): string {
  const words = stages.map(({ consolidation }) => taskStateText(state, consolidation === 'votes'))
  return [...new Set(words)].join(' or ')
}

function questionOptions(protocol: Protocol): SelectOption[] {
  const questions = protocol.stages.flatMap((stage) => stage.questions)
  const decided = new Map(
    questions.filter((each) => each.consolidate === 'decide').map((each) => [each.key, each.title]),
  )
  return [...decided].map(([key, title]) => ({ value: `${KEY}${key}`, label: `Disagreed on: ${title}` }))
}

/** Filters that only links from charts set, in words, with a way out. */
function FromChart({ project, query }: { project: ProjectView; query: ItemsQuery }) {
  const { ids, measure, raters, a, b, stage, panel, row, cause } = query
  const words = [
    ids ? `${ids.split(',').length} chosen items` : null,
    panel && row ? `counted under “${panel}”, ${row}` : null,
    cause ? causeWords(cause) : null,
    measure ? `rated under “${measure}”` : null,
    raters ? `by ${raters.replaceAll(/a(\d+)/g, 'annotator $1').replace(',', ' and ')}` : null,
    a === undefined ? null : `one answered “${a}”`,
    b === undefined ? null : `another “${b}”`,
    stage ? `stage ${project.stages.find((each) => each.key === stage)?.title ?? stage}` : null,
  ].filter((word) => word !== null)
  if (words.length === 0) return null
  const cleared = {
    ids: undefined,
    cause: undefined,
    kind: undefined,
    measure: undefined,
    raters: undefined,
    a: undefined,
    b: undefined,
    stage: undefined,
    panel: undefined,
    row: undefined,
    column: undefined,
    rule: undefined,
  }
  return (
    <ButtonLink
      size="sm"
      href={itemsHref(project.id, { ...query, ...cleared, page: 1 })}
      icon={<X aria-hidden className="size-4" />}
      className="max-w-full whitespace-normal"
    >
      <span className="sr-only">Remove this filter: </span>
      Only {words.join(', ')}
    </ButtonLink>
  )
}

function causeWords(cause: NonNullable<ItemsQuery['cause']>): string {
  if (cause === 'any') return 'with a disagreement'
  return cause === 'none' ? 'with a disagreement of no named cause' : `disagreed about: ${CAUSE_TEXT[cause].text}`
}

/** One row an item; what annotators answered is never in it. */
function ItemsTable({ projectId, items }: { projectId: string; items: readonly ItemRow[] }) {
  const word = useDomainWord()
  return (
    <Table caption="Items" stacked>
      <thead>
        <tr>
          <Th numeric>No.</Th>
          <Th>Item</Th>
          <Th>State</Th>
          <Th>Domain</Th>
          <Th>Source</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr key={item.id}>
            <Td numeric label="No." className="text-muted">
              {item.position}
            </Td>
            <Td className="min-w-64 max-w-lg">
              <Link data-item href={`/projects/${projectId}/items/${item.id}`} className="wrap-anywhere" dir="auto">
                {item.title || 'Untitled'}
              </Link>
              {item.externalId ? <p className="wrap-anywhere text-muted text-xs">{item.externalId}</p> : null}
            </Td>
            <Td label="State">
              <div className="flex flex-wrap gap-1">
                {item.tasks.map((task) => (
                  <TaskStateBadge
                    key={task.id}
                    state={task.state}
                    votes={task.votes}
                    stage={item.tasks.length > 1 ? task.stageTitle : null}
                  />
                ))}
                {item.tasks.some((task) => task.stale) ? <Badge tone="stale">Stale</Badge> : null}
              </div>
            </Td>
            <Td label={item.domain ? 'Domain' : undefined}>{item.domain === null ? null : word(item.domain)}</Td>
            <Td label={item.source ? 'Source' : undefined} className="wrap-anywhere max-w-48">
              {item.source}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Opens everything that is prepared, in one go. */
function OpenPrepared({ projectId, count }: { projectId: string; count: number }) {
  const open = useOpenPrepared(projectId)
  const tasks = `${count.toLocaleString('en')} prepared ${count === 1 ? 'task' : 'tasks'}`
  return (
    <AlertDialog
      tone="primary"
      title={`Open ${tasks}?`}
      description="Annotators can take them from then on, and their segments stay as they are now."
      confirmLabel="Open"
      onConfirm={async () => {
        const { opened } = await open.mutateAsync()
        toast.success(`${opened.toLocaleString('en')} ${opened === 1 ? 'task is' : 'tasks are'} open`)
      }}
      trigger={<Button>Open {tasks}</Button>}
    />
  )
}

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
