'use client'

import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Textarea } from '@/components/ui/textarea'
import { levels, type MatrixOptionsInput } from '@/lib/quality/rater-matrix/contract'

/** What stands in the form: texts as they are typed. */
export interface TypedOptions {
  level: (typeof levels)[number]
  texts: Readonly<Record<string, string>>
  dawidSkene: boolean
}

export const NO_OPTIONS: TypedOptions = { level: 'nominal', texts: {}, dawidSkene: false }

/** What is sent: what was left empty is left out. */
export function optionsOf({ level, texts, dawidSkene }: TypedOptions): MatrixOptionsInput {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return { ...Object.fromEntries(filled), level, dawidSkene: dawidSkene ? 'true' : 'false' }
}

const FIELDS = [
  { key: 'categories', label: 'Labels', hint: 'All that could be given, in order, separated by commas.' },
  { key: 'raters', label: 'Raters', hint: 'Their columns; empty: whatever looks like one.' },
  { key: 'reference', label: 'Reference', hint: 'A rater to keep apart, such as gold.' },
  { key: 'unit', label: 'Unit', hint: 'Columns that name a unit.' },
  { key: 'response', label: 'Response', hint: 'Columns that name what a unit is part of; intervals resample these.' },
  { key: 'by', label: 'Apart by', hint: 'Columns by which the figures are told apart, such as domain.' },
  { key: 'order', label: 'Shown left', hint: 'Of pairs side by side: the column that names the left one.' },
  { key: 'where', label: 'Only rows', hint: 'column=value' },
  { key: 'missing', label: 'Not rated', hint: 'Cells that mean so, besides empty ones.' },
  { key: 'seed', label: 'Seed', hint: 'Of the resampling; 1 if left empty.' },
] as const

interface RatingOptionsFormProps {
  options: TypedOptions
  onChange(options: TypedOptions): void
}

/** How the ratings are read and counted. Most files need none of it. */
export function RatingOptionsForm({ options, onChange }: RatingOptionsFormProps) {
  const type = (key: string, text: string) => onChange({ ...options, texts: { ...options.texts, [key]: text } })
  return (
    <Panel title="Options" description="Most files need none.">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Field label="Scale" hint="Nominal unless the labels have an order or are numbers.">
          <SegmentedControl
            options={levels.map((level) => ({ value: level, label: level }))}
            value={options.level}
            onValueChange={(level) => onChange({ ...options, level })}
          />
        </Field>
        {FIELDS.map(({ key, label, hint }) => (
          <Field key={key} label={label} hint={hint}>
            <Input value={options.texts[key] ?? ''} onChange={(event) => type(key, event.target.value)} />
          </Field>
        ))}
        <Field label="Distances" hint="A square table of the labels’ distances, as CSV.">
          <Textarea
            rows={2}
            dir="ltr"
            maxLength={6000}
            className="font-mono text-sm"
            value={options.texts.distances ?? ''}
            onChange={(event) => type('distances', event.target.value)}
          />
        </Field>
        <Checkbox
          label="Second opinion by Dawid and Skene’s model"
          checked={options.dawidSkene}
          onCheckedChange={(checked) => onChange({ ...options, dawidSkene: checked === true })}
        />
      </div>
    </Panel>
  )
}
