'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { ChartBar } from '@/components/ui/chart-bar'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { DomainAndTag } from '@/components/workspace/items/domain-and-tag'
import { useDomainWord } from '@/components/workspace/projects/domain-words'
import {
  DIFFICULTY_PAGE_SIZE,
  type Difficulty,
  type DifficultyQuery,
} from '@/lib/quality/agreement/disagreements/contract'
import { difficultyQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { BAND_TITLE, disagreementsHref } from '@/lib/quality/agreement/disagreements/rules'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { Choice, DisagreementsFrame } from './disagreements-frame'

interface DifficultyTableProps {
  projectId: string
  items: NonNullable<Difficulty['items']>
}

/** One page of items with what differs in each. */
function DifficultyTable({ projectId, items }: DifficultyTableProps) {
  const word = useDomainWord()
  return (
    <Table caption="Items by how much their annotators disagreed">
      <thead>
        <tr>
          <Th>Item</Th>
          <Th>Domain</Th>
          <Th numeric>Units</Th>
          <Th numeric>Pairs that differ</Th>
          <Th numeric>Share</Th>
          <Th>
            <span className="sr-only">Chart</span>
          </Th>
          <Th>Consolidation</Th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ itemId, taskId, position, title, domain, units, pairs, differing, share }) => (
          <tr key={taskId}>
            <Th scope="row" className="max-w-80">
              <Link
                href={`/projects/${projectId}/items/${itemId}`}
                prefetch={false}
                dir="auto"
                className="line-clamp-2"
              >
                <span dir="ltr">{position}.</span> <bdi>{title}</bdi>
              </Link>
            </Th>
            <Td dir="auto">{domain === null ? <span className="text-muted">none</span> : word(domain)}</Td>
            <Td numeric>{formatCount(units)}</Td>
            <Td numeric>
              {formatCount(differing)} of {formatCount(pairs)}
            </Td>
            <Td numeric>{share === null ? <span className="text-muted">too few</span> : formatShare(share)}</Td>
            <Td>{share === null ? null : <ChartBar share={share} />}</Td>
            <Td>
              <Link href={`/projects/${projectId}/tasks/${taskId}/consolidate`} prefetch={false}>
                Open<span className="sr-only"> the consolidation of item {position}</span>
              </Link>
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface BandsTableProps {
  data: Difficulty
  hrefOf: (band: number) => string
}

/** Items by how much of them differs, as bars in their table. */
function BandsTable({ data: { bands, showsItems, query }, hrefOf }: BandsTableProps) {
  const all = bands.reduce((sum, count) => sum + count, 0)
  const most = Math.max(...bands, 1)
  return (
    <Table caption="Items by the share of pairs of ratings that differ">
      <thead>
        <tr>
          <Th>Pairs that differ</Th>
          <Th numeric>Items</Th>
          <Th numeric>Share</Th>
          <Th>
            <span className="sr-only">Chart</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {bands.map((count, band) => {
          const href = showsItems && count > 0 ? hrefOf(band) : null
          return (
            <tr key={BAND_TITLE[band]} aria-current={query.band === band ? 'true' : undefined}>
              <Th scope="row">{BAND_TITLE[band]}</Th>
              <Td numeric>
                {href ? (
                  <Link href={href} prefetch={false} scroll={false}>
                    {formatCount(count)}
                    <span className="sr-only"> items, {BAND_TITLE[band]} of their pairs differ: list them</span>
                  </Link>
                ) : (
                  formatCount(count)
                )}
              </Td>
              <Td numeric>{formatShare(count / Math.max(1, all))}</Td>
              <Td className="w-1/2">
                <ChartBar share={count / most} href={href} />
              </Td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}

interface DifficultyViewProps {
  projectId: string
  query: DifficultyQuery
  initialData: Difficulty
}

/** The items of a stage, the hardest first. */
export function DifficultyView({ projectId, query, initialData }: DifficultyViewProps) {
  const { data = initialData } = useQuery({
    ...difficultyQuery(projectId, initialData.stage.key, query),
    initialData,
  })
  const router = useRouter()
  useAgreementStream(projectId)
  const { pairs, differing, measures } = data
  const counted = data.bands.reduce((sum, count) => sum + count, 0)
  const href = (change: Readonly<Record<string, string | number | null>>) =>
    disagreementsHref(projectId, { view: 'difficulty', stage: data.stage.key, ...data.query, page: null, ...change })
  return (
    <DisagreementsFrame view="difficulty" data={data}>
      <nav aria-label="Measure" className="flex flex-wrap gap-2 print:hidden">
        <Choice href={href({ measure: null, band: null })} chosen={data.query.measure === null}>
          All measures together
        </Choice>
        {measures.map(({ key, title, unitOfAnalysis }) => (
          <Choice key={key} href={href({ measure: key, band: null })} chosen={data.query.measure === key}>
            {title} ({unitOfAnalysis})
          </Choice>
        ))}
      </nav>
      {data.showsItems ? (
        <div className="flex flex-wrap gap-2 print:hidden">
          <DomainAndTag
            projectId={projectId}
            chosen={data.query}
            onChange={(change) => router.push(href({ ...change, band: null }))}
          />
        </div>
      ) : null}
      {counted === 0 && (data.query.domain !== null || data.query.tag !== null) ? (
        <EmptyState
          title="Nothing to compare among these items"
          actions={<ButtonLink href={href({ domain: null, tag: null, band: null })}>All items</ButtonLink>}
        >
          No item of this domain or tag has answers of two annotators that are revealed.
        </EmptyState>
      ) : counted === 0 ? (
        <EmptyState title="There is nothing to compare yet">
          Items appear here once two annotators have submitted answers to the same one.
        </EmptyState>
      ) : (
        <>
          <Panel
            title="How many items are how difficult"
            description={`By the share of an item’s pairs of ratings that differ. Of all ${formatCount(pairs)} pairs, ${formatCount(differing)} differ (${formatShare(differing / pairs)}).`}
          >
            <BandsTable data={data} hrefOf={(band) => href({ band })} />
          </Panel>
          {data.items === null ? null : <Items data={data} items={data.items} href={href} />}
        </>
      )}
    </DisagreementsFrame>
  )
}

interface ItemsProps {
  data: Difficulty
  items: NonNullable<Difficulty['items']>
  href: (change: Readonly<Record<string, string | number | null>>) => string
}

function Items({ data: { project, query, total }, items, href }: ItemsProps) {
  const first = (query.page - 1) * DIFFICULTY_PAGE_SIZE
  const isLast = first + items.length >= total
  return (
    <Panel
      title={query.band === null ? 'Items, the hardest first' : 'Items of this difficulty, the hardest first'}
      description={
        query.order === 'lower'
          ? 'Ranked by the lower limit of the share (Wilson’s, 95%, over units): an item with few units does not lead by chance.'
          : 'Ranked by the share as it is: items with few units lead and close the list by chance alone.'
      }
      actions={
        <>
          {query.band === null ? null : <Link href={href({ band: null })}>All items</Link>}
          <Link href={href({ order: query.order === 'lower' ? 'share' : 'lower' })}>
            {query.order === 'lower' ? 'Rank by the share itself' : 'Rank by the lower limit'}
          </Link>
        </>
      }
    >
      <DifficultyTable projectId={project.id} items={items} />
      <Pagination
        className="mt-4 print:hidden"
        label="Pages of items"
        summary={
          items.length === 0
            ? `None on this page; ${formatCount(total)} in all`
            : `${formatCount(first + 1)} to ${formatCount(first + items.length)} of ${formatCount(total)}`
        }
        previous={query.page > 1 ? href({ page: query.page - 1 }) : null}
        next={isLast ? null : href({ page: query.page + 1 })}
      />
    </Panel>
  )
}
