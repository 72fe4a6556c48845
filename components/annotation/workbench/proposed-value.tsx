'use client'
import { AddressLink } from '@/components/ui/address-text'
import { TextDiff } from '@/components/ui/text-diff'
import { entriesOf } from '@/lib/protocols/made-units'
import { textToMark } from '@/lib/protocols/marked-spans'
import { listedOptions } from '@/lib/protocols/option-lists'
import { referencesIn } from '@/lib/protocols/picks'
import type { Json, Question, Span, UnitDraft } from '@/lib/protocols/protocol'
import { spansInWords } from '@/lib/protocols/span-words'
import { codePointSlice } from '@/lib/text/code-points'
import { type QuestionProps, useBench } from './bench-context'
import { linksOf } from './links'
import { capitalised, kindWord, numberOf } from './unit-name'

interface ProposedValueProps extends QuestionProps {
  value: Json
  /** The text that the question starts from: what changes in it is shown word by word. */
  original?: string
}

/** A proposed value as a person reads it. */
export function ProposedValue({ unit, question, value, original }: ProposedValueProps) {
  const { survey, subject } = useBench()
  switch (question.form) {
    case 'choice':
      return question.options?.find((option) => option.value === value)?.text ?? 'a value that is not among the options'
    case 'set':
    case 'rank':
      return listedOptions(question, value)
        .map(({ text }) => text)
        .join(', ')
    case 'number':
      return typeof value === 'number' ? String(value) : 'no number'
    case 'text':
      return <ProposedText value={value} original={original} />
    case 'links':
      return <ProposedLinks value={value} />
    case 'references':
      return <ProposedReferences question={question} value={value} />
    case 'span':
      return <q dir="auto">{spanWords(value, survey.units.get(unit.parent ?? '')?.unit)}</q>
    case 'spans':
      return spansInWords(question, textToMark(question, subject.content), value) ?? 'no spans'
    case 'list':
      return entriesOf(value).length === 1 ? '1 entry' : `${entriesOf(value).length} entries`
  }
}

function ProposedText({ value, original }: Pick<ProposedValueProps, 'value' | 'original'>) {
  if (typeof value !== 'string') return 'no text'
  if (original === undefined || original.trim() === '')
    return (
      <span dir="auto" className="wrap-anywhere whitespace-pre-wrap">
        {value}
      </span>
    )
  return (
    <>
      <span className="sr-only">{value} What it changes: </span>
      <TextDiff before={original} after={value} className="wrap-anywhere text-ink" />
    </>
  )
}

function ProposedLinks({ value }: { value: Json }) {
  return (
    <ul className="space-y-0.5">
      {linksOf(value).map(({ url, note }) => (
        <li key={url}>
          <AddressLink href={url} />
          {note ? (
            <span dir="auto" className="wrap-anywhere block text-muted text-xs">
              {note}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function ProposedReferences({ question, value }: { question: Question; value: Json }) {
  const { stage, subject } = useBench()
  const option = question.options?.find((each) => each.value === value)
  if (option) return option.text
  const keys = new Set(referencesIn(value))
  const referencedUnits = subject.units.filter(({ key }) => keys.has(key))
  if (referencedUnits.length === 0) return 'nothing that is here'
  return referencedUnits
    .map((unit) => `${capitalised(kindWord(stage, unit.kind))} ${numberOf(subject, unit)}`)
    .join(', ')
}

function spanWords(value: Json, whole: UnitDraft | undefined): string {
  const span = asSpan(value)
  return span && whole ? codePointSlice(whole.text, span.start, span.end) : ''
}

function asSpan(value: Json): Span | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { start, end } = value
  return typeof start === 'number' && typeof end === 'number' ? { start, end } : null
}

/** The text that a question starts from, where it starts from one. */
export function originalOf(
  { subject, answers }: Pick<ReturnType<typeof useBench>, 'subject' | 'answers'>,
  { unit, question }: { unit: UnitDraft; question: Question },
): string | undefined {
  const initial = question.form === 'text' ? question.initial?.(subject, answers, unit) : undefined
  return typeof initial === 'string' ? initial.trim() : undefined
}
