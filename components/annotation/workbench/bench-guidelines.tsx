'use client'
import dynamic from 'next/dynamic'
import { useEffect, useState } from 'react'
import { answerOf } from '@/lib/protocols/completeness'
import type { Question } from '@/lib/protocols/protocol'
import { type Bench, useBench } from './bench-context'

// Markdown is only loaded by those who look things up.
const GuidelinesDrawer = dynamic(
  () => import('@/components/workspace/guidelines/guidelines-drawer').then((module) => module.GuidelinesDrawer),
  { ssr: false },
)

interface BenchGuidelinesProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Stands around what is read and answered: it leaves room for the guidelines at its start, on narrow screens at its top, so that they cover no question. */
export const BESIDE_GUIDELINES = 'xl:ps-[25rem] max-lg:pt-[calc(44dvh-6rem)] low:pt-0'

/** The guidelines at the section of the open question, beside its form: at the other side of the window, on narrow screens above it. */
export function BenchGuidelines({ open, onOpenChange }: BenchGuidelinesProps) {
  const bench = useBench()
  const focused = useFocusedQuestion()
  return (
    <GuidelinesDrawer
      projectId={bench.workbench.projectId}
      about={openQuestion(bench, focused)}
      side="left"
      className="max-lg:inset-x-0 max-lg:bottom-auto max-lg:h-[44dvh] max-lg:w-full lg:top-32 lg:w-[25rem] low:inset-y-0 low:h-auto"
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}

/** The question that has, or last had, the focus, as long as its unit is open; else the first of the open unit that lacks an answer, else its first. */
function openQuestion({ survey, answers, open }: Bench, focused: Place | null): Question | null {
  const askedQuestions = survey.units.get(open)?.asked ?? []
  const questionInFocus =
    focused?.unit === open ? askedQuestions.find(({ key }) => key === focused.question) : undefined
  return (
    questionInFocus ??
    askedQuestions.find(({ key }) => answerOf(answers, open, key) === null) ??
    askedQuestions[0] ??
    null
  )
}

interface Place {
  unit: string
  question: string
}

/** Where the focus is, or was before something beside the questions took it. */
function useFocusedQuestion(): Place | null {
  const [place, setPlace] = useState(focusedQuestion)
  useEffect(() => {
    const follow = () => setPlace((before) => focusedQuestion() ?? before)
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  return place
}

function focusedQuestion(): Place | null {
  const frame = document.activeElement?.closest<HTMLElement>('[data-question]')
  const { unit, question } = frame?.dataset ?? {}
  return unit !== undefined && question !== undefined ? { unit, question } : null
}
