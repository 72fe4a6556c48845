'use client'
import { useEffect, useMemo, useRef, useState } from 'react'
import { AddressLink } from '@/components/ui/address-text'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { Trash2 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { Kbd } from '@/components/ui/kbd'
import { TONE_BOX, TONE_OUTLINE } from '@/components/ui/tone'
import { useKeyTest } from '@/components/ui/use-keymap'
import { useAriaKeys } from '@/components/ui/use-shortcut'
import { answerOf, standingAnswer } from '@/lib/protocols/completeness'
import { partsOf } from '@/lib/protocols/made-units'
import { isPick, referencesIn, withReference } from '@/lib/protocols/picks'
import type { Link, Span, UnitDraft } from '@/lib/protocols/protocol'
import { fieldId, type QuestionProps, useBench } from './bench-context'
import { FIELD_KEYS, optionBinding } from './keys'
import { linkDraftName, withDraft } from './link-drafts'
import { linksOf, linkValue } from './links'
import { ListQuestion } from './list-question'
import { isPlaceQuestion } from './marking/mark-acts'
import { PlaceQuestion } from './marking/place-question'
import { SpansQuestion } from './marking/spans-question'
import { NumberQuestion } from './number-question'
import { OptionText, SUGGESTED_OPTION } from './option-text'
import { PickQuestion } from './pick-question'
import { proposeSpan } from './propose-span'
import { QuestionFrame } from './question-frame'
import { RankQuestion, SetQuestion } from './several-options'
import { SpanField } from './span-field'
import { spanFromField, spanOf, spanValue } from './spans'
import { suggestedOptions } from './suggested'
import { TextQuestion } from './text-question'
import { capitalised, kindWord, numberOf } from './unit-name'
import { useDraft } from './use-draft'

/** Web references. The address is checked for its form, never fetched; links open in a tab of their own. */
function LinksQuestion({ unit, question }: QuestionProps) {
  const { workbench, answers, readOnly, type, go } = useBench()
  const name = linkDraftName(workbench.annotationId, unit.key, question.key)
  const [draft, setDraft] = useDraft(name)
  const { problem, setProblem, field, message } = useProblem()
  const links = linksOf(answers[unit.key]?.[question.key] ?? null)
  const save = (next: readonly Link[]) => type(unit.key, question.key, next.map(linkValue))
  const add = () => {
    const added = withDraft(links, draft)
    if (!added) return
    setProblem('problem' in added ? { text: added.problem } : null)
    if ('problem' in added) return
    save(added.links)
    setDraft('')
  }
  return (
    <QuestionFrame unit={unit} question={question}>
      {links.length > 0 ? (
        <ul className="mb-2 space-y-1">
          {links.map((link) => (
            <li key={link.url} className="flex items-start gap-1 text-sm">
              <span className="wrap-anywhere min-w-0 flex-1 py-1">
                <AddressLink href={link.url} />
                {link.note ? <span className="block text-muted">{link.note}</span> : null}
              </span>
              {readOnly ? null : (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Remove ${link.url}`}
                  icon={<Trash2 aria-hidden className="size-4" />}
                  onClick={() => save(links.filter((other) => other !== link))}
                />
              )}
            </li>
          ))}
        </ul>
      ) : null}
      {readOnly ? (
        links.length === 0 && <p className="text-muted text-sm">None given.</p>
      ) : (
        <div className="flex gap-2">
          <Input
            ref={field}
            id={fieldId(unit.key, question.key)}
            aria-label={`Add a link: ${question.prompt}`}
            aria-invalid={problem !== null}
            type="url"
            inputMode="url"
            placeholder="https://…"
            dir="ltr"
            value={draft}
            onChange={(event) => {
              setDraft(event.target.value)
              setProblem(null)
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
              if (event.key === 'Enter' && draft.trim() !== '') add()
              else if (event.key === 'Enter' || event.key === 'Escape') go({ unit: unit.key, question: null })
              else return
              event.preventDefault()
            }}
          />
          <Button onClick={add}>Add</Button>
        </div>
      )}
      {problem ? (
        <p ref={message} role="alert" className="mt-1.5 text-negative-text text-sm">
          {problem.text}
        </p>
      ) : null}
    </QuestionFrame>
  )
}

/** What is wrong with the link; each refusal is brought into view, and leaves the focus in the field to correct it. */
function useProblem() {
  const [problem, setProblem] = useState<{ text: string } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!problem) return
    field.current?.focus({ preventScroll: true })
    message.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])
  return { problem, setProblem, field, message }
}

/** Which words of the whole a unit stands for: chosen with the mouse, by touch, or with Shift and the arrows. */
function SpanQuestion({ unit, question }: QuestionProps) {
  const { survey, answers, readOnly, chooseAll, go } = useBench()
  const isKey = useKeyTest()
  const text = survey.units.get(unit.parent ?? '')?.unit.text ?? ''
  const span = spanOf(answers, unit.key, question.key)
  const proposed = useMemo(() => (readOnly ? null : proposeSpan(text, unit.text)), [readOnly, text, unit.text])
  const field = useRef<HTMLTextAreaElement>(null)
  const answer = (value: Span | null) =>
    chooseAll([{ unit: unit.key, question: question.key, value: value && spanValue(value) }], { origin: 'chosen' })
  const markChosen = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {}
    const chosen = spanFromField(text, selectionStart, selectionEnd)
    if (chosen) answer(chosen)
    go({ unit: unit.key, question: chosen ? null : question.key })
  }
  return (
    <QuestionFrame unit={unit} question={question}>
      <SpanField
        ref={field}
        id={fieldId(unit.key, question.key)}
        label={question.prompt}
        text={text}
        span={span ?? proposed}
        isProposed={!span}
        marked={span ? 'Marked' : 'Proposed'}
        unmarked="Nothing is marked."
        shortcuts="Enter"
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'Escape') go({ unit: unit.key, question: null })
          else if (!readOnly && (event.key === 'Enter' || isKey(FIELD_KEYS.mark, event))) markChosen()
          else return
          event.preventDefault()
        }}
      />
      {readOnly ? null : (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" shortcut={FIELD_KEYS.mark} onClick={markChosen}>
            Mark chosen words
          </Button>
          {!span && proposed ? (
            <Button size="sm" shortcut={FIELD_KEYS.markProposed} onClick={() => answer(proposed)}>
              Mark the proposed words
            </Button>
          ) : null}
          {span ? (
            <Button size="sm" variant="ghost" onClick={() => answer(null)}>
              Remove the mark
            </Button>
          ) : null}
        </div>
      )}
    </QuestionFrame>
  )
}

/** One of a few values, each with its key; choosing goes on to where the answer leads. */
function ChoiceQuestion({ unit, question }: QuestionProps) {
  const bench = useBench()
  const { protocol, stage, subject, answers, readOnly, showDefinitions, choose } = bench
  const aria = useAriaKeys()
  // What stands by itself is shown as chosen, if more quietly, until somebody chooses.
  const value = standingAnswer(question, subject, answers, unit)
  const isGiven = answerOf(answers, unit.key, question.key) !== null
  const suggested = suggestedOptions(bench, { unit, question })
  return (
    <QuestionFrame unit={unit} question={question}>
      <div className={cn('grid gap-2', showDefinitions ? 'grid-cols-1' : 'grid-cols-2')}>
        {(question.options ?? []).map((option) => {
          const chosen = option.value === value
          const proposers = suggested.get(option.value)
          const key = optionBinding(protocol.id, stage, question, option)
          return (
            <button
              key={option.key}
              type="button"
              aria-pressed={chosen}
              aria-keyshortcuts={aria(key)}
              disabled={readOnly}
              onClick={() => choose(unit.key, question.key, option.value)}
              className={cn(
                'min-h-11 rounded-md border px-3 py-2 text-start text-sm transition-colors duration-100 disabled:cursor-default',
                chosen
                  ? cn(TONE_BOX[option.tone], isGiven && cn(TONE_OUTLINE[option.tone], 'font-semibold'))
                  : 'border-control bg-surface not-disabled:hover:bg-hover disabled:text-muted',
                proposers && SUGGESTED_OPTION,
              )}
            >
              <span className="flex items-center justify-between gap-2">
                <OptionText text={option.text} proposers={proposers} />
                <Kbd of={key} hidden />
              </span>
              {showDefinitions ? (
                <span className="mt-1 block font-normal text-muted text-xs leading-relaxed">{option.definition}</span>
              ) : null}
            </button>
          )
        })}
      </div>
    </QuestionFrame>
  )
}

/** Which of its own parts a unit rests on. */
function ReferencesQuestion({ unit, question }: QuestionProps) {
  const { stage, subject, answers, readOnly, chooseAll } = useBench()
  const value = answers[unit.key]?.[question.key]
  const chosen = new Set(referencesIn(value))
  const parts = partsOf(subject, unit.key)
  return (
    <QuestionFrame unit={unit} question={question}>
      {parts.length === 0 ? <p className="text-muted text-sm">There is nothing to choose from yet.</p> : null}
      <ul id={fieldId(unit.key, question.key)} tabIndex={-1} className="space-y-2">
        {parts.map((part) => (
          <li key={part.key}>
            <Checkbox
              label={`${capitalised(kindWord(stage, part.kind))} ${numberOf(subject, part)}`}
              hint={
                <span dir="auto" className="line-clamp-2">
                  {part.text}
                </span>
              }
              checked={chosen.has(part.key)}
              disabled={readOnly}
              onCheckedChange={() =>
                chooseAll([{ unit: unit.key, question: question.key, value: withReference(value, part.key) }], {
                  origin: 'chosen',
                })
              }
            />
          </li>
        ))}
      </ul>
    </QuestionFrame>
  )
}

const FORMS = {
  choice: ChoiceQuestion,
  set: SetQuestion,
  rank: RankQuestion,
  number: NumberQuestion,
  text: TextQuestion,
  links: LinksQuestion,
  list: (props: QuestionProps) => <ListQuestion {...props} Form={UnitQuestions} />,
  references: (props: QuestionProps) =>
    isPick(props.question) ? (
      <PickQuestion unit={props.unit} question={props.question} />
    ) : (
      <ReferencesQuestion {...props} />
    ),
  span: SpanQuestion,
  spans: SpansQuestion,
}

/** One question in the form it asks for. */
export function QuestionControl(props: QuestionProps) {
  const { stage } = useBench()
  const Form = isPlaceQuestion(stage, props.question) ? PlaceQuestion : FORMS[props.question.form]
  return <Form {...props} />
}

/** The questions asked of a unit now, one below the other; `only` leaves out the others. */
export function UnitQuestions({ unit, only }: { unit: UnitDraft; only?: readonly string[] }) {
  const { survey } = useBench()
  const askedQuestions = survey.units.get(unit.key)?.asked ?? []
  return (
    <div className="space-y-4">
      {askedQuestions
        .filter(({ key }) => only?.includes(key) ?? true)
        .map((question) => (
          <QuestionControl key={question.key} unit={unit} question={question} />
        ))}
    </div>
  )
}
