'use client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import type { PracticeBar } from '@/lib/quality/practice/contract'
import { useUpdatePractice } from '@/lib/quality/practice/hooks'
import type { Candidate, ManagedPractice, PracticeQuestion } from '@/lib/quality/practice/own-items/contract'
import {
  managedPracticeQuery,
  useAddItem,
  useFindCandidate,
  useRemoveItem,
} from '@/lib/quality/practice/own-items/hooks'
import { FEWEST_ITEMS, FEWEST_OF_A_VALUE, isBar, questionKey } from '@/lib/quality/practice/rules'

interface ManagePracticeProps {
  projectId: string
  initialData: ManagedPractice
  /** The number of an item that somebody comes with, to add it. */
  item?: number
}

/** What the project asks of practice, and the items that it adds of its own gold. For managers. */
export function ManagePractice({ projectId, initialData, item }: ManagePracticeProps) {
  const { data } = useQuery({ ...managedPracticeQuery(projectId), initialData })
  return (
    <>
      <Panel title="What the project asks" description="It holds from the next task that anybody takes.">
        <div className="space-y-5">
          <Requirement projectId={projectId} required={data.settings.required} />
          <BarsForm projectId={projectId} data={data} />
        </div>
      </Panel>
      <Panel
        title="Items of your own"
        description="Gold of this project can be practised with. People who have practised with an item have seen its answers, and are not given its task anew."
      >
        <div className="space-y-5">
          <OwnItems projectId={projectId} items={data.items} />
          <AddForm projectId={projectId} stages={data.stages} item={item} />
        </div>
      </Panel>
    </>
  )
}

function Requirement({ projectId, required }: { projectId: string; required: boolean }) {
  const update = useUpdatePractice(projectId)
  return (
    <>
      <Switch
        label="Practice comes before the first task of a stage"
        hint="People who have begun a task of the stage go on as they are."
        checked={required}
        disabled={update.isPending}
        onCheckedChange={(to) => update.mutate({ required: to }, { onSuccess: () => toast.success('Saved') })}
      />
      {update.error ? <Callout tone="danger">{update.error.message}</Callout> : null}
    </>
  )
}

const BARS = [
  { name: 'recall', label: 'Least recall of the rare value', unit: '%', scale: 1, step: '1' },
  { name: 'kappa', label: 'Least kappa', unit: '', scale: 100, step: 'any' },
] as const

/** Bars by question, beside how often each value is expected. Only questions that a bar can hold have fields. */
function BarsForm({ projectId, data: { questions } }: { projectId: string; data: ManagedPractice }) {
  const update = useUpdatePractice(projectId)
  const [changed, setChanged] = useState<Record<string, PracticeBar>>({})
  const held = questions.filter(({ canHaveBar, bar }) => canHaveBar || isBar(bar))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    update.mutate(
      { bars: changed },
      {
        onSuccess: () => {
          setChanged({})
          toast.success('Saved')
        },
      },
    )
  }
  const set = (question: PracticeQuestion, name: keyof PracticeBar, value: number | null) =>
    setChanged((before) => {
      const key = questionKey(question)
      return { ...before, [key]: { ...(before[key] ?? question.bar), [name]: value } }
    })
  const rule = `A question can have a bar from ${FEWEST_ITEMS} items of its stage on, with every value expected ${FEWEST_OF_A_VALUE} times or more.`
  if (held.length === 0)
    return <p className="text-muted text-sm">{rule} No question has so many here yet: add items of your own.</p>
  return (
    <form onSubmit={submit} className="space-y-3">
      <p className="text-muted text-sm">
        {rule} Bars are held against the last answers to each item. Percent alone would be reached by giving every unit
        the same value, so there is no bar on it.
      </p>
      <Table caption="Bars of practice by question">
        <thead>
          <tr>
            <Th>Question</Th>
            <Th>Expected</Th>
            {BARS.map(({ name, label }) => (
              <Th key={name}>{label}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {held.map((question) => {
            const bar = changed[questionKey(question)] ?? question.bar
            return (
              <Tr key={questionKey(question)}>
                <Th scope="row" className={isBar(bar) ? 'font-medium' : 'text-muted'}>
                  {question.title}
                  <span className="block text-muted text-xs">{question.stageTitle}</span>
                </Th>
                <Td className="text-sm">
                  {question.values.map(({ text, units }) => `${text} ${units}`).join(', ')}
                  {question.canHaveBar ? null : (
                    <span className="block text-muted text-xs">Too few now: the bar judges nobody.</span>
                  )}
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
      <Button type="submit" loading={update.isPending} disabled={Object.keys(changed).length === 0}>
        Save the bars
      </Button>
    </form>
  )
}

function OwnItems({ projectId, items }: { projectId: string; items: ManagedPractice['items'] }) {
  const remove = useRemoveItem(projectId)
  if (items.length === 0) return <p className="text-muted text-sm">None yet.</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {items.map(({ id, position, title, stageTitle, served }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-sm">
            <span className="text-muted tabular-nums">{position}</span>
            <span dir="auto" className="wrap-anywhere min-w-0 flex-1 basis-48">
              {title}
            </span>
            <span className="text-muted text-xs">
              {stageTitle}
              {served
                ? ''
                : ' · not practised with: its gold has changed. Take it out, and add it again with its reasons'}
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Take item ${position} out of practice`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              Take out
            </Button>
          </li>
        ))}
      </ul>
      {remove.error ? <Callout tone="danger">{remove.error.message}</Callout> : null}
    </>
  )
}

/** Where somebody who comes with an item is brought. */
const ADD_ANCHOR = 'add-to-practice'

type Place = { stage: string; position: number }
type AddFormProps = { projectId: string; stages: ManagedPractice['stages']; item: number | undefined }

/** Finds an item by its number, then takes it in with reasons. */
function AddForm({ projectId, stages, item }: AddFormProps) {
  const find = useFindCandidate(projectId)
  // What was found stays until something else is: a wrong number loses no reasons.
  const [found, setFound] = useState<{ place: Place; candidate: Candidate } | null>(null)
  const [stage, setStage] = useState(stages[0]?.key ?? '')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const position = Number(new FormData(event.currentTarget).get('position'))
    const place = { stage, position }
    find.mutate(place, { onSuccess: (candidate) => setFound({ place, candidate }) })
  }
  return (
    <div id={ADD_ANCHOR} className="scroll-mt-20 space-y-4">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-4">
        {stages.length > 1 ? (
          <Field label="Stage">
            <Select
              value={stage}
              onValueChange={setStage}
              options={stages.map(({ key, title }) => ({ value: key, label: title }))}
            />
          </Field>
        ) : null}
        <Field label="Number of a gold item">
          <Input name="position" type="number" min={1} required defaultValue={item} className="w-32" />
        </Field>
        <Button type="submit" loading={find.isPending}>
          Look it up
        </Button>
      </form>
      {find.error ? <Callout tone="danger">{find.error.message}</Callout> : null}
      {found ? (
        <ReasonsForm
          key={`${found.place.stage} ${found.place.position} ${found.candidate.version}`}
          projectId={projectId}
          place={found.place}
          candidate={found.candidate}
          onAdded={() => setFound(null)}
        />
      ) : null}
    </div>
  )
}

interface ReasonsFormProps {
  projectId: string
  place: Place
  candidate: Candidate
  onAdded(): void
}

function ReasonsForm({ projectId, place, candidate: { version, title, answers }, onAdded }: ReasonsFormProps) {
  const add = useAddItem(projectId)
  // The second click of a double click comes before the button is drawn as busy.
  const isSent = useRef(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSent.current) return
    isSent.current = true
    const form = new FormData(event.currentTarget)
    const reasons: Record<string, Record<string, string>> = {}
    for (const { unit, question } of answers) {
      const text = String(form.get(`${unit} ${question}`) ?? '').trim()
      if (text !== '') reasons[unit] = { ...reasons[unit], [question]: text }
    }
    add.mutate(
      { ...place, version, reasons },
      {
        onSuccess: () => {
          toast.success('Added')
          onAdded()
        },
        onError: () => {
          isSent.current = false
        },
      },
    )
  }
  return (
    <form onSubmit={submit} className="space-y-4 rounded-lg border border-line p-4">
      <p className="font-medium text-sm">
        {place.position}. <bdi>{title}</bdi>
      </p>
      <p className="text-muted text-sm">Write why an answer is right, for those that can be got wrong.</p>
      {answers.map(({ unit, question, name, text, expected }) => (
        <Field
          key={`${unit} ${question}`}
          label={
            <>
              {name} – {expected}
            </>
          }
          hint={text === '' ? undefined : <bdi className="line-clamp-2">{text}</bdi>}
        >
          <Textarea name={`${unit} ${question}`} rows={1} maxLength={2000} />
        </Field>
      ))}
      {add.error ? (
        <Callout tone="danger" title="Nothing was added">
          {add.error.message}
        </Callout>
      ) : null}
      <Button type="submit" loading={add.isPending}>
        Add to practice
      </Button>
    </form>
  )
}
