'use client'
import { useQuery } from '@tanstack/react-query'
import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import {
  DIFFICULTY_PAGE_SIZE,
  type Difficulty,
  type DifficultyQuery,
} from '@/lib/quality/agreement/disagreements/contract'
import { difficultyQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { disagreementsHref } from '@/lib/quality/agreement/disagreements/rules'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { BandsTable } from './bands-table'
import { DifficultyTable } from './difficulty-table'
import { Choice, DisagreementsFrame } from './disagreements-frame'

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
      {counted === 0 ? (
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
