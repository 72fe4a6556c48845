'use client'

import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import type { CalibrationView as View } from '@/lib/quality/calibration/contract'
import { calibrationQuery } from '@/lib/quality/calibration/hooks'
import { ChooseForm } from './choose-form'
import { ItemsTable } from './items-table'
import { MeasuresTable } from './measures-table'
import { PeopleTable } from './people-table'
import { SettingsForm } from './settings-form'

/** How a project checks its annotators: the gate, what is served again, and where everybody stands. */
export function CalibrationView({ projectId, initialData }: { projectId: string; initialData: View }) {
  const { data } = useQuery({ ...calibrationQuery(projectId), initialData })
  const { archived } = data.project
  return (
    <>
      <PageHeader
        title="Calibration"
        description="Gold that annotators answer before real work, and their own tasks that come again, both unannounced."
        actions={<Link href={`/projects/${projectId}/people`}>People</Link>}
      />
      <div className="space-y-8">
        <Panel title="Gate and repetitions" description="Both hold from the next task that anybody takes.">
          <SettingsForm projectId={projectId} settings={data.settings} disabled={archived} />
        </Panel>
        <Panel
          title="Calibration tasks"
          description="Gold of this project that is served again to people who have neither annotated nor read it."
        >
          <div className="space-y-6">
            {archived ? null : <ChooseForm projectId={projectId} candidates={data.candidates} />}
            {data.items.length === 0 ? (
              <EmptyState title="No calibration tasks yet">
                {data.candidates.length === 0
                  ? 'There is no gold that could be chosen. Let the first items be annotated and settled, or import gold.'
                  : 'Choose some gold above; until then there is no gate.'}
              </EmptyState>
            ) : (
              <ItemsTable projectId={projectId} items={data.items} disabled={archived} />
            )}
          </div>
        </Panel>
        <section aria-labelledby="people-heading" className="space-y-4">
          <h2 id="people-heading" className="font-semibold text-lg">
            People
          </h2>
          {data.people.length === 0 ? (
            <EmptyState title="Nobody to show">
              Set the gate or the repetitions first; then everybody who annotates here is listed.
            </EmptyState>
          ) : (
            <>
              <PeopleTable projectId={projectId} people={data.people} disabled={archived} />
              <MeasuresTable people={data.people} of="gate" caption="Calibration: agreement with gold by measure" />
              <MeasuresTable people={data.people} of="repeats" caption="Self-consistency by measure" />
            </>
          )}
        </section>
        <section aria-labelledby="calibration-rules" className="max-w-prose space-y-2 text-muted text-sm">
          <h2 id="calibration-rules" className="font-semibold text-base text-ink">
            How it works
          </h2>
          <ul className="list-disc space-y-1 ps-5">
            {data.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </section>
      </div>
    </>
  )
}
