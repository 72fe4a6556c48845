'use client'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/quality/agreement/figure-format'
import { ItemsLink } from '@/components/quality/agreement/items-link'
import { ChartBar } from '@/components/ui/chart-bar'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { type CauseCount, type CauseKey, type Causes, causeKeys } from '@/lib/quality/agreement/disagreements/contract'
import { causesQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { CAUSE_TITLE, itemsOfCause } from '@/lib/quality/agreement/disagreements/rules'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { counted } from '@/lib/text/counted'
import { DisagreementsFrame } from './disagreements-frame'

type Question = Causes['questions'][number]

/** One row a question, one column a cause; bars show each cause's part of all. */
function CausesTable({ data }: { data: Causes }) {
  const { questions, causes, total } = data
  const most = Math.max(...causes.map(({ all }) => all.count), 1)
  return (
    <Table caption="Disagreements by question and cause">
      <thead>
        <tr>
          <Th>Question</Th>
          {causeKeys.map((cause) => (
            <Th key={cause} numeric>
              {CAUSE_TITLE[cause]}
            </Th>
          ))}
          <Th numeric>All</Th>
        </tr>
      </thead>
      <tbody>
        {questions.map((question) => (
          <tr key={`${question.unitKind} ${question.key}`}>
            <Th scope="row">
              {question.title}
              <span className="block font-normal text-muted text-xs">{question.unitText}</span>
            </Th>
            {question.cells.map(({ cause, cell }) => (
              <Td key={cause} numeric>
                <Count data={data} cell={cell} cause={cause} question={question} />
              </Td>
            ))}
            <Td numeric>
              <Count data={data} cell={question.all} cause="any" question={question} />
            </Td>
          </tr>
        ))}
        <tr>
          <Th scope="row">All questions</Th>
          {causes.map(({ cause, all }) => (
            <Td key={cause} numeric>
              <Count data={data} cell={all} cause={cause} />
              <ChartBar share={all.count / most} className="mt-1" href={hrefOf(data, all, cause)} />
            </Td>
          ))}
          <Td numeric>
            <Count data={data} cell={total} cause="any" />
          </Td>
        </tr>
      </tbody>
    </Table>
  )
}

function hrefOf(
  { project, stage, showsItems }: Causes,
  { count }: CauseCount,
  cause: CauseKey | 'any',
  question?: Question,
): string | null {
  return showsItems && count > 0 ? itemsOfCause(project.id, stage.key, { cause, question }) : null
}

interface CountProps {
  data: Causes
  cell: CauseCount
  cause: CauseKey | 'any'
  question?: Question
}

function Count({ data, cell, cause, question }: CountProps) {
  if (cell.count === 0) return <span className="text-muted">0</span>
  const what = cause === 'any' ? 'of every cause' : `with the cause ${CAUSE_TITLE[cause].toLowerCase()}`
  const where = question ? ` on ${question.title}` : ''
  return (
    <>
      <ItemsLink href={hrefOf(data, cell, cause, question)} about={`disagreements ${what}${where}`}>
        {formatCount(cell.count)}
      </ItemsLink>
      <span className="block whitespace-nowrap text-muted text-xs">
        in {formatCount(cell.inItems)} {cell.inItems === 1 ? 'item' : 'items'}
      </span>
    </>
  )
}

/** So many causes are named first. */
const TOP = 2

/** Why annotators disagreed, by question. */
export function CausesView({ projectId, initialData }: { projectId: string; initialData: Causes }) {
  const { data = initialData } = useQuery({ ...causesQuery(projectId, initialData.stage.key), initialData })
  useAgreementStream(projectId)
  const { total, named } = data
  return (
    <DisagreementsFrame view="causes" data={data}>
      {total.count === 0 ? (
        <EmptyState title="No disagreement has come up yet">
          Disagreements appear here when annotators who differ have all submitted.
        </EmptyState>
      ) : (
        <>
          <TopCauses data={data} />
          <Panel
            title="Causes by question"
            description={`${counted(total.count, 'disagreement')} on ${counted(total.inItems, 'item')}, in every round; a cause was named for ${formatCount(named)}. The person who settles a disagreement names its cause.`}
          >
            <CausesTable data={data} />
          </Panel>
        </>
      )}
    </DisagreementsFrame>
  )
}

/** What was named most often, with the place where something can be done about it. */
function TopCauses({ data: { project, causes, named } }: { data: Causes }) {
  const top = causes
    .filter(({ cause, all }) => cause !== 'none' && all.count > 0)
    .sort((a, b) => b.all.count - a.all.count)
    .slice(0, TOP)
  return (
    <Panel title="What to do about it">
      {top.length === 0 ? (
        <p className="max-w-prose text-sm">
          No cause has been named yet. While settling, press “c” on a disagreement and choose one.
        </p>
      ) : (
        <div className="max-w-prose space-y-2 text-sm">
          <p>
            Named most often:{' '}
            {top
              .map(({ cause, all }) => `${CAUSE_TITLE[cause].toLowerCase()} (${all.count} of ${named} named)`)
              .join(', ')}
            .
          </p>
          <p>
            <Link href={`/projects/${project.id}/guidelines`}>Open the guidelines</Link> and say more clearly what to do
            in such cases.
          </p>
        </div>
      )}
    </Panel>
  )
}
