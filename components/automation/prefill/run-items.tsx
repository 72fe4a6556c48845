'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { cn } from '@/components/ui/cn'
import { DefinitionList } from '@/components/ui/definition-list'
import { Drawer } from '@/components/ui/drawer'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { SkeletonText } from '@/components/ui/skeleton'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { type RunItemState, type RunItemView, type RunView, runItemStates } from '@/lib/automation/prefill/contract'
import { runItemsQuery } from '@/lib/automation/prefill/hooks'
import {
  durationText,
  FAILURE_TEXT,
  ITEM_STATE_TEXT,
  isUnderWay,
  madeText,
  moneyText,
} from '@/lib/automation/prefill/rules'
import { counted } from '@/lib/text/counted'
import { NoteList } from './note-value'
import { ItemStateBadge } from './state-badges'

interface RunItemDrawerProps {
  projectId: string
  item: RunItemView
  /** Titles of the run's steps, by key. */
  titles: ReadonlyMap<string, string>
  /** What the run makes, in a word. */
  made: string
}

/** All that a run knows of one item: what it cost, why it failed, what its steps noted. */
function RunItemDrawer({ projectId, item, titles, made }: RunItemDrawerProps) {
  const isEmpty = Object.keys(item.notes).length === 0
  return (
    <Drawer
      title={<bdi className="wrap-anywhere line-clamp-3">{item.title || 'Untitled'}</bdi>}
      className="w-[min(40rem,calc(100vw-2rem))]"
      trigger={
        <Button size="sm">
          Details
          <span className="sr-only"> of {item.title || `item ${item.position}`}</span>
        </Button>
      }
      footer={
        item.itemId ? (
          <ButtonLink href={`/projects/${projectId}/items/${item.itemId}`}>Open the item</ButtonLink>
        ) : undefined
      }
    >
      <div className="space-y-5">
        <DefinitionList
          items={[
            { term: 'State', description: <ItemStateBadge state={item.state} /> },
            { term: made, description: item.suggestions.toLocaleString('en') },
            { term: 'Cost', description: `${moneyText(item.spentMicro)}, ${callsOf(item)}` },
            { term: 'Time', description: item.millis === 0 ? 'Not begun' : durationText(item.millis) },
            { term: 'Attempts', description: item.attempts.toLocaleString('en') },
          ]}
        />
        <Why item={item} titles={titles} />
        {isEmpty ? (
          <p className="text-muted text-sm">Its steps left no notes.</p>
        ) : (
          <div className="space-y-5">
            <NoteList notes={item.notes} titles={titles} />
          </div>
        )}
      </div>
    </Drawer>
  )
}

const callsOf = ({ calls, cachedCalls }: RunItemView) =>
  cachedCalls === 0
    ? counted(calls, 'call')
    : `${counted(calls, 'call')} and ${cachedCalls} answered from what was kept`

function Why({ item, titles }: Pick<RunItemDrawerProps, 'item' | 'titles'>) {
  if (!item.error && !item.errorCode) return null
  const step = item.step ? `${titles.get(item.step) ?? item.step}: ` : ''
  const title = item.errorCode ? FAILURE_TEXT[item.errorCode] : 'What was said'
  return (
    <Callout tone={item.state === 'failed' ? 'danger' : 'warning'} live={false} title={`${step}${title}`}>
      <span dir="auto" className="wrap-anywhere">
        {item.error}
      </span>
    </Callout>
  )
}

const ALL = 'all'
/** How often the list is looked at anew while the run goes on. */
const REFRESH_MS = 4_000

/** The items of a run and what became of each; filtered by state, a page at a time. */
export function RunItems({ projectId, run }: { projectId: string; run: RunView }) {
  const [state, setState] = useState<RunItemState | typeof ALL>(ALL)
  const isRunning = isUnderWay(run)
  const query = useInfiniteQuery({
    ...runItemsQuery(projectId, run.id, state === ALL ? undefined : state),
    refetchInterval: isRunning ? REFRESH_MS : false,
  })
  const { refetch } = query
  // What happened since the last look, once the run has come to a stop.
  useEffect(() => {
    if (!isRunning) void refetch({ cancelRefetch: false })
  }, [isRunning, refetch])
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  const titles = new Map((run.plan?.steps ?? []).map(({ key, title }) => [key, title]))
  const options = runItemStates.map((each) => ({
    value: each,
    label: `${ITEM_STATE_TEXT[each]} (${run.items[each].toLocaleString('en')})`,
  }))
  return (
    <Panel
      title="Items"
      actions={
        <Select
          label="Show"
          className="w-auto"
          options={[{ value: ALL, label: 'All states' }, ...options]}
          value={state}
          onValueChange={setState}
        />
      }
    >
      <div className="space-y-3">
        {query.error ? (
          <Callout tone="danger" title="The items could not be loaded" actions={<Again query={query} />}>
            {query.error.message}
          </Callout>
        ) : null}
        {query.isPending ? <SkeletonText lines={4} label="Loading items" /> : null}
        {query.data && items.length === 0 ? (
          <EmptyState title="No items here">
            {state === ALL ? 'The run found no task to work on.' : 'No item of the run is in this state.'}
          </EmptyState>
        ) : null}
        {items.length > 0 ? (
          <ItemsTable projectId={projectId} items={items} titles={titles} made={madeText(run)} />
        ) : null}
        {query.hasNextPage ? (
          <Button size="sm" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

function Again({ query }: { query: { refetch: () => unknown } }) {
  return (
    <Button size="sm" onClick={() => void query.refetch()}>
      Try again
    </Button>
  )
}

interface ItemsTableProps {
  projectId: string
  items: readonly RunItemView[]
  titles: ReadonlyMap<string, string>
  /** What the run makes, in a word. */
  made: string
}

function ItemsTable({ projectId, items, titles, made }: ItemsTableProps) {
  return (
    <Table caption="Items of the run">
      <thead>
        <tr>
          <Th numeric>In run</Th>
          <Th>Item</Th>
          <Th>State</Th>
          <Th numeric>{made}</Th>
          <Th numeric>Cost</Th>
          <Th numeric>Time</Th>
          <Th>Details</Th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ItemRow key={item.id} projectId={projectId} item={item} titles={titles} made={made} />
        ))}
      </tbody>
    </Table>
  )
}

interface ItemRowProps extends Omit<ItemsTableProps, 'items'> {
  item: RunItemView
}

function ItemRow({ projectId, item, titles, made }: ItemRowProps) {
  const title = item.title || 'Untitled'
  return (
    <Tr>
      <Td numeric className="text-muted">
        {item.position}
      </Td>
      <Td className="min-w-56 max-w-md">
        {item.itemId ? (
          <Link
            href={`/projects/${projectId}/items/${item.itemId}`}
            prefetch={false}
            className="wrap-anywhere line-clamp-3"
            dir="auto"
          >
            {title}
          </Link>
        ) : (
          <span dir="auto" className="wrap-anywhere line-clamp-3">
            {title}
          </span>
        )}
        <WhatWasSaid item={item} titles={titles} />
      </Td>
      <Td>
        <ItemStateBadge state={item.state} />
      </Td>
      <Td numeric>{item.suggestions.toLocaleString('en')}</Td>
      <Td numeric className="whitespace-nowrap">
        {moneyText(item.spentMicro)}
      </Td>
      <Td numeric className="whitespace-nowrap">
        {item.millis === 0 ? '–' : durationText(item.millis)}
      </Td>
      <Td>
        <RunItemDrawer projectId={projectId} item={item} titles={titles} made={made} />
      </Td>
    </Tr>
  )
}

/** Why an item failed or was skipped, in a line; the rest stands in its details. */
function WhatWasSaid({ item, titles }: { item: RunItemView; titles: ItemsTableProps['titles'] }) {
  const words = item.errorCode ? FAILURE_TEXT[item.errorCode] : item.error
  if (!words) return null
  return (
    <p
      className={cn(
        'wrap-anywhere mt-0.5 line-clamp-3 text-xs',
        item.state === 'failed' ? 'text-negative-text' : 'text-muted',
      )}
    >
      {item.step ? `${titles.get(item.step) ?? item.step}: ` : null}
      {words}
    </p>
  )
}
