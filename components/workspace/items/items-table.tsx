'use client'

import { useRouter } from 'next/navigation'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { Link } from '@/components/ui/link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import { agreementText, columnTitle, isField, type ShownColumn } from '@/lib/workspace/items/columns/rules'
import type { ItemColumn, ItemOrder, ItemRow, ItemsQuery } from '@/lib/workspace/items/contract'
import type { HrefOf } from './items-filters'
import { TaskStateBadge } from './task-state-badge'
import { type ItemSelection, selectedOf } from './use-selection'

/** By which order a column is sorted, of those that can be. */
const ORDERS: Readonly<Partial<Record<ItemColumn, ItemOrder>>> = {
  state: 'state',
  domain: 'domain',
  source: 'source',
  priority: 'priority',
  changed: 'changed',
  imported: 'position',
}

interface ItemsTableProps {
  projectId: string
  items: readonly ItemRow[]
  columns: readonly ShownColumn[]
  query: ItemsQuery
  hrefOf: HrefOf
  /** Where the reader may do something with many items. */
  selection: ItemSelection | null
}

/** One row an item; what annotators answered is never in it. */
export function ItemsTable({ projectId, items, columns, query, hrefOf, selection }: ItemsTableProps) {
  const sortable = useSorting(query, hrefOf)
  return (
    <Table caption="Items" stacked>
      <thead>
        <tr>
          {selection ? (
            <Th className="w-8 pe-0">
              <Checkbox
                label="Select all of this page"
                hideLabel
                // Headings of a narrow table are not seen; its list has a box above.
                className="max-sm:hidden"
                checked={selectedOf(items, selection)}
                onCheckedChange={selection.togglePage}
              />
            </Th>
          ) : null}
          <Th numeric {...sortable('position')}>
            No.
          </Th>
          <Th {...sortable('title')}>Item</Th>
          {columns.map((column) => (
            <Th key={column} {...sortable(ORDERS[column as ItemColumn])}>
              <span dir="auto">{columnTitle(column)}</span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Tr
            key={item.id}
            className={selection?.isSelected(item.id) ? 'bg-accent-surface hover:bg-accent-surface' : undefined}
          >
            {selection ? (
              <Td className="pe-0">
                <SelectBox item={item} selection={selection} />
              </Td>
            ) : null}
            <Td numeric label="No." className="text-muted">
              {item.position}
            </Td>
            <Td className="min-w-64 max-w-lg">
              <Link
                data-item={item.id}
                href={`/projects/${projectId}/items/${item.id}`}
                className="wrap-anywhere"
                dir="auto"
              >
                {item.title || 'Untitled'}
              </Link>
              {item.externalId ? <p className="wrap-anywhere text-muted text-xs">{item.externalId}</p> : null}
            </Td>
            {columns.map((column) => (
              <Cell key={column} item={item} column={column} />
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function useSorting({ sort }: ItemsQuery, hrefOf: HrefOf) {
  const router = useRouter()
  return (order: ItemOrder | undefined) => {
    if (order === undefined) return {}
    const state =
      sort === order ? ('ascending' as const) : sort === `-${order}` ? ('descending' as const) : ('none' as const)
    const next = state === 'ascending' ? (`-${order}` as const) : order
    return { sort: state, onSort: () => router.push(hrefOf({ sort: next, page: 1 })) }
  }
}

/** With Shift, a range; arrows go from box to box, and with Shift select on the way. */
function SelectBox({ item, selection }: { item: ItemRow; selection: ItemSelection }) {
  const onClick = (event: MouseEvent) => {
    event.preventDefault()
    if (event.shiftKey) selection.extend(item.id, item.id)
    else selection.toggle(item.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-select-item]')]
    const next = boxes[boxes.indexOf(event.currentTarget) + step]
    if (!next) return
    next.focus()
    const id = next.dataset.selectItem
    if (event.shiftKey && id) selection.extend(item.id, id)
  }
  return (
    <Checkbox
      data-select-item={item.id}
      label={`Select item ${item.position}`}
      hideLabel
      checked={selection.isSelected(item.id)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    />
  )
}

function Cell({ item, column }: { item: ItemRow; column: ShownColumn }) {
  const content = contentOf(item, column)
  return (
    <Td label={content === null ? undefined : columnTitle(column)} className="wrap-break-word min-w-24 max-w-64">
      {content}
    </Td>
  )
}

function contentOf(item: ItemRow, column: ShownColumn) {
  if (isField(column)) return <FieldText field={item.fields?.[column]} />
  return CONTENTS[column](item)
}

const CONTENTS: Readonly<Record<ItemColumn, (item: ItemRow) => React.ReactNode>> = {
  state: (item) => <States item={item} />,
  domain: ({ domain }) => (domain ? <DomainText domain={domain} /> : null),
  source: ({ source }) => source,
  tags: ({ tags }) => (tags.length > 0 ? tags.join(', ') : null),
  priority: ({ priority }) => (priority === 0 ? null : priority),
  imported: ({ createdAt }) => <Time value={createdAt} />,
  changed: ({ changedAt }) => (changedAt ? <Time value={changedAt} /> : null),
  assignees: ({ assignees = [] }) => (assignees.length > 0 ? assignees.join(', ') : null),
  agreement: ({ agreement }) => (agreement ? agreementText(agreement) : null),
  model: ({ models = [] }) => (models.length > 0 ? models.join(', ') : null),
}

function DomainText({ domain }: { domain: string }) {
  return useDomainWord()(domain)
}

function States({ item }: { item: ItemRow }) {
  return (
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
  )
}

/** The beginning of it; the item's page has the whole. */
const MOST_SHOWN = 200

function FieldText({ field }: { field: { text: string | null; withheld: boolean } | undefined }) {
  if (!field) return null
  if (field.withheld) return <span className="text-muted text-xs">Withheld until it can be read</span>
  const { text } = field
  if (text === null) return null
  return <span dir="auto">{text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text}</span>
}
