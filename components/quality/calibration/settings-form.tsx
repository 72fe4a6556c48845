'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { CalibrationSettings } from '@/lib/quality/calibration/contract'
import { useUpdateCalibration } from '@/lib/quality/calibration/hooks'

const FIELDS: readonly { name: keyof CalibrationSettings; label: string; hint: string; max: number }[] = [
  { name: 'gateTasks', label: 'Calibration tasks before real work', hint: '0: there is no gate.', max: 500 },
  {
    name: 'gatePercent',
    label: 'Least percent agreement with gold',
    hint: 'Over all measures of all calibration tasks done.',
    max: 100,
  },
  { name: 'repeatPercent', label: 'Percent of submitted tasks served again', hint: '0: none.', max: 100 },
  { name: 'repeatAfterDays', label: 'Days before a task comes again', hint: 'Since it was submitted.', max: 365 },
]

interface SettingsFormProps {
  projectId: string
  settings: CalibrationSettings
  disabled: boolean
}

/** The gate, and how much is served again. Only what was changed is sent. */
export function SettingsForm({ projectId, settings, disabled }: SettingsFormProps) {
  const update = useUpdateCalibration(projectId)
  const [changed, setChanged] = useState<Partial<CalibrationSettings>>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(changed, {
      onSuccess: () => {
        setChanged({})
        toast.success('Saved')
      },
    })
  }
  const shownOf = (name: keyof CalibrationSettings) => {
    const value = changed[name] ?? settings[name]
    return Number.isNaN(value) ? '' : value
  }
  return (
    <form onSubmit={submit} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        {FIELDS.map(({ name, label, hint, max }) => (
          <Field key={name} label={label} hint={hint}>
            <Input
              type="number"
              inputMode="numeric"
              required
              min={0}
              max={max}
              disabled={disabled}
              value={shownOf(name)}
              onChange={(event) => setChanged((before) => ({ ...before, [name]: event.target.valueAsNumber }))}
            />
          </Field>
        ))}
      </div>
      {update.error ? (
        <Callout tone="danger" title="Nothing was saved">
          {update.error.message}
        </Callout>
      ) : null}
      {disabled ? null : (
        <Button type="submit" variant="primary" loading={update.isPending} disabled={Object.keys(changed).length === 0}>
          Save
        </Button>
      )}
    </form>
  )
}
