'use client'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { OwnHours as Hours } from '@/lib/quality/hours/contract'
import { RULES, WHO_SEES } from '@/lib/quality/hours/rules'
import { HoursTable } from './hours-table'
import { HoursNote } from './hours-view'

/** One's own hours, and who else sees them. */
export function OwnHours({ hours: { projects, rows } }: { hours: Hours }) {
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (
    <>
      <Callout title="Who sees this">{WHO_SEES}</Callout>
      {rows.length === 0 ? (
        <EmptyState title="No time of yours has been counted yet">
          Your time appears here as soon as you annotate, discuss, settle or approve.
        </EmptyState>
      ) : (
        <HoursTable
          caption="Your hours by project, week and stage, as hours and minutes"
          heading="Project"
          nameOf={({ projectId }) => names.get(projectId) ?? 'A project'}
          rows={rows}
        />
      )}
      <HoursNote rules={RULES} />
    </>
  )
}

/** Of one project, as a part of another page. */
export function OwnHoursPanel({ projectId, hours: { projects, rows } }: { projectId: string; hours: Hours }) {
  return (
    <Panel title="Your hours">
      <div className="space-y-6">
        <OwnHours hours={{ projects, rows: rows.filter((row) => row.projectId === projectId) }} />
      </div>
    </Panel>
  )
}
