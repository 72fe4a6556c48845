'use client'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/quality/agreement/figure-format'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { Causes } from '@/lib/quality/agreement/disagreements/contract'
import { causesQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { CAUSE_TITLE } from '@/lib/quality/agreement/disagreements/rules'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { CausesTable } from './causes-table'
import { DisagreementsFrame } from './disagreements-frame'

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
            description={`${formatCount(total.count)} disagreements on ${formatCount(total.inItems)} items, in every round; a cause was named for ${formatCount(named)}. Whoever settles a disagreement names its cause.`}
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
