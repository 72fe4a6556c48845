'use client'
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { optionBinding, pickBinding } from '@/components/annotation/workbench/keys'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Kbd } from '@/components/ui/kbd'
import { RadioGroup } from '@/components/ui/radio-group'
import { Textarea } from '@/components/ui/textarea'
import { useKeymap } from '@/components/ui/use-keymap'
import { useSendKey } from '@/components/ui/use-send-key'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { ESCAPE } from '@/lib/platform/client/fixed-keys'
import { SEND } from '@/lib/platform/client/form-keys'
import { useStoredDraft } from '@/lib/platform/client/use-stored-draft'
import { isOpenTo, listedValues, numberToChoose, rankOf, withChoice } from '@/lib/protocols/option-lists'
import { isPick, numberToPick, type PickQuestion, pickedFrom, referencesIn, withPick } from '@/lib/protocols/picks'
import type { Json, Option, Question } from '@/lib/protocols/protocol'
import { codePointLength } from '@/lib/text/code-points'
import { NOT_A_NUMBER, readNumber } from '@/lib/text/read-number'
import { useDeskContext } from './desk-context'
import { SpansForm } from './spans-form'
import { linksToText, partName, spanText, textToLinks } from './words'

type PlaceFieldProps = { unit: string; value: Json; onChange: (value: Json) => void }

/** Which parts of the unit a value names. */
function ReferencesField({ unit, value, onChange }: PlaceFieldProps) {
  const { stage, view } = useDeskContext()
  const chosen = referencesIn(value)
  const parts = view.units.filter(({ parent }) => parent === unit)
  if (parts.length === 0) return <p className="text-muted text-sm">There is nothing to choose from.</p>
  return (
    <ul className="space-y-2">
      {parts.map(({ key, text }) => (
        <li key={key}>
          <Checkbox
            label={partName(stage, view.units, key)}
            hint={<span className="line-clamp-2">{text}</span>}
            checked={chosen.includes(key)}
            onCheckedChange={(checked) =>
              onChange(
                parts
                  .map((part) => part.key)
                  .filter((each) => (each === key ? checked === true : chosen.includes(each))),
              )
            }
          />
        </li>
      ))}
    </ul>
  )
}

/** A stretch of the text that the unit is a part of, given by its words. */
function SpanField({ unit, value, onChange }: PlaceFieldProps) {
  const { view } = useDeskContext()
  const [words, setWords] = useState(() => spanText(value, { units: view.units, unit }).slice(1, -1))
  const parent = view.units.find(({ key }) => key === unit)?.parent
  const text = view.units.find(({ key }) => key === parent)?.text ?? ''
  const isFound = words.trim() !== '' && text.includes(words.trim())
  return (
    <Field
      label="Which words?"
      hint={text}
      error={words.trim() === '' || isFound ? undefined : 'These words are not in the text, in this order.'}
    >
      <Textarea
        rows={2}
        value={words}
        dir="auto"
        onChange={(event) => {
          setWords(event.target.value)
          onChange(spanOfWords(text, event.target.value.trim()))
        }}
      />
    </Field>
  )
}

/** Where the words stand first, in code points; null where they do not. */
function spanOfWords(text: string, words: string): Json {
  const offset = words === '' ? -1 : text.indexOf(words)
  if (offset < 0) return null
  const start = codePointLength(text.slice(0, offset))
  return { start, end: start + codePointLength(words) }
}

type ValueFormProps = {
  title: string
  question: Question
  /** The unit it is about. */
  unit: string
  initial: Json
  /** Whose wording a text starts from, in a sentence. */
  startsFrom?: string
  /** Under which name what is written is kept in this browser until it is saved. */
  keptAs: string
  remark: { label: string; hint: string }
  saveLabel: string
  onSave: (value: Json, remark: string) => Promise<void>
  onCancel: () => void
  extra?: ReactNode
}

/** A value of one's own with a few words about it: for settling otherwise, and for proposing. */
export function ValueForm(props: ValueFormProps) {
  const { title, question, unit, initial, startsFrom, keptAs, remark, saveLabel, onSave, onCancel, extra } = props
  const { value, setValue, ...kept } = useKeptValue(question, initial, keptAs)
  const [words, setWords, letGoOfWords] = useStoredDraft(`reason ${keptAs}`)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The form opens by a key, so the focus goes where the next key is meant.
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>('[role="radio"], [role="checkbox"], textarea')
      ?.focus({ preventScroll: true })
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    if (isMissing(question, value)) return setError(question.form === 'number' ? NOT_A_NUMBER : missingWords(question))
    setBusy(true)
    setError(null)
    try {
      await onSave(value, words)
      kept.letGo()
      letGoOfWords(words)
    } catch (cause) {
      setError(cause instanceof Error ? cause.message : 'It could not be saved. Try again.')
    }
    setBusy(false)
  }
  // The focus stays: whoever changes their mind presses the next key for another option, and Tab leads to the words.
  const choose = (option: Option) => setValue(withChoice(question, value, option.value))
  return (
    <form
      ref={form}
      aria-label={title}
      onSubmit={save}
      onKeyDown={useSendKey()}
      className="space-y-3 rounded-lg border border-accent-border p-3"
    >
      <h3 className="font-semibold text-sm">{title}</h3>
      {question.form === 'spans' ? (
        <SpansForm question={question} unit={unit} value={value} onChange={setValue} />
      ) : isPick(question) ? (
        <PickField question={question} unit={unit} value={value} onChange={setValue} />
      ) : question.options && question.form !== 'choice' ? (
        <SeveralField question={question} options={question.options} value={value} onChoose={choose} />
      ) : question.options ? (
        <OptionField question={question} options={question.options} value={value} onChoose={choose} />
      ) : (
        <OpenField key={kept.beginnings} question={question} unit={unit} value={value} onChange={setValue} />
      )}
      {startsFrom && !kept.isBack ? <p className="text-muted text-sm">{startsFrom}</p> : null}
      {kept.isBack ? (
        <p className="flex flex-wrap items-center gap-2 text-muted text-sm">
          This is what you wrote here before.
          <Button size="sm" onClick={kept.startAnew}>
            Start over
          </Button>
        </p>
      ) : null}
      <Field label={remark.label} hint={remark.hint}>
        <Textarea rows={2} maxLength={4000} value={words} onChange={(e) => setWords(e.target.value)} />
      </Field>
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {extra}
        <Button onClick={onCancel} shortcut={ESCAPE}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={busy} shortcut={SEND}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

/** The values that are typed, as texts and back. */
const TYPED: Partial<Record<Question['form'], { write(value: Json): string; read(text: string): Json }>> = {
  text: { write: (value) => (typeof value === 'string' ? value : ''), read: (text) => text },
  links: { write: linksToText, read: textToLinks },
  number: {
    write: (value) => (typeof value === 'number' ? String(value) : ''),
    read: readNumber,
  },
}

const missingWords = ({ form }: Question) => (TYPED[form] ? 'Write a value first.' : 'Choose a value first.')

/** Is there no value yet? "No links" is one where the question allows it; a text without a word never is. */
const isMissing = ({ schema }: Question, value: Json): boolean =>
  value === null || (isEmpty(value) && !schema.safeParse(value).success)

const isEmpty = (value: Json): boolean =>
  typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0

/** The value being made. A text is kept in this browser from key to key, whatever becomes of the form. */
function useKeptValue(question: Question, initial: Json, keptAs: string) {
  const [draft, keep, clear] = useStoredDraft(`value ${keptAs}`)
  const typed = TYPED[question.form]
  const [isBack, setBack] = useState(typed !== undefined && draft !== '' && draft !== typed.write(initial))
  const [value, setValue] = useState<Json>(typed && isBack ? typed.read(draft) : initial)
  const [beginnings, setBeginnings] = useState(0)
  const letGo = () => clear(draft)
  return {
    value,
    setValue: (next: Json) => {
      setValue(next)
      if (typed) keep(typed.write(next))
    },
    isBack,
    beginnings,
    letGo,
    startAnew: () => {
      letGo()
      setBack(false)
      setValue(initial)
      setBeginnings(beginnings + 1)
    },
  }
}

type OptionFieldProps = {
  question: Question
  options: readonly Option[]
  value: Json
  onChoose: (option: Option) => void
}

function OptionField({ question, options, value, onChoose }: OptionFieldProps) {
  const { protocol, stage } = useDeskContext()
  const keyed = options.map((option) => [optionBinding(protocol.id, stage, question, option), option] as const)
  useKeymap(
    keyed.map(([binding]) => binding),
    Object.fromEntries(keyed.map(([{ id }, option]) => [id, () => onChoose(option)])),
  )
  return (
    <Field label={question.prompt}>
      <RadioGroup
        options={keyed.map(([shortcut, { value: each, text, definition }]) => ({
          value: String(each),
          label: text,
          hint: definition,
          shortcut,
        }))}
        value={value === null ? null : String(value)}
        onValueChange={(chosen) => {
          const option = options.find((each) => String(each.value) === chosen)
          if (option) onChoose(option)
        }}
      />
    </Field>
  )
}

/** Options of which several are chosen, or which are put into an order: each key does what it does on the workbench. */
function SeveralField({ question, options, value, onChoose }: OptionFieldProps) {
  const { protocol, stage } = useDeskContext()
  const keyed = options.map((option) => [optionBinding(protocol.id, stage, question, option), option] as const)
  useKeymap(
    keyed.map(([binding]) => binding),
    Object.fromEntries(keyed.map(([{ id }, option]) => [id, () => onChoose(option)])),
  )
  const isRank = question.form === 'rank'
  const number = numberToChoose(question)
  const order = rankOf(question, value)
  const visibleOptions = isRank ? order.flatMap((each) => keyed.filter(([, option]) => option.value === each)) : keyed
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">
        {question.prompt}
        {number ? <span className="font-normal text-muted"> {number}</span> : null}
      </legend>
      <ul className="space-y-2">
        {visibleOptions.map(([shortcut, option], place) => (
          <li key={String(option.value)}>
            {isRank ? (
              <Button
                shortcut={shortcut}
                aria-label={`Move ${option.text} up from place ${place + 1}`}
                onClick={() => onChoose(option)}
              >
                {place + 1}. {option.text}
              </Button>
            ) : (
              <Checkbox
                label={option.text}
                hint={option.definition}
                checked={listedValues(value).includes(option.value)}
                disabled={!isOpenTo(question, value, option)}
                onCheckedChange={() => onChoose(option)}
              />
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** What stands side by side, by its place in the record, and what is said instead; each has its key of the workbench. */
function PickField({ question, unit, value, onChange }: PlaceFieldProps & { question: PickQuestion }) {
  const { protocol, stage, view } = useDeskContext()
  const picked = referencesIn(value)
  const units = pickedFrom(question, view.units, unit).map(({ key, text }, place) => ({
    shortcut: pickBinding(protocol.id, stage, question, place),
    label: partName(stage, view.units, key),
    hint: text,
    isChosen: picked.includes(key),
    choose: () => onChange(withPick(question, value, key)),
  }))
  const options = (question.options ?? []).map((option) => ({
    shortcut: optionBinding(protocol.id, stage, question, option),
    label: option.text,
    hint: option.definition,
    isChosen: value === option.value,
    choose: () => onChange(value === option.value ? null : option.value),
  }))
  const all = [...units, ...options]
  useKeymap(
    all.map(({ shortcut }) => shortcut),
    Object.fromEntries(all.map(({ shortcut, choose }) => [shortcut.id, choose])),
  )
  const aria = useAriaKeys()
  const number = numberToPick(question)
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">
        {question.prompt}
        {number ? <span className="font-normal text-muted"> {number}</span> : null}
      </legend>
      <ul className="space-y-2">
        {all.map(({ shortcut, label, hint, isChosen, choose }) => (
          <li key={shortcut.id}>
            <Checkbox
              label={
                <span className="flex items-center gap-2">
                  {label} <Kbd of={shortcut} hidden />
                </span>
              }
              aria-keyshortcuts={aria(shortcut)}
              hint={
                <span dir="auto" className="line-clamp-2">
                  {hint}
                </span>
              }
              checked={isChosen}
              onCheckedChange={choose}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type OpenFieldProps = { question: Question; unit: string; value: Json; onChange: (value: Json) => void }

function OpenField({ question, unit, value, onChange }: OpenFieldProps) {
  if (question.form === 'references') return <ReferencesField unit={unit} value={value} onChange={onChange} />
  if (question.form === 'span') return <SpanField unit={unit} value={value} onChange={onChange} />
  return <TextField question={question} value={value} onChange={onChange} />
}

function TextField({
  question,
  value,
  onChange,
}: {
  question: Question
  value: Json
  onChange: (value: Json) => void
}) {
  const isLinks = question.form === 'links'
  const typed = TYPED[question.form]
  const [text, setText] = useState(() => typed?.write(value) ?? '')
  return (
    <Field label={question.prompt} hint={isLinks ? 'One address a line; a note may follow after a blank.' : undefined}>
      <Textarea
        rows={question.form === 'number' ? 1 : 4}
        value={text}
        dir={isLinks ? 'ltr' : 'auto'}
        onChange={(event) => {
          setText(event.target.value)
          onChange(typed?.read(event.target.value) ?? null)
        }}
      />
    </Field>
  )
}
