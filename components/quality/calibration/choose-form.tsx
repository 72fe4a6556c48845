'use client'

import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import type { CalibrationView, ChooseItems } from '@/lib/quality/calibration/contract'
import { useChooseItems } from '@/lib/quality/calibration/hooks'
import { parsePositions } from './parse-positions'

const WAYS = [
  { value: 'labels', label: 'By label' },
  { value: 'random', label: 'By chance' },
  { value: 'positions', label: 'By number' },
  { value: 'filter', label: 'All of a domain or tag' },
] as const
type Way = (typeof WAYS)[number]['value']

/** Stands for all domains, since a select needs a word for everything. */
const ANY = '*'

interface ChooseFormProps {
  projectId: string
  candidates: CalibrationView['candidates']
  questions: CalibrationView['questions']
}

/** Chooses gold to serve: some by label or by chance, named items, or all of a domain. */
export function ChooseForm({ projectId, candidates, questions }: ChooseFormProps) {
  const choose = useChooseItems(projectId)
  const stages = [...new Map(candidates.map(({ stage, stageTitle }) => [stage, stageTitle]))]
  const [wanted, setStage] = useState(stages[0]?.[0] ?? '')
  const [how, setHow] = useState<Way>('labels')
  const [domain, setDomain] = useState(ANY)
  const [measure, setMeasure] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (stages.length === 0) return null
  const stage = stages.some(([key]) => key === wanted) ? wanted : (stages[0]?.[0] ?? '')
  const here = candidates.filter((each) => each.stage === stage)
  const domains = here.flatMap(({ domain: name, count }) => (name === null ? [] : [{ name, count }]))
  const total = here.reduce((sum, { count }) => sum + count, 0)
  const stageQuestions = questions.filter((each) => each.stage === stage)
  const question = stageQuestions.find((each) => each.measure === measure) ?? stageQuestions[0]
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const choice = choiceOf(how, form, { domain, measure: question?.measure ?? '' })
    setProblem(choice ? null : 'Give the numbers of items, separated by commas, such as 3, 17, 20-25.')
    if (choice) choose.mutate({ stage, choice })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <div className="flex flex-wrap items-end gap-4">
        {stages.length > 1 ? (
          <Field label="Stage">
            <Select
              value={stage}
              onValueChange={setStage}
              options={stages.map(([value, label]) => ({ value, label }))}
            />
          </Field>
        ) : null}
        <Field label="Choose">
          <SegmentedControl options={WAYS} value={how} onValueChange={setHow} />
        </Field>
        {how === 'labels' && stageQuestions.length > 1 ? (
          <Field label="Question">
            <Select
              value={question?.measure ?? ''}
              onValueChange={setMeasure}
              options={stageQuestions.map((each) => ({ value: each.measure, label: each.title }))}
            />
          </Field>
        ) : null}
        {how === 'random' || how === 'labels' ? (
          <Field label="How many">
            <Input name="count" type="number" min={1} max={1000} defaultValue={Math.min(10, total)} required />
          </Field>
        ) : null}
        {how === 'positions' ? (
          <Field label="Item numbers" error={problem}>
            <Input name="positions" placeholder="3, 17, 20-25" required />
          </Field>
        ) : null}
        {how === 'filter' ? (
          <>
            <Field label="Domain">
              <Select
                value={domain}
                onValueChange={setDomain}
                options={[
                  { value: ANY, label: `All (${total})` },
                  ...domains.map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
                ]}
              />
            </Field>
            <Field label="Tag" hint="Empty: whatever their tags.">
              <Input name="tag" maxLength={60} autoComplete="off" />
            </Field>
          </>
        ) : null}
        <Button type="submit" loading={choose.isPending}>
          Add
        </Button>
      </div>
      <p className="text-muted text-sm">
        {total} gold items of this stage can still be chosen.
        {how === 'labels' ? ' Drawn by chance so that gold gives every value of the question about as often.' : null}
      </p>
      {choose.data ? <Result {...choose.data} /> : null}
      {choose.error ? (
        <Callout tone="danger" title="Nothing was added">
          {choose.error.message}
        </Callout>
      ) : null}
    </form>
  )
}

function choiceOf(
  how: Way,
  form: FormData,
  { domain, measure }: { domain: string; measure: string },
): ChooseItems['choice'] | null {
  if (how === 'labels') return { how, measure, count: Number(form.get('count')) }
  if (how === 'random') return { how, count: Number(form.get('count')) }
  if (how === 'filter') {
    const tag = String(form.get('tag') ?? '').trim()
    return { how, domain: domain === ANY ? undefined : domain, tag: tag || undefined }
  }
  const positions = parsePositions(String(form.get('positions') ?? ''))
  return positions && { how, positions }
}

function Result({ added, passedOver }: { added: number; passedOver: readonly number[] }) {
  return (
    <Callout live tone={added > 0 ? 'success' : 'warning'} title={`${added} ${added === 1 ? 'item' : 'items'} added`}>
      {passedOver.length > 0
        ? `Left out, because they are not gold in this stage, discarded, or chosen already: ${passedOver.join(', ')}.`
        : null}
    </Callout>
  )
}
