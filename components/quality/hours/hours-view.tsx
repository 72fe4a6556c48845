'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Folded } from '@/components/ui/folded'
import { Download } from '@/components/ui/icons'
import { DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import type { Hours, HoursRow } from '@/lib/quality/hours/contract'
import { hoursQuery } from '@/lib/quality/hours/hooks'
import { RULES, weekName } from '@/lib/quality/hours/rules'
import { HoursTable } from './hours-table'
import { RatesForm } from './rates-form'

const ALL = 'all'
const NO_WEEK = 'none'

const OWN_RULE =
  'Of tasks that you annotate yourself, others’ work appears here once all their annotators have submitted.'

/** Everybody's hours in a project, for its managers. */
export function HoursView({ projectId, initialData }: { projectId: string; initialData: Hours }) {
  const { data } = useQuery({ ...hoursQuery(projectId), initialData })
  const [week, setWeek] = useState(ALL)
  const [person, setPerson] = useState(ALL)
  const names = new Map(data.people.map(({ userId, name }) => [userId, name]))
  const weeks = [...new Set(data.rows.map((row) => row.week ?? NO_WEEK))]
  const isShown = (row: HoursRow) =>
    (week === ALL || (row.week ?? NO_WEEK) === week) && (person === ALL || row.userId === person)
  const visibleRows = data.rows.filter(isShown)
  return (
    <>
      <PageHeader
        title="Hours"
        description="Active time and what was done, by person, stage and week."
        actions={
          <DownloadLink
            href={`/api/projects/${projectId}/hours/download`}
            icon={<Download aria-hidden className="size-4" />}
          >
            Download as CSV
          </DownloadLink>
        }
      />
      <div className="space-y-6">
        {data.rows.length === 0 ? (
          <EmptyState title="No time has been counted yet">
            Hours appear here as soon as somebody annotates, discusses, settles or approves.
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap gap-4">
              <Field label="Week">
                <Select
                  value={week}
                  onValueChange={setWeek}
                  options={[
                    { value: ALL, label: 'All weeks' },
                    ...weeks.map((each) => ({
                      value: each,
                      label: each === NO_WEEK ? 'Not known' : `${weekName(each)}, from ${each}`,
                    })),
                  ]}
                />
              </Field>
              <Field label="Person">
                <Select
                  value={person}
                  onValueChange={setPerson}
                  options={[
                    { value: ALL, label: 'Everybody' },
                    ...data.people.map(({ userId, name, role }) => ({
                      value: userId,
                      label: (
                        <span>
                          <bdi>{name}</bdi>
                          {role === null ? ', has left' : null}
                        </span>
                      ),
                    })),
                  ]}
                />
              </Field>
            </div>
            <HoursTable
              key={`${week} ${person}`}
              caption="Hours by person, week and stage, as hours and minutes"
              heading="Person"
              nameOf={({ userId }) => names.get(userId) ?? 'Somebody'}
              rows={visibleRows}
              rates={data.rates}
            />
          </>
        )}
        <Folded title="Rates of pay">
          <RatesForm key={data.rates.revision} hours={data} />
        </Folded>
        <HoursNote rules={[...RULES, OWN_RULE]} />
      </div>
    </>
  )
}

/** How hours are counted; always printed with them. */
export function HoursNote({ rules }: { rules: readonly string[] }) {
  return (
    <section aria-labelledby="hours-rules" className="max-w-prose space-y-2 text-muted text-sm">
      <h2 id="hours-rules" className="font-semibold text-base text-ink">
        How hours are counted
      </h2>
      <ul className="list-disc space-y-1 ps-5">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}
