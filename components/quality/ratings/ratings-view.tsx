'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { FileDrop } from '@/components/ui/file-drop'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Textarea } from '@/components/ui/textarea'
import { ApiError } from '@/lib/platform/client/api-error'
import { MAX_FILE_BYTES } from '@/lib/quality/rater-matrix/contract'
import { useCheckRatings } from '@/lib/quality/rater-matrix/hooks'
import { inWordsOfTheForm } from './in-words-of-the-form'
import { NO_OPTIONS, optionsOf, RatingOptionsForm } from './rating-options-form'
import { ReportView } from './report-view'

const LIMIT = `at most ${MAX_FILE_BYTES / 1e6} MB`
const EXAMPLE = 'unit,kim,lee\ns1,true,true\ns2,true,false'

/** Any ratings, pasted or dropped: the same report as the command line and the API give. */
export function RatingsView() {
  const [text, setText] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const [options, setOptions] = useState(NO_OPTIONS)
  const check = useCheckRatings()
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
            hint={`CSV with one row a unit and one column a rater, or columns unit, rater, label; JSON or JSON lines; ${LIMIT}.`}
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
      <div aria-live="polite" className="mt-6 grid grid-cols-1 gap-4">
        {refused ? <Callout tone="danger">{refused}</Callout> : null}
        {check.error && !refused ? <Callout tone="danger">{inWordsOfTheForm(messageOf(check.error))}</Callout> : null}
        {check.data && !check.isPending && !check.error ? <ReportView report={check.data} /> : null}
      </div>
    </>
  )
}

const messageOf = (error: Error): string =>
  error instanceof ApiError ? error.message : 'The report could not be read. Try again.'
