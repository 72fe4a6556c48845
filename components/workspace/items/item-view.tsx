'use client'

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { CodeBlock } from '@/components/ui/code-block'
import { DefinitionList } from '@/components/ui/definition-list'
import { ErrorState } from '@/components/ui/error-state'
import { ChevronLeft, ChevronRight } from '@/components/ui/icons'
import { ButtonLink, Link } from '@/components/ui/link'
import { LongText } from '@/components/ui/long-text'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SkeletonText } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useKeymap } from '@/components/ui/use-keymap'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import { columnNames } from '@/lib/workspace/imports/mapping/rules'
import type { ItemView as Item } from '@/lib/workspace/items/contract'
import { itemHistoryQuery, itemQuery } from '@/lib/workspace/items/hooks'
import { ITEM_BINDINGS } from './keys'
import { OwnFactsForm } from './own-facts-form'
import { TaskPanel, type UnitDetails } from './task-panel'
import { WithdrawnNote } from './withdrawn-note'

/** What happened to an item, newest first. Answers are not part of it. */
function ItemHistory({ itemId }: { itemId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    itemHistoryQuery(itemId),
  )
  if (error && !data)
    return (
      <ErrorState title="The history could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <SkeletonText label="Loading the history" />
  const events = data.pages.flatMap((page) => page.events)
  if (events.length === 0) return <p className="text-muted text-sm">Nothing has happened since the import.</p>
  return (
    <>
      <ol className="space-y-2.5 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <p>
              {event.text}
              <span className="text-muted text-xs">
                {' '}
                · {event.by ? `${event.by}, ` : ''}
                <Time value={event.at} />
              </span>
            </p>
            {event.remark ? (
              <p dir="auto" className="mt-0.5 whitespace-pre-wrap border-control border-s-2 ps-3">
                {event.remark}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <Button className="mt-4" size="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier events
        </Button>
      ) : null}
    </>
  )
}

const ICON = 'size-4 rtl:-scale-x-100'

interface ItemViewProps {
  initialData: Item
  /** What else is told of a unit of the gold, below its answers. */
  unitDetails?: UnitDetails
}

/** One item: what it says, where each stage stands, its record and its history. */
export function ItemView({ initialData, unitDetails }: ItemViewProps) {
  const { data: item } = useQuery({ ...itemQuery(initialData.id), initialData })
  const router = useRouter()
  const list = `/projects/${item.projectId}/items`
  const { previousId, nextId } = item
  useKeymap(ITEM_BINDINGS, {
    next: nextId ? () => router.push(`${list}/${nextId}`) : undefined,
    previous: previousId ? () => router.push(`${list}/${previousId}`) : undefined,
    list: () => router.push(list),
  })
  return (
    <>
      <PageHeader
        eyebrow={<Link href={list}>Items</Link>}
        title={`Item ${item.position}`}
        actions={
          <>
            {previousId ? (
              <ButtonLink href={`${list}/${previousId}`} size="sm" icon={<ChevronLeft aria-hidden className={ICON} />}>
                Previous
              </ButtonLink>
            ) : null}
            {nextId ? (
              <ButtonLink href={`${list}/${nextId}`} size="sm" icon={<ChevronRight aria-hidden className={ICON} />}>
                Next
              </ButtonLink>
            ) : null}
            <ShortcutSheet bindings={ITEM_BINDINGS} />
          </>
        }
      />
      <div className="space-y-6">
        {item.withdrawn ? (
          <WithdrawnNote what="item" withdrawn={item.withdrawn} />
        ) : item.discarded ? (
          <Discarded discarded={item.discarded} />
        ) : null}
        {item.parts.length > 0 ? (
          <Panel>
            {item.parts.map((part) => (
              <section key={part.title} className="mb-5 last:mb-0">
                <h2 className="mb-1 font-medium text-muted text-sm">{part.title}</h2>
                <p dir="auto" className="reading whitespace-pre-wrap">
                  <LongText what={part.title.toLowerCase()}>{part.text}</LongText>
                </p>
              </section>
            ))}
          </Panel>
        ) : null}
        {item.tasks.map((task) => (
          <TaskPanel key={task.id} item={item} task={task} unitDetails={unitDetails} />
        ))}
        <Panel title="History">
          <ItemHistory itemId={item.id} />
        </Panel>
        <Origin item={item} />
      </div>
    </>
  )
}

function Discarded({ discarded }: { discarded: NonNullable<Item['discarded']> }) {
  return (
    <Callout tone="warning" title={`Discarded: ${discarded.reason}`}>
      {discarded.note ? (
        <p dir="auto" className="whitespace-pre-wrap">
          {discarded.note}
        </p>
      ) : null}
      <p>
        <Time value={discarded.at} />
        {discarded.by ? `, ${discarded.by}` : null}
      </p>
    </Callout>
  )
}

/** Fetches what of a long record did not come with the page. */
function WholeRecord({ itemId }: { itemId: string }) {
  const { refetch, isFetching, error } = useQuery({ ...itemQuery(itemId), enabled: false })
  return (
    <div className="mt-2 space-y-2">
      <Button size="sm" className="pointer-coarse:min-h-11" loading={isFetching} onClick={() => void refetch()}>
        Show the whole record
      </Button>
      {error ? <Callout tone="danger">{error.message}</Callout> : null}
    </div>
  )
}

function Origin({ item }: { item: Item }) {
  const word = useDomainWord()
  return (
    <Panel title="Origin">
      <DefinitionList
        className="mb-4"
        items={[
          { term: 'Identifier', description: item.externalId ?? 'none' },
          { term: 'Domain of the record', description: item.domain === null ? 'none' : word(item.domain) },
          { term: 'Source of the record', description: item.source ?? 'none' },
          { term: 'File', description: item.fileName ?? 'none' },
          { term: 'Imported', description: <Time value={item.createdAt} /> },
          { term: 'Read as', description: item.formatTitle },
        ]}
      />
      <OwnFactsForm item={item} />
      {item.escaped && (
        <p className="text-muted mb-4 text-sm">
          The record holds characters that cannot be stored. In the item’s texts, ␀ stands for NUL and ␦ with four
          digits for half of a character pair; exports in the record’s own format write them as they were.
        </p>
      )}
      {item.withdrawn ? null : item.record === null ? (
        <p className="text-muted text-sm">
          The record holds labels; it is shown to those who may read answers, once all annotators have submitted.
        </p>
      ) : (
        <details>
          <summary className="text-sm">
            {item.recordLeftOut.length === 0
              ? 'The record, as it stood in the file'
              : 'The record, without what nothing was read from'}
          </summary>
          {item.recordLeftOut.length > 0 ? (
            <p dir="auto" className="text-muted mt-2 text-sm break-words">
              Left out until all annotators have submitted, for they may hold labels: {columnNames(item.recordLeftOut)}.
            </p>
          ) : null}
          <CodeBlock label="Record" className="mt-3" copyable={!item.recordCut}>
            {item.record}
          </CodeBlock>
          {item.recordCut ? <WholeRecord itemId={item.id} /> : null}
        </details>
      )}
    </Panel>
  )
}
