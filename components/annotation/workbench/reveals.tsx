'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useReveal } from '@/lib/annotation/annotations/hooks'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Question, UnitDraft } from '@/lib/protocols/protocol'
import { type Bench, fieldId, useBench } from './bench-context'
import { isHidden } from './suggested'
import { useFocusedId } from './use-focused'

/** The most places that are asked about in one request. */
const AT_ONCE = 200

/** Draws nothing: fetches what was kept back, once the server has the answer and the person is done with the field. */
export function Reveals() {
  const bench = useBench()
  const focused = useFocusedId()
  const reveal = useReveal(bench.workbench)
  const asked = useRef(new Set<string>())
  const ready = placesToReveal(bench, focused)
  const names = ready.map(nameOf).join('\n')
  const ask = useEffectEvent(() => {
    const fresh = ready.filter((place) => !asked.current.has(nameOf(place)))
    for (let from = 0; from < fresh.length; from += AT_ONCE) askFor(fresh.slice(from, from + AT_ONCE))
  })
  const askFor = (places: typeof ready) => {
    for (const place of places) asked.current.add(nameOf(place))
    reveal(places).catch(() => {
      // Tried again with the next place; nobody waits for it.
      for (const place of places) asked.current.delete(nameOf(place))
    })
  }
  useEffect(() => {
    if (names !== '') ask()
  }, [names])
  return null
}

const nameOf = ({ unit, question }: { unit: string; question: string }) => `${unit} ${question}`

/** Saved answers to questions whose suggestions are hidden and have not come yet, where nobody is at work now. */
function placesToReveal(bench: Bench, focused: string): { unit: string; question: string }[] {
  const { workbench, survey, readOnly } = bench
  if (readOnly || !workbench.arms?.some(({ arm }) => arm === 'hidden')) return []
  return [...survey.units.values()].flatMap(({ unit, asked }) =>
    asked
      .filter((question) => isHidden(workbench, unit, question) && isSaved(bench, unit, question))
      .filter((question) => !isAtWork(bench, unit, question, focused))
      .map((question) => ({ unit: unit.key, question: question.key })),
  )
}

function isSaved({ workbench, entries }: Bench, unit: UnitDraft, question: Question): boolean {
  const isIt = (each: { unit: string; question: string }) => each.unit === unit.key && each.question === question.key
  const saved = workbench.answers.find(isIt)
  return saved !== undefined && saved.value !== null && !entries.some(isIt) && !workbench.suggestions.some(isIt)
}

/** A text while the focus is in it, a list while one is at what it is of or in one of its entries. */
function isAtWork({ answers, open }: Bench, unit: UnitDraft, question: Question, focused: string): boolean {
  if (question.form === 'text' || question.form === 'links') return focused === fieldId(unit.key, question.key)
  if (question.form !== 'list') return false
  return open === unit.key || entriesOf(answers[unit.key]?.[question.key]).some(({ key }) => key === open)
}
