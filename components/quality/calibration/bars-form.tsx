'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Input } from '@/components/ui/input'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import type { CalibrationView, GateBar } from '@/lib/quality/calibration/contract'
import { useUpdateCalibration } from '@/lib/quality/calibration/hooks'
import { holds, questionKey } from '@/lib/quality/calibration/rules'

const BARS: readonly { name: keyof GateBar; label: string; unit: string; scale: number; step: string }[] = [
  { name: 'percent', label: 'Least percent alike', unit: '%', scale: 1, step: '1' },
  { name: 'recall', label: 'Least recall of the rare value', unit: '%', scale: 1, step: '1' },
  { name: 'kappa', label: 'Least kappa', unit: '', scale: 100, step: 'any' },
]

interface BarsFormProps {
  projectId: string
  view: Pick<CalibrationView, 'settings' | 'questions' | 'carriedOver'>
  disabled: boolean
}

/** The bars of every question, beside how often the chosen gold gives each value. */
export function BarsForm({ projectId, view: { settings, questions, carriedOver }, disabled }: BarsFormProps) {
  const update = useUpdateCalibration(projectId)
  const [changed, setChanged] = useState<Record<string, GateBar>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      { gateBars: { ...settings.gateBars, ...changed } },
      {
        onSuccess: () => {
          setChanged({})
          toast.success('Saved')
        },
      },
    )
  }
  const set = (question: CalibrationView['questions'][number], name: keyof GateBar, value: number | null) =>
    setChanged((before) => {
      const key = questionKey(question)
      return { ...before, [key]: { ...(before[key] ?? question.bar), [name]: value } }
    })
  const unjudged = questions.filter(
    ({ bar, values }) => (bar.recall !== null || bar.kappa !== null) && values.length === 1,
  )
  return (
    <form onSubmit={submit} className="space-y-4">
      {carriedOver ? (
        <Callout tone="warning" title="The gate has changed: check its bars and save them">
          Until now {settings.gatePercent}% over all questions together opened it, which somebody reaches who gives
          every unit the same value. The percentage now holds for the first question of each stage by itself, with a bar
          on the recall of the rare value and one on kappa. Other questions have no bar unless you set one. People who
          were let in before are judged anew when they take their next task.
        </Callout>
      ) : null}
      {unjudged.length > 0 ? (
        <Callout tone="warning" title="Recall and kappa judge nobody">
          The calibration tasks give one value only under {unjudged.map(({ title }) => title).join(', ')}: choose more,
          drawn by label.
        </Callout>
      ) : null}
      <Table caption="Bars of the gate by question">
        <thead>
          <tr>
            <Th>Question</Th>
            <Th>Chosen gold says</Th>
            {BARS.map(({ name, label }) => (
              <Th key={name}>{label}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => {
            const bar = changed[questionKey(question)] ?? question.bar
            return (
              <Tr key={questionKey(question)}>
                <Th scope="row" className={holds(bar) ? 'font-medium' : 'text-muted'}>
                  {question.title}
                  <span className="block text-muted text-xs">{question.stageTitle}</span>
                </Th>
                <Td className="text-sm">
                  {question.values.length === 0
                    ? '–'
                    : question.values.map(({ text, units }) => `${text} ${units}`).join(', ')}
                </Td>
                {BARS.map(({ name, label, unit, scale, step }) => (
                  <Td key={name}>
                    <span className="flex items-center gap-1">
                      <Input
                        type="number"
                        inputMode="decimal"
                        className="w-20"
                        aria-label={`${label}: ${question.title}, ${question.stageTitle}`}
                        min={0}
                        max={100 / scale}
                        step={step}
                        disabled={disabled}
                        value={bar[name] === null ? '' : bar[name] / scale}
                        onChange={({ target: { value, valueAsNumber } }) =>
                          set(question, name, value === '' ? null : Math.round(valueAsNumber * scale))
                        }
                      />
                      {unit}
                    </span>
                  </Td>
                ))}
              </Tr>
            )
          })}
        </tbody>
      </Table>
      {update.error ? (
        <Callout tone="danger" title="Nothing was saved">
          {update.error.message}
        </Callout>
      ) : null}
      {disabled ? null : (
        <Button
          type="submit"
          variant="primary"
          loading={update.isPending}
          disabled={Object.keys(changed).length === 0 && !carriedOver}
        >
          Save the bars
        </Button>
      )}
    </form>
  )
}
