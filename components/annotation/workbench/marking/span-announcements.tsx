'use client'
import { useState } from 'react'
import { type MarkedSpan, sameSpan } from '@/lib/protocols/marked-spans'
import type { Question } from '@/lib/protocols/protocol'
import { spanInWords } from '@/lib/protocols/span-words'
import { changeInWords } from './act-on-spans'
import type { Marking } from './span-acts'

interface SpanAnnouncementsProps {
  question: Question
  marking: Pick<Marking, 'spans' | 'text' | 'picked'>
}

/** Says to those who listen what was marked, moved or removed, also by undo, and which span one is at. */
export function SpanAnnouncements({ question, marking }: SpanAnnouncementsProps) {
  const { spans, text, picked } = marking
  const inWords = (span: MarkedSpan) => {
    const { text: words, label } = spanInWords(question, text, span)
    return label ? `“${words}” as ${label}` : `“${words}”`
  }
  const state = JSON.stringify([spans, picked])
  const [said, setSaid] = useState({ state, spans, words: '' })
  if (said.state !== state) {
    const change = changeInWords(said.spans, spans, inWords)
    const place = picked ? spans.findIndex((span) => sameSpan(span, picked)) + 1 : 0
    const pickedText = picked ? `Span ${place} of ${spans.length}: ${inWords(picked)}.` : ''
    setSaid({ state, spans, words: change || pickedText })
  }
  return (
    <p role="status" className="sr-only">
      {said.words}
    </p>
  )
}
