'use client'
import { type ComponentType, useEffect, useMemo } from 'react'
import { type Bench, BenchContext } from '@/components/annotation/workbench/bench-context'
import { workOrder } from '@/components/annotation/workbench/navigation'
import type { ViewOfProtocol } from '@/components/annotation/workbench/stage-view'
import { KeysInForce } from '@/components/ui/use-shortcut'
import { surveyOf } from '@/lib/annotation/annotations/rules'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type Desk, useDeskContext } from './desk-context'
import { TextPane } from './text-pane'
import { FAMILY_ID, seenId, UnitEvidence } from './unit-evidence'
import { rootsOf } from './units'

/** Where everything stands that is read beside the question: what is folded there one key unfolds. */
export const SEEN_ID = 'what-was-seen'

export type SeenPaneProps = {
  /** The views of the workbench; left out, the text is shown with its units marked. */
  WithView?: ViewOfProtocol
  /** What the stage's forms show of the open unit besides its text and its parts. */
  Beside?: ComponentType<{ unit: UnitDraft }>
}

/** What the annotators had before them, read only and following the open question. */
export function SeenPane({ WithView, Beside }: SeenPaneProps) {
  const desk = useDeskContext()
  const { view } = desk
  const bench = useReadingBench(desk)
  return (
    <section id={SEEN_ID} aria-label="What the annotators saw" className="space-y-6">
      <UnitEvidence Beside={Beside} />
      {WithView ? (
        <BenchContext value={bench}>
          <KeysInForce value={false}>
            <WithView protocolId={view.protocolId} stageKey={view.stageKey}>
              {({ ReadingPane = TextPane }) => (
                <>
                  <ReadingPane />
                  <Arrival />
                </>
              )}
            </WithView>
          </KeysInForce>
        </BenchContext>
      ) : (
        <TextPane />
      )}
    </section>
  )
}

/** Behind the text, which brings its own place into view first: the open unit with its parts counts more. */
function Arrival() {
  const { current } = useDeskContext()
  const unit = current?.unit ?? null
  useEffect(() => {
    if (unit === null) return
    // On narrow screens everything stands below the question, which is not to move.
    if (!window.matchMedia?.('(min-width: 64rem)').matches) window.scrollTo?.({ top: 0 })
    else {
      document.getElementById(FAMILY_ID)?.scrollIntoView({ block: 'start' })
      document.getElementById(seenId(unit))?.scrollIntoView({ block: 'nearest' })
    }
  }, [unit])
  return null
}

const nothing = () => {}

/** The workbench as it is read, with what is settled as its answers; going somewhere goes to the unit's questions. */
function useReadingBench(desk: Desk): Bench {
  const { view, protocol, stage, subject, answers, current, agenda, go, setUnfolded } = desk
  const survey = useMemo(() => surveyOf(stage, subject, answers), [stage, subject, answers])
  const order = useMemo(() => workOrder(stage, subject), [stage, subject])
  const open = current?.unit ?? ''
  return {
    workbench: {
      ...view,
      annotationId: view.taskId,
      mode: 'reading',
      submittedAt: null,
      answers: [],
      suggestions: [],
      sentBack: null,
      guidelineVersion: null,
      expiresAt: null,
      abilities: { annotate: false },
    },
    protocol,
    stage,
    subject,
    answers,
    survey,
    order,
    entries: [],
    leftovers: [],
    readOnly: true,
    open,
    openUnit: survey.units.get(open)?.unit,
    showDefinitions: false,
    go: ({ unit }) => {
      const roots = rootsOf(view.units)
      const own = agenda.filter((entry) => entry.unit === unit)
      const entries = own.length > 0 ? own : agenda.filter((entry) => roots.get(entry.unit) === unit)
      const target = entries.find((entry) => entry.settled === null) ?? entries[0]
      if (!target) return
      if (target.group === 'agreed') setUnfolded(true)
      go(target)
    },
    enter: nothing,
    goOn: nothing,
    choose: nothing,
    type: nothing,
    chooseAll: nothing,
    search: nothing,
    perform: nothing,
  }
}

/** Unfolds everything that is folded beside the question; where all of it is open, folds it again. */
export function unfoldSeen(): void {
  const pane = document.getElementById(SEEN_ID)
  if (!pane) return
  const togglers = [...pane.querySelectorAll<HTMLElement>('button[aria-expanded]')]
  const details = [...pane.querySelectorAll('details')]
  const isFolded = (element: HTMLElement) => element.getAttribute('aria-expanded') === 'false'
  const opens = togglers.some(isFolded) || details.some(({ open }) => !open)
  for (const each of togglers) if (isFolded(each) === opens) each.click()
  for (const each of details) each.open = opens
}
