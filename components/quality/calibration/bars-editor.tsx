'use client'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Input } from '@/components/ui/input'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { useOneAtATime } from '@/components/ui/use-one-at-a-time'

type Bar<Name extends string> = Record<Name, number | null>

interface BarField<Name extends string> {
  name: Name
  label: string
  unit: string
  /** A bar is kept as so many of what is typed: 100 for hundredths. */
  scale: number
  step: string
}

/** The fields of bars, as calibration and practice have them. */
export const PERCENT = { name: 'percent', label: 'Least percent alike', unit: '%', scale: 1, step: '1' } as const
export const RECALL = {
  name: 'recall',
  label: 'Least recall of the rare value',
  unit: '%',
  scale: 1,
  step: '1',
} as const
export const KAPPA = { name: 'kappa', label: 'Least kappa', unit: 'of 1', scale: 100, step: 'any' } as const

interface BarQuestion<Name extends string> {
  stage: string
  stageTitle: string
  measure: string
  title: string
  bar: Bar<Name>
  /** How often each value comes. */
  values: readonly { text: string; units: number }[]
  /** Said below that. */
  note?: string | null
}

interface BarsEditorProps<Name extends string> {
  caption: string
  /** Over how often each value comes. */
  valuesHeading: string
  fields: readonly BarField<Name>[]
  questions: readonly BarQuestion<Name>[]
  /** Saves the bars of the questions that were changed, by "stage/measure". */
  saving: {
    isPending: boolean
    error: Error | null
    save(changed: Record<string, Bar<Name>>, on: { onSuccess(): void; onSettled(): void }): void
  }
  /** Can they be saved as they are? */
  canSaveUnchanged?: boolean
  disabled?: boolean
  primary?: boolean
  /** Said above them. */
  children: ReactNode
}

/** Bars by question, beside how often each value comes. */
export function BarsEditor<Name extends string>({ fields, questions, saving, ...props }: BarsEditorProps<Name>) {
  const { caption, valuesHeading, canSaveUnchanged = false, disabled = false, primary = false, children } = props
  const [changed, setChanged] = useState<Record<string, Bar<Name>>>({})
  const isChanged = Object.keys(changed).length > 0
  const once = useOneAtATime()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) return wrong.focus()
    once((done) =>
      saving.save(changed, {
        onSuccess: () => {
          // What is typed while it is saved stays.
          setChanged((now) =>
            Object.fromEntries(Object.entries<Bar<Name>>(now).filter(([key, bar]) => bar !== changed[key])),
          )
          toast.success('Saved')
        },
        onSettled: done,
      }),
    )
  }
  const set = (key: string, bar: Bar<Name>, name: Name, value: number | null) => {
    const next = { ...bar, [name]: value }
    setChanged((before) => ({ ...before, [key]: { ...(before[key] ?? next), [name]: value } }))
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {children}
      <Table stacked caption={caption}>
        <thead>
          <tr>
            <Th>Question</Th>
            <Th>{valuesHeading}</Th>
            {fields.map(({ name, label }) => (
              <Th key={name}>{label}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => {
            const { stage, measure, title, stageTitle, values, note } = question
            const key = `${stage}/${measure}`
            const bar = changed[key] ?? question.bar
            return (
              <Tr key={key}>
                <Th
                  scope="row"
                  className={fields.some(({ name }) => bar[name] !== null) ? 'font-medium' : 'text-muted'}
                >
                  {title}
                  <span className="block text-muted text-xs">{stageTitle}</span>
                </Th>
                <Td label={valuesHeading} className="text-sm">
                  {values.length === 0 ? '–' : values.map(({ text, units }) => `${text} ${units}`).join(', ')}
                  {note ? <span className="block text-muted text-xs">{note}</span> : null}
                </Td>
                {fields.map((field) => (
                  <Td key={field.name} label={field.label}>
                    <BarInput
                      field={field}
                      about={`${title}, ${stageTitle}`}
                      value={bar[field.name]}
                      disabled={disabled}
                      onChange={(value) => set(key, question.bar, field.name, value)}
                    />
                  </Td>
                ))}
              </Tr>
            )
          })}
        </tbody>
      </Table>
      {saving.error ? (
        <Callout tone="danger" title="Nothing was saved">
          {saving.error.message}
        </Callout>
      ) : null}
      {disabled ? null : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            type="submit"
            variant={primary ? 'primary' : 'secondary'}
            loading={saving.isPending}
            disabled={!isChanged && !canSaveUnchanged}
          >
            Save the bars
          </Button>
          {isChanged && !saving.isPending ? <span className="text-muted text-sm">Not saved yet.</span> : null}
        </div>
      )}
    </form>
  )
}

interface BarInputProps {
  field: BarField<string>
  /** The question and its stage. */
  about: string
  value: number | null
  disabled: boolean
  onChange(value: number | null): void
}

function BarInput({ field: { label, unit, scale, step }, about, value, disabled, onChange }: BarInputProps) {
  const problemId = useId()
  const most = 100 / scale
  const isWrong = value !== null && !(value >= 0 && value <= 100)
  return (
    <>
      <span className="flex items-center gap-1">
        <Input
          type="number"
          inputMode="decimal"
          className="w-20"
          aria-label={`${label}: ${about}`}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? problemId : undefined}
          min={0}
          max={most}
          step={step}
          disabled={disabled}
          value={value === null ? '' : value / scale}
          onChange={({ target }) => onChange(target.value === '' ? null : Math.round(target.valueAsNumber * scale))}
        />
        {unit}
      </span>
      {isWrong ? (
        <span id={problemId} className="mt-1 block text-negative-text text-xs">
          From 0 to {most}.
        </span>
      ) : null}
    </>
  )
}
