'use client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { OwnHours as Hours } from '@/lib/quality/hours/contract'
import { ownHoursQuery } from '@/lib/quality/hours/hooks'
import { OwnHours } from './own-hours'

/** One's own hours over all projects, and who else sees them. */
export function OwnHoursView({ initialData }: { initialData: Hours }) {
  const { data } = useQuery({ ...ownHoursQuery(), initialData })
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/account">Account</Link>}
        title="Your hours"
        description="Your active time and what you have done, by project, stage and week."
      />
      <div className="space-y-6">
        <OwnHours hours={data} />
      </div>
    </>
  )
}
