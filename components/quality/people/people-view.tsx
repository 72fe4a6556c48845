'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import type { MeasureHeading, People } from '@/lib/quality/people/contract'
import { peopleQuery } from '@/lib/quality/people/hooks'
import { DriftGrid } from './drift-grid'
import { FiguresNote } from './figures-note'
import { PeopleNote } from './people-note'
import { RankingTable } from './ranking-table'
import { VolumeTable } from './volume-table'

const keyOf = ({ stage, measure }: MeasureHeading) => `${stage}/${measure}`

/** Everybody who annotates in a project, for its managers. */
export function PeopleView({ projectId, initialData }: { projectId: string; initialData: People }) {
  const { data } = useQuery({ ...peopleQuery(projectId), initialData })
  const [chosen, setChosen] = useState<string | null>(null)
  const measure = data.measures.find((head) => keyOf(head) === chosen) ?? data.measures[0]
  return (
    <>
      <PageHeader
        title="People"
        description="What everybody has done, how long it took, and how it compares with partners and gold."
        actions={
          <span className="flex gap-4">
            <Link href={`/projects/${projectId}/adjudicators`}>Adjudicators</Link>
            <Link href={`/projects/${projectId}/calibration`}>Calibration</Link>
          </span>
        }
      />
      {data.people.length === 0 ? (
        <EmptyState title="Nobody has annotated yet">
          Add annotators under Members; figures appear once they have submitted.
        </EmptyState>
      ) : (
        <div className="space-y-8">
          <FiguresNote figures={data.figures} />
          <VolumeTable projectId={projectId} people={data.people} />
          {measure ? (
            <section aria-labelledby="agreement-heading" className="space-y-4">
              <div className="flex flex-wrap items-end justify-between gap-3">
                <h2 id="agreement-heading" className="font-semibold text-lg">
                  Agreement
                </h2>
                <Field label="Measure" className="min-w-0 max-w-full">
                  <Select
                    value={keyOf(measure)}
                    onValueChange={setChosen}
                    options={data.measures.map((head) => ({
                      value: keyOf(head),
                      label: `${head.stageTitle}: ${head.title}`,
                    }))}
                  />
                </Field>
              </div>
              <RankingTable
                projectId={projectId}
                people={data.people}
                measure={measure}
                awaited={data.figures.state === 'awaited'}
                pending={data.figures.state === 'current' && data.intervals === 'pending'}
              />
              <DriftGrid people={data.people} measure={measure} />
            </section>
          ) : null}
          <PeopleNote people={data} />
        </div>
      )}
    </>
  )
}
