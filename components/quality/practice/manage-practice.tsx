'use client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { BarsEditor, KAPPA, RECALL } from '@/components/quality/calibration/bars-editor'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { Textarea } from '@/components/ui/textarea'
import { toast } from '@/components/ui/toast'
import { useOneAtATime } from '@/components/ui/use-one-at-a-time'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { useUpdatePractice } from '@/lib/quality/practice/hooks'
import type { Candidate, ManagedPractice } from '@/lib/quality/practice/own-items/contract'
import {
  managedPracticeQuery,
  useAddItem,
  useFindCandidate,
  useRemoveItem,
} from '@/lib/quality/practice/own-items/hooks'
import { FEWEST_ITEMS, FEWEST_OF_A_VALUE, isBar } from '@/lib/quality/practice/rules'

interface ManagePracticeProps {
  userId: string
  projectId: string
  initialData: ManagedPractice
  /** The number of an item that somebody comes with, to add it. */
  item?: number
}

/** What the project asks of practice, and the items that it adds of its own gold. For managers. */
export function ManagePractice({ userId, projectId, initialData, item }: ManagePracticeProps) {
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
          <AddForm userId={userId} projectId={projectId} stages={data.stages} item={item} />
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

/** Bars by question, beside how often each value is expected. Only questions that a bar can hold have fields. */
function BarsForm({ projectId, data: { questions } }: { projectId: string; data: ManagedPractice }) {
  const update = useUpdatePractice(projectId)
  const barQuestions = questions.filter(({ canHaveBar, bar }) => canHaveBar || isBar(bar))
  const rule = `A question can have a bar from ${FEWEST_ITEMS} items of its stage on, with every value expected ${FEWEST_OF_A_VALUE} times or more.`
  if (barQuestions.length === 0)
    return <p className="text-muted text-sm">{rule} No question has so many here yet: add items of your own.</p>
  return (
    <BarsEditor
      caption="Bars of practice by question"
      valuesHeading="Expected"
      fields={[RECALL, KAPPA]}
      questions={barQuestions.map((question) => ({
        ...question,
        note: question.canHaveBar ? null : 'Too few now: the bar judges nobody.',
      }))}
      saving={{
        isPending: update.isPending,
        error: update.error,
        save: (bars, on) => update.mutate({ bars }, on),
      }}
    >
      <p className="text-muted text-sm">
        {rule} Bars are held against the last answers to each item. Percent alone would be reached by giving every unit
        the same value, so there is no bar on it.
      </p>
    </BarsEditor>
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
type AddFormProps = { userId: string; projectId: string; stages: ManagedPractice['stages']; item: number | undefined }

/** Finds an item by its number, then takes it in with reasons. */
function AddForm({ userId, projectId, stages, item }: AddFormProps) {
  const find = useFindCandidate(projectId)
  const storedReasons = useKeptReasons(userId, projectId)
  // What was found stays until something else is: a wrong number loses no reasons.
  const [found, setFound] = useState<Found | null>(null)
  const [stage, setStage] = useState(stages[0]?.key ?? '')
  const [isForgetting, setForgetting] = useState(false)
  const number = useRef<HTMLInputElement>(null)
  const nameOf = (place: Place) => {
    const { title } = stages.find(({ key }) => key === place.stage) ?? {}
    return stages.length > 1 ? `${place.position} (${title ?? place.stage})` : String(place.position)
  }
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
          <Input ref={number} name="position" type="number" min={1} required defaultValue={item} className="w-32" />
        </Field>
        <Button type="submit" loading={find.isPending}>
          Look it up
        </Button>
      </form>
      {storedReasons.begun.length > 0 && found === null ? (
        <p className="text-muted text-sm">
          Reasons that you wrote for {storedReasons.begun.length === 1 ? 'item' : 'items'}{' '}
          {storedReasons.begun.map(nameOf).join(', ')} are kept in this browser: look{' '}
          {storedReasons.begun.length === 1 ? 'it' : 'them'} up to go on.{' '}
          <Button size="sm" variant="ghost" onClick={() => setForgetting(true)}>
            Forget {storedReasons.begun.length === 1 ? 'it' : 'them'}
          </Button>
        </p>
      ) : null}
      {/* Beside the sentence, which goes before the dialog has closed. */}
      <AlertDialog
        title="Forget these reasons?"
        description="What you wrote and have not added is removed from this browser."
        confirmLabel="Forget"
        onConfirm={storedReasons.forget}
        open={isForgetting}
        onOpenChange={setForgetting}
        opener={number}
      />
      {find.error ? <Callout tone="danger">{find.error.message}</Callout> : null}
      {found ? (
        <ReasonsForm
          key={`${found.place.stage} ${found.place.position} ${found.candidate.version}`}
          projectId={projectId}
          place={found.place}
          candidate={found.candidate}
          kept={storedReasons.of(found)}
          onWrite={(reasons) => storedReasons.write(found, reasons)}
          onAdded={() => {
            storedReasons.write(found, {})
            setFound(null)
          }}
        />
      ) : null}
    </div>
  )
}

interface Found {
  place: Place
  candidate: Candidate
}

const keptSchema = z.record(
  z.string(),
  z.object({ version: z.number(), reasons: z.record(z.string(), z.record(z.string(), z.string())) }),
)
type Kept = z.infer<typeof keptSchema>
type Reasons = Kept[string]['reasons']

/** Those about answers that there are. */
const reasonsFor = (answers: Candidate['answers'], reasons: Reasons): Reasons => {
  const answerReasons: Reasons = {}
  for (const { unit, question } of answers) {
    const text = reasons[unit]?.[question]
    if (text !== undefined) answerReasons[unit] = { ...answerReasons[unit], [question]: text }
  }
  return answerReasons
}

/** The texts about answers that there are no longer. */
const reasonsBeside = (answers: Candidate['answers'], reasons: Reasons): { name: string; text: string }[] => {
  const answerReasons = reasonsFor(answers, reasons)
  return Object.entries(withoutBlanks(reasons)).flatMap(([unit, texts]) =>
    Object.entries(texts).flatMap(([question, text]) =>
      answerReasons[unit]?.[question] === undefined ? [{ name: `${unit} ${question}`, text }] : [],
    ),
  )
}

const withoutBlanks = (reasons: Reasons): Reasons =>
  Object.fromEntries(
    Object.entries(reasons).flatMap(([unit, texts]) => {
      const written = Object.entries(texts).flatMap(([question, text]) =>
        text.trim() === '' ? [] : [[question, text.trim()] as const],
      )
      return written.length === 0 ? [] : [[unit, Object.fromEntries(written)] as const]
    }),
  )

/** Reasons that were written and not added, by item: kept in this browser through a reload, with the version of its gold that the first of them was written about. */
function useKeptReasons(userId: string, projectId: string) {
  const [stored, keep] = useStoredDraft(`reasons for practice of ${userId} ${projectId}`)
  const all = keptIn(stored)
  const nameOf = ({ place: { stage, position } }: Found) => `${stage} ${position}`
  return {
    of: (found: Found) => all[nameOf(found)] ?? null,
    forget: () => keep(''),
    write(found: Found, reasons: Reasons) {
      const { [nameOf(found)]: _, ...others } = all
      const isBlank = Object.keys(withoutBlanks(reasons)).length === 0
      const version = all[nameOf(found)]?.version ?? found.candidate.version
      const next = isBlank ? others : { ...others, [nameOf(found)]: { version, reasons } }
      keep(Object.keys(next).length === 0 ? '' : JSON.stringify(next))
    },
    /** The items that were begun. */
    begun: Object.keys(all).map((name): Place => {
      const separatorIndex = name.lastIndexOf(' ')
      return { stage: name.slice(0, separatorIndex), position: Number(name.slice(separatorIndex + 1)) }
    }),
  }
}

function keptIn(stored: string): Kept {
  try {
    return keptSchema.parse(JSON.parse(stored === '' ? '{}' : stored))
  } catch {
    return {}
  }
}

interface ReasonsFormProps {
  projectId: string
  place: Place
  candidate: Candidate
  /** What was written so far, here or before a reload; null: nothing. */
  kept: Kept[string] | null
  onWrite(reasons: Reasons): void
  onAdded(): void
}

function ReasonsForm({ projectId, place, candidate, kept, onWrite, onAdded }: ReasonsFormProps) {
  const { version, title, answers } = candidate
  const isOfEarlier = kept !== null && kept.version !== version
  const reasons = kept?.reasons ?? {}
  const unplaced = reasonsBeside(answers, reasons)
  const add = useAddItem(projectId)
  const once = useOneAtATime()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    once((done) =>
      add.mutate(
        { ...place, version, reasons: withoutBlanks(reasonsFor(answers, reasons)) },
        {
          onSuccess: () => {
            toast.success('Added')
            onAdded()
          },
          onSettled: done,
        },
      ),
    )
  }
  return (
    <form onSubmit={submit} className="space-y-4 rounded-lg border border-line p-4">
      <p className="font-medium text-sm">
        {place.position}. <bdi>{title}</bdi>
      </p>
      <p className="text-muted text-sm">Write why an answer is right, for those that can be got wrong.</p>
      {isOfEarlier ? (
        <Callout>
          The gold of this item has changed since you wrote these reasons. Check whether they still hold.
          {unplaced.length > 0 ? (
            <>
              <p className="mt-2">These are about answers that it no longer has. They are not added:</p>
              <ul className="list-disc ps-4">
                {unplaced.map(({ name, text }) => (
                  <li key={name}>
                    <bdi>{text}</bdi>
                  </li>
                ))}
              </ul>
            </>
          ) : null}
        </Callout>
      ) : null}
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
          <Textarea
            rows={1}
            maxLength={2000}
            readOnly={add.isPending}
            value={reasons[unit]?.[question] ?? ''}
            onChange={({ target }) => onWrite({ ...reasons, [unit]: { ...reasons[unit], [question]: target.value } })}
          />
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
