'use client'

import { Badge } from '@/components/ui/badge'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { GateState, PersonCalibration } from '@/lib/quality/calibration/contract'
import { GATE_TEXT } from '@/lib/quality/calibration/rules'
import { alikeText } from './alike-text'
import { WaiveButton } from './waive-button'

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
    <Table caption="Calibration and repetitions by person">
      <thead>
        <tr>
          <Th>Person</Th>
          <Th>Gate</Th>
          <Th numeric>Tasks done</Th>
          <Th numeric>Rated as gold</Th>
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
            <Td>
              <Badge tone={TONES[person.gate.state]}>{GATE_TEXT[person.gate.state]}</Badge>
              {person.waiver ? (
                <span className="mt-1 block max-w-xs text-muted text-xs" dir="auto">
                  {person.waiver.by}: {person.waiver.reason}
                </span>
              ) : null}
            </Td>
            <Td numeric>
              {person.gate.done} of {person.gate.required}
            </Td>
            <Td numeric>{alikeText(person.gate.pooled)}</Td>
            <RepeatCells repeats={person.repeats} />
            {disabled ? null : (
              <Td>
                <WaiveButton projectId={projectId} person={person} />
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
      <Td colSpan={2} className="text-muted text-xs">
        Served blind, to you too: for other managers to read.
      </Td>
    )
  }
  const { done, chosen, afterReading, pooled } = repeats
  return (
    <>
      <Td numeric>
        {done} of {chosen} due
        {afterReading > 0 ? (
          <span className="block text-muted text-xs">{afterReading} after reading others’ answers</span>
        ) : null}
      </Td>
      <Td numeric>{alikeText(pooled)}</Td>
    </>
  )
}
