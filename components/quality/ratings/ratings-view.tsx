'use client'

import { useEffect, useRef, useState } from 'react'
import { METHOD_TITLES } from '@/components/quality/agreement/method-titles'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { Folded } from '@/components/ui/folded'
import { Input } from '@/components/ui/input'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { ApiError } from '@/lib/platform/client/api-error'
import { levels, MAX_FILE_BYTES, type MatrixOptionsInput } from '@/lib/quality/rater-matrix/contract'
import { useCheckRatings } from '@/lib/quality/rater-matrix/hooks'
import { INTERVAL_METHOD, type IntervalMethod, intervalMethods } from '@/lib/stats/interval-limits'
import { inWordsOfTheForm } from './in-words-of-the-form'
import { ReportView } from './report-view'

/** What stands in the form: texts as they are typed. */
interface TypedOptions {
  level: (typeof levels)[number]
  texts: Readonly<Record<string, string>>
  method: IntervalMethod
  dawidSkene: boolean
  mace: boolean
  ceiling: boolean
}

const NO_OPTIONS: TypedOptions = {
  level: 'nominal',
  texts: {},
  method: INTERVAL_METHOD,
  dawidSkene: false,
  mace: false,
  ceiling: false,
}

/** What is sent: what was left empty is left out. */
function optionsOf({ level, texts, method, dawidSkene, mace, ceiling }: TypedOptions): MatrixOptionsInput {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  const chosen = method === INTERVAL_METHOD ? {} : { method }
  return {
    ...Object.fromEntries(filled),
    ...chosen,
    level,
    dawidSkene: dawidSkene ? 'true' : 'false',
    mace: mace ? 'true' : 'false',
    ceiling: ceiling ? 'true' : 'false',
  }
}

const FIELDS = [
  { key: 'categories', label: 'Labels', hint: 'All possible labels, in order, separated by commas.' },
  { key: 'raters', label: 'Raters', hint: 'Their columns. Left empty, every column that looks like a rater is read.' },
  { key: 'reference', label: 'Reference', hint: 'A rater to keep apart, such as gold.' },
  { key: 'unit', label: 'Unit', hint: 'Columns that name a unit.' },
  { key: 'response', label: 'Response', hint: 'Columns that name what a unit is part of; intervals resample these.' },
  { key: 'by', label: 'Apart by', hint: 'Columns by which the figures are told apart, such as domain.' },
  { key: 'order', label: 'Shown left', hint: 'Of pairs side by side: the column that names the left one.' },
  { key: 'where', label: 'Only rows', hint: 'column=value' },
  { key: 'missing', label: 'Not rated', hint: 'Cells that say that nobody rated, besides empty ones.' },
  { key: 'seed', label: 'Seed', hint: 'Of the resampling; 1 if left empty.' },
] as const

interface RatingOptionsFormProps {
  options: TypedOptions
  onChange(options: TypedOptions): void
}

/** How the ratings are read and counted. Most files need none of it. */
function RatingOptionsForm({ options, onChange }: RatingOptionsFormProps) {
  const type = (key: string, text: string) => onChange({ ...options, texts: { ...options.texts, [key]: text } })
  return (
    <Folded title="Options: most files need none" className="bg-surface sm:px-5">
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
        <Field label="Intervals" hint="How the limits are computed from the resamples.">
          <Select
            options={intervalMethods.map((value) => ({ value, label: METHOD_TITLES[value] }))}
            value={options.method}
            onValueChange={(method) => onChange({ ...options, method })}
          />
        </Field>
        <Checkbox
          label="Second opinion by Dawid and Skene’s model"
          checked={options.dawidSkene}
          onCheckedChange={(checked) => onChange({ ...options, dawidSkene: checked === true })}
        />
        <Checkbox
          label="Second opinion by MACE, whose raters either know or guess"
          checked={options.mace}
          onCheckedChange={(checked) => onChange({ ...options, mace: checked === true })}
        />
        <Checkbox
          label="The ceiling: each rater against what more than half of the others say"
          checked={options.ceiling}
          onCheckedChange={(checked) => onChange({ ...options, ceiling: checked === true })}
        />
      </div>
    </Folded>
  )
}

const LIMIT = `at most ${MAX_FILE_BYTES / 1e6} MB`
const EXAMPLE = 'unit,kim,lee\ns1,true,true\ns2,true,false'

/** Any ratings, pasted or dropped: the same report as the command line and the API give. */
export function RatingsView() {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [options, setOptions] = useState(NO_OPTIONS)
  const check = useCheckRatings()
  const report = useRef<HTMLElement>(null)
  // It stands below the form, often out of sight.
  useEffect(() => {
    if (check.data) report.current?.focus()
  }, [check.data])
  const take = async (file: File | undefined) => {
    if (!file) return
    const fits = file.size <= MAX_FILE_BYTES
    setRefused(fits ? null : `${file.name} is larger than ${MAX_FILE_BYTES / 1e6} MB. Use the command line.`)
    // What stood there before must not be computed in the place of a file that was refused.
    setText(fits ? await file.text() : '')
  }
  const submit = () => {
    const tooLarge = new Blob([text]).size > MAX_FILE_BYTES
    const nothing = refused ?? 'Paste ratings or drop a file first.'
    const problem = text.trim() === '' ? nothing : tooLarge ? `Send ${LIMIT}.` : null
    setRefused(problem)
    if (problem === null) check.mutate({ text, options: optionsOf(options) })
  }
  return (
    <>
      <PageHeader
        title="Check ratings"
        description="Agreement of the raters in any file of yours, counted as in projects. Nothing is stored."
      />
      <form
        className="grid grid-cols-1 gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Panel title="Ratings">
          <FileDrop
            label="Drop a file here, or choose one"
            accept=".csv,.tsv,.txt,.json,.jsonl"
            hint={`CSV with one row a unit and one column a rater, or columns unit, rater, label; of spans columns annotator, item, text or length, start, end, label; JSON or JSON lines; ${LIMIT}.`}
            onFiles={(files) => void take(files[0])}
          />
          <Field label="Or paste them" className="mt-4">
            <Textarea
              rows={8}
              dir="ltr"
              spellCheck={false}
              placeholder={EXAMPLE}
              className="max-h-96 font-mono text-sm"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          </Field>
        </Panel>
        <RatingOptionsForm options={options} onChange={setOptions} />
        <Button type="submit" variant="primary" loading={check.isPending} className="justify-self-start">
          Compute agreement
        </Button>
      </form>
      <div aria-live="polite" className="mt-6 space-y-4">
        {refused ? <Callout tone="danger">{refused}</Callout> : null}
        {check.error && !refused ? <Callout tone="danger">{inWordsOfTheForm(messageOf(check.error))}</Callout> : null}
      </div>
      {check.data && !check.isPending && !check.error ? (
        <section
          ref={report}
          tabIndex={-1}
          aria-label="Agreement of the ratings"
          className="mt-6 grid scroll-mt-20 grid-cols-1 gap-4 outline-none"
        >
          <ReportView report={check.data} />
        </section>
      ) : null}
    </>
  )
}

const messageOf = (error: Error): string =>
  error instanceof ApiError ? error.message : 'The report could not be read. Try again.'
