'use client'
import type { ReactNode } from 'react'
import { placeOfEntry } from '@/lib/protocols/made-units'
import { listedOptions } from '@/lib/protocols/option-lists'
import type { Answers, Json, Question } from '@/lib/protocols/protocol'
import { placeInWords, spanPlacesInWords } from '@/lib/protocols/span-words'
import { type QuestionProps, useBench } from './bench-context'
import { Suggestions } from './suggestions'

interface QuestionFrameProps extends QuestionProps {
  /** What its answer has to be, in a sentence; a part of the name of the group. */
  note?: string | null
  children: ReactNode
}

/** A question's prompt, its control, what a machine suggests, and what is wrong with the answer. */
export function QuestionFrame({ unit, question, note, children }: QuestionFrameProps) {
  const { entries } = useBench()
  const refused = entries.find((entry) => entry.unit === unit.key && entry.question === question.key)?.refused
  return (
    <fieldset className="min-w-0 scroll-mt-40 scroll-mb-20" data-unit={unit.key} data-question={question.key}>
      <legend className="mb-1.5 font-medium text-sm">
        <bdi>{question.prompt}</bdi>
        {question.required || question.initial ? null : <span className="font-normal text-muted"> (optional)</span>}
        {note ? <span className="font-normal text-muted"> {note}</span> : null}
      </legend>
      {children}
      <Suggestions unit={unit} question={question} />
      {refused ? (
        <p role="alert" className="mt-1.5 text-negative-text text-sm">
          {refused}
        </p>
      ) : null}
    </fieldset>
  )
}

/** A value as people read it. `answers` gives the texts of what is listed. */
export function inWords(question: Question, value: Json, answers: Answers = {}): string {
  const option = question.options?.find((candidate) => candidate.value === value)
  if (option) return option.text
  if (value === null) return 'no answer'
  if (question.options && Array.isArray(value) && question.form !== 'references')
    return listedOptions(question, value)
      .map(({ text }) => text)
      .join(', ')
  if (Array.isArray(value)) return value.map((entry) => entryInWords(question, entry, answers)).join('\n')
  if (typeof value === 'string') return value
  if (question.form === 'spans') return spanPlacesInWords(question, value)
  if (question.form === 'span' && typeof value === 'object') return `characters ${value.start} to ${value.end}`
  return JSON.stringify(value)
}

function entryInWords({ list }: Question, entry: Json, answers: Answers): string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return String(entry)
  if (list && typeof entry.key === 'string') {
    const text = answers[entry.key]?.[list.text]
    const place = placeOfEntry(list, answers[entry.key])
    if (place) return `• ${placeInWords(place)}`
    return typeof text === 'string' ? `• ${text}` : '• (without a text)'
  }
  return typeof entry.url === 'string' ? entry.url : JSON.stringify(entry)
}
