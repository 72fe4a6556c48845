'use client'

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { GateState, PersonCalibration } from '@/lib/quality/calibration/contract'
import { useWaive, useWithdrawWaiver } from '@/lib/quality/calibration/hooks'
import { GATE_TEXT } from '@/lib/quality/calibration/rules'
import { alikeText } from './alike-text'
import { BarsText } from './bars-text'
import { WaiveButton } from './waive-button'

interface WaiverProps {
  projectId: string
  person: PersonCalibration
}

/** Lets somebody begin with a reason, or takes that back. Nothing where the gate does not hold them. */
function Waiver({ projectId, person }: WaiverProps) {
  if (person.waiver) return <TakeBackButton projectId={projectId} userId={person.userId} />
  if (person.gate.state !== 'todo' && person.gate.state !== 'not_passed') return <span className="text-muted">–</span>
  return <Waive projectId={projectId} person={person} />
}

function TakeBackButton({ projectId, userId }: { projectId: string; userId: string }) {
  const withdraw = useWithdrawWaiver(projectId)
  return (
    <Button size="sm" loading={withdraw.isPending} onClick={() => withdraw.mutate(userId)}>
      Take back
    </Button>
  )
}

function Waive({ projectId, person }: WaiverProps) {
  const waive = useWaive(projectId)
  return (
    <WaiveButton
      userId={person.userId}
      label={`Waive the gate for ${person.name}`}
      title={`Let ${person.name} begin?`}
      description="They take real work from their next task on, whatever their calibration says. Your reason stays in the log."
      confirmLabel="Waive the gate"
      waive={waive}
    />
  )
}

const TONES: Record<GateState, 'neutral' | 'accent' | 'positive' | 'negative' | 'partial'> = {
  off: 'neutral',
  todo: 'accent',
  passed: 'positive',
  not_passed: 'negative',
  waived: 'partial',
}

interface PeopleTableProps {
  projectId: string
  people: readonly PersonCalibration[]
  disabled: boolean
}

/** Where everybody stands before the gate, and how often they answered themselves alike. */
export function PeopleTable({ projectId, people, disabled }: PeopleTableProps) {
  return (
    <Table stacked caption="Calibration and repetitions by person">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Gate</Th>
          <Th numeric>Tasks done</Th>
          <Th>Bars</Th>
          <Th numeric>Repetitions done</Th>
          <Th numeric>Rated as before</Th>
          {disabled ? null : <Th>Waive</Th>}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <Tr key={person.userId}>
            <Th scope="row" className="font-medium">
              <span dir="auto">{person.name}</span>
            </Th>
            <Td label="Gate">
              <div>
                <Badge tone={TONES[person.gate.state]}>{GATE_TEXT[person.gate.state]}</Badge>
                {person.waiver ? (
                  <span className="mt-1 block max-w-xs text-muted text-xs" dir="auto">
                    {person.waiver.by}: {person.waiver.reason}
                  </span>
                ) : null}
              </div>
            </Td>
            <Td numeric label="Tasks done">
              {`${person.gate.done} of ${person.gate.required}`}
            </Td>
            <Td label="Bars" className="min-w-64">
              <BarsText bars={person.gate.bars} />
            </Td>
            <RepeatCells repeats={person.repeats} />
            {disabled ? null : (
              <Td label="Waive">
                <Waiver projectId={projectId} person={person} />
              </Td>
            )}
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

function RepeatCells({ repeats }: Pick<PersonCalibration, 'repeats'>) {
  if (!repeats) {
    return (
      <Td colSpan={2} label="Repetitions" className="text-muted text-xs">
        Hidden from you as well; another manager can read it.
      </Td>
    )
  }
  const { done, chosen, afterReading, pooled } = repeats
  return (
    <>
      <Td numeric label="Repetitions done">
        <div>
          {done} of {chosen} due
          {afterReading > 0 ? (
            <span className="block text-muted text-xs">{afterReading} after reading others’ answers</span>
          ) : null}
        </div>
      </Td>
      <Td numeric label="Rated as before">
        {alikeText(pooled)}
      </Td>
    </>
  )
}
