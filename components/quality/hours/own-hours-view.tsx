'use client'
import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { OwnHours } from '@/lib/quality/hours/contract'
import { ownHoursQuery } from '@/lib/quality/hours/hooks'
import { RULES, WHO_SEES } from '@/lib/quality/hours/rules'
import { HoursTable } from './hours-table'
import { HoursNote } from './hours-view'

/** One's own hours over all projects, and who else sees them. */
export function OwnHoursView({ initialData }: { initialData: OwnHours }) {
  const { data } = useQuery({ ...ownHoursQuery(), initialData })
  const names = new Map(data.projects.map(({ id, name }) => [id, name]))
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/account">Account</Link>}
        title="Your hours"
        description="Your active time and what you have done, by project, stage and week."
      />
      <div className="space-y-6">
        <Callout title="Who sees this">{WHO_SEES}</Callout>
        {data.rows.length === 0 ? (
          <EmptyState title="No time of yours has been counted yet">
            Your time appears here as soon as you annotate, discuss, settle or approve.
          </EmptyState>
        ) : (
          <HoursTable
            caption="Your hours by project, week and stage, as hours and minutes"
            heading="Project"
            nameOf={({ projectId }) => names.get(projectId) ?? 'A project'}
            rows={data.rows}
          />
        )}
        <HoursNote rules={RULES} />
      </div>
    </>
  )
}
