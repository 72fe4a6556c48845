'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WaiveButton } from '@/components/quality/calibration/waive-button'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Pagination } from '@/components/ui/pagination'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import type { PersonStage, PracticePeople, PractisingPerson } from '@/lib/quality/practice/people/contract'
import { practicePeopleQuery, useWaivePractice, useWithdrawWaiver } from '@/lib/quality/practice/people/hooks'
import { StateBadge } from './state-badge'

interface PractisedTableProps {
  projectId: string
  /** The first page. */
  initialData: PracticePeople
}

/** Who has practised, stage by stage, and who may begin without. For managers. */
export function PractisedTable({ projectId, initialData }: PractisedTableProps) {
  const [page, setPage] = useState(1)
  const { data, error } = useQuery({
    ...practicePeopleQuery(projectId, page),
    ...(page === 1 ? { initialData } : {}),
  })
  const head = data ?? initialData
  const { stages, total, pageSize } = head
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (stages.length === 0) return null
  return (
    <Panel
      title="Who has practised"
      description="The last answers to each item count, as for the people themselves. Others do not see this."
    >
      {error ? <Callout tone="danger">{error.message}</Callout> : null}
      {total === 0 ? (
        <p className="text-muted text-sm">Nobody who may annotate is in this project yet.</p>
      ) : (
        <Table stacked caption="Practice by person and stage">
          <thead>
            <tr>
              <Th>Person</Th>
              <Th>Stage</Th>
              <Th numeric>Items answered</Th>
              <Th>Practice</Th>
              <Th numeric>Attempts</Th>
              <Th>Last practised</Th>
              <Th>Without practice</Th>
            </tr>
          </thead>
          <tbody>
            {data?.people.flatMap((person) =>
              person.stages.map((stage, index) => (
                <StageRow
                  key={`${person.userId} ${stage.stage}`}
                  projectId={projectId}
                  person={person}
                  own={stage}
                  data={head}
                  isFirst={index === 0}
                />
              )),
            )}
          </tbody>
        </Table>
      )}
      {pages > 1 ? (
        <Pagination
          label="Pages of who has practised"
          summary={`${page} of ${pages}`}
          previous={page > 1 ? () => setPage(page - 1) : null}
          next={page < pages ? () => setPage(page + 1) : null}
        />
      ) : null}
    </Panel>
  )
}

interface StageRowProps {
  projectId: string
  person: PractisingPerson
  own: PersonStage
  data: PracticePeople
  /** Of the rows of this person. */
  isFirst: boolean
}

function StageRow({ projectId, person, own, data, isFirst }: StageRowProps) {
  const stage = data.stages.find(({ key }) => key === own.stage)
  return (
    <Tr>
      <Th scope="row" className="font-medium">
        <span dir="auto" className="wrap-anywhere">
          {person.name}
        </span>
      </Th>
      <Td label="Stage">
        <bdi>{stage?.title}</bdi>
      </Td>
      <Td numeric label="Items answered">
        {own.tried} of {stage?.items}
      </Td>
      <Td label="Practice">
        <StateBadge state={own.state} hasBars={stage?.hasBars === true} />
      </Td>
      <Td numeric label="Attempts">
        {own.attempts}
      </Td>
      <Td label="Last practised">
        {own.lastAt ? <Time value={own.lastAt} format="relative" /> : <span className="text-muted">never</span>}
      </Td>
      {isFirst ? (
        <Td label="Without practice" className="max-w-xs">
          <Waiver projectId={projectId} person={person} required={data.required} />
        </Td>
      ) : (
        <Td />
      )}
    </Tr>
  )
}

interface WaiverProps {
  projectId: string
  person: PractisingPerson
  required: boolean
}

/** Lets somebody begin without practice, or takes that back; nothing where practice does not hold them. */
function Waiver({ projectId, person, required }: WaiverProps) {
  const isHeld = required && person.stages.some(({ state }) => state === 'todo' || state === 'missed')
  if (person.waiver) return <TakeBack projectId={projectId} person={person} waiver={person.waiver} />
  return isHeld ? <Waive projectId={projectId} person={person} /> : <span className="text-muted">–</span>
}

type TakeBackProps = Omit<WaiverProps, 'required'> & { waiver: NonNullable<PractisingPerson['waiver']> }

function TakeBack({ projectId, person, waiver: { by, reason } }: TakeBackProps) {
  const withdraw = useWithdrawWaiver(projectId)
  return (
    <div className="space-y-1">
      <Button
        size="sm"
        aria-label={`Take back for ${person.name}`}
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(person.userId)}
      >
        Take back
      </Button>
      <p className="wrap-anywhere text-muted text-xs">
        <bdi>{by}</bdi>: <bdi>{reason}</bdi>
      </p>
      {withdraw.error ? <Callout tone="danger">{withdraw.error.message}</Callout> : null}
    </div>
  )
}

function Waive({ projectId, person }: Omit<WaiverProps, 'required'>) {
  const waive = useWaivePractice(projectId)
  return (
    <WaiveButton
      userId={person.userId}
      label={`Waive for ${person.name}`}
      title={`Let ${person.name} begin without practice?`}
      description="They are given tasks of every stage from now on, and can still practise. Your reason stays in the log."
      confirmLabel="Waive practice"
      waive={waive}
    />
  )
}
