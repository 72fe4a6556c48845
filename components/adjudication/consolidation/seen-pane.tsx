'use client'
import { type ComponentType, useCallback, useEffect, useMemo } from 'react'
import { type Bench, BenchContext } from '@/components/annotation/workbench/bench-context'
import { MarkedText } from '@/components/annotation/workbench/marked-text'
import { isWhole, workOrder } from '@/components/annotation/workbench/navigation'
import { SettledAboutItem, SettledAboutUnit } from '@/components/annotation/workbench/settled-before'
import type { StageView, ViewHost } from '@/components/annotation/workbench/stage-view'
import { cn } from '@/components/ui/cn'
import { Sign } from '@/components/ui/sign'
import { TONE_BOX } from '@/components/ui/tone'
import { KeysInForce } from '@/components/ui/use-shortcut'
import { isWide } from '@/components/ui/wide-screen'
import { ItemText } from '@/components/workspace/items/item-text'
import { surveyOf } from '@/lib/annotation/annotations/rules'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { type Desk, useDeskContext } from './desk-context'
import { seenId } from './seen-id'
import { FAMILY_ID, UnitEvidence, useFamily } from './unit-evidence'
import { unitMark } from './unit-mark'
import { entriesWithin, rootsOf } from './units'
import { unitName } from './words'

/** What is read: the item's texts, with its units where they stand and how far each is settled. */
function TextPane() {
  const { protocol, stage, view, current } = useDeskContext()
  const roots = useMemo(() => rootsOf(view.units), [view.units])
  const units = useMemo(
    () => view.units.filter((unit) => !isWhole(unit) && roots.get(unit.key) === unit.key),
    [view.units, roots],
  )
  const open = current ? (roots.get(current.unit) ?? null) : null
  const about = view.units.find(({ key }) => key === current?.unit)
  const text = (
    <ItemText protocol={protocol} stage={stage} content={view.item.content} units={units} open={open}>
      {(unit) => <UnitInText unit={unit} />}
    </ItemText>
  )
  if (!stage.showsEarlier) return text
  const settledProps = { protocol, stage, units: view.units }
  return (
    <div className="space-y-6">
      <SettledAboutItem {...settledProps} />
      {about ? <SettledAboutUnit {...settledProps} unit={about} name={unitName(stage, view.units, about.key)} /> : null}
      {text}
    </div>
  )
}

/** A unit as a stretch of text; a click goes to its first open question, or its first question at all. */
function UnitInText({ unit }: { unit: UnitDraft }) {
  const { stage, view, agenda, answers, current, go, setUnfolded } = useDeskContext()
  const isCurrent = current !== null && rootsOf(view.units).get(current.unit) === unit.key
  const roots = rootsOf(view.units)
  const entries = agenda.filter((entry) => roots.get(entry.unit) === unit.key)
  const target = entries.find((entry) => entry.settled === null) ?? entries[0]
  const mark = unitMark(stage, unit, entries, answers)
  const name = unitName(stage, view.units, unit.key)
  return (
    <a
      id={`unit-${unit.key}`}
      href={`#unit-${unit.key}`}
      draggable={false}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!target || window.getSelection()?.isCollapsed === false) return
        if (target.group === 'agreed') setUnfolded(true)
        go(target)
      }}
      className={cn(
        'scroll-mt-24 rounded-sm box-decoration-clone py-0.5 text-ink outline-offset-1',
        TONE_BOX[mark.tone],
        'border-0 text-ink',
        isCurrent && 'outline-2 outline-accent',
      )}
    >
      <MarkedText
        text={unit.text}
        mark={
          <span
            // Its words for those who listen are English, and tell nothing of the text's direction.
            dir="ltr"
            className={cn(
              'me-1 inline-flex h-5 min-w-7 select-none items-center justify-center rounded border px-1 align-[0.1em] font-semibold text-xs leading-none',
              TONE_BOX[mark.tone],
            )}
          >
            <span aria-hidden>
              <Sign of={mark.letter} />
            </span>
            <span className="sr-only">{`${name}, ${mark.text}: `}</span>
          </span>
        }
      />
    </a>
  )
}

/** Where everything stands that is read beside the question: what is folded there one key unfolds. */
export const SEEN_ID = 'what-was-seen'

export type SeenPaneProps = {
  /** The forms of the protocol; left out, the text is shown with its units marked. */
  Host?: ViewHost
  /** The page of a passage, as it was kept when an annotator read it. */
  KeptPage?: ComponentType<KeptPageProps>
}

export interface KeptPageProps {
  taskId: string
  /** Where the passage is from, and its words. */
  address: string | null
  quote: string
}

/** What the annotators had before them, read only and following the open question. */
export function SeenPane({ Host, KeptPage }: SeenPaneProps) {
  const { view } = useDeskContext()
  return (
    <section id={SEEN_ID} aria-label="What the annotators saw" className="space-y-6">
      {Host ? (
        <Host protocolId={view.protocolId} stageKey={view.stageKey}>
          {({ ReadingPane = TextPane, Beside, Around }) => (
            <Seen ReadingPane={ReadingPane} Beside={Beside} Around={Around} KeptPage={KeptPage} />
          )}
        </Host>
      ) : (
        <Seen ReadingPane={TextPane} KeptPage={KeptPage} />
      )}
    </section>
  )
}

type SeenProps = Pick<StageView, 'Beside' | 'Around'> & Pick<SeenPaneProps, 'KeptPage'> & { ReadingPane: ComponentType }

/** The open unit and its parts, and what they are read in. */
function Seen({ ReadingPane, Beside, Around, KeptPage }: SeenProps) {
  const bench = useReadingBench(useDeskContext())
  const family = useFamily(Beside)
  const Pane = family && Around ? Around : ReadingPane
  return (
    <>
      {family ? <UnitEvidence family={family} Beside={Beside} KeptPage={KeptPage} /> : null}
      <BenchContext value={bench}>
        <KeysInForce value={false}>
          <Pane />
          <Arrival />
        </KeysInForce>
      </BenchContext>
    </>
  )
}

/** Behind the text, which brings its own place into view first: the open unit with its parts counts more. */
function Arrival() {
  const { current } = useDeskContext()
  const unit = current?.unit ?? null
  // Next leaves the page scrolled as the last one was where its top is still in view.
  useEffect(() => window.scrollTo?.({ top: 0 }), [])
  useEffect(() => {
    if (unit === null) return
    // On narrow screens everything stands below the question, which is not to move.
    if (!isWide()) window.scrollTo?.({ top: 0 })
    else {
      document.getElementById(FAMILY_ID)?.scrollIntoView({ block: 'start' })
      document.getElementById(seenId(unit))?.scrollIntoView({ block: 'nearest' })
    }
  }, [unit])
  return null
}

const nothing = () => {}
const NONE_PASSED_OVER: ReadonlySet<string> = new Set()

/** The workbench as it is read, with what is settled as its answers; going somewhere goes to the unit's questions. */
function useReadingBench(desk: Desk): Bench {
  const { view, protocol, stage, subject, answers, current, agenda, go, setUnfolded } = desk
  const survey = useMemo(() => surveyOf(stage, subject, answers), [stage, subject, answers])
  const order = useMemo(() => workOrder(stage, subject), [stage, subject])
  const open = current?.unit ?? ''
  const within = useMemo(() => entriesWithin(view.units, agenda), [view.units, agenda])
  const units = useMemo(() => new Map(view.units.map((unit) => [unit.key, unit])), [view.units])
  const standing = useCallback(
    (key: string) => unitMark(stage, units.get(key) ?? { key, kind: '', text: '' }, within.get(key) ?? [], answers),
    [stage, units, within, answers],
  )
  return {
    workbench: {
      ...view,
      annotationId: view.taskId,
      mode: 'reading',
      submittedAt: null,
      answers: [],
      suggestions: view.suggestions ?? [],
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
    standing,
    open,
    openUnit: survey.units.get(open)?.unit,
    showDefinitions: false,
    picked: null,
    pick: nothing,
    passedOver: NONE_PASSED_OVER,
    passOver: nothing,
    go: ({ unit }) => {
      const roots = rootsOf(view.units)
      const unitEntries = agenda.filter((entry) => entry.unit === unit)
      const entries = unitEntries.length > 0 ? unitEntries : agenda.filter((entry) => roots.get(entry.unit) === unit)
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
    canSearch: false,
    queries: {},
    writeQuery: nothing,
    engine: null,
    search: nothing,
    searchOutside: nothing,
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
