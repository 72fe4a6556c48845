'use client'
import { useMemo, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { useLocalWorkbench } from '@/lib/annotation/annotations/use-workbench'
import { findings } from '@/lib/protocols/completeness'
import type { Finding, Json, ProtocolWork, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { segmentText } from '@/lib/text/segment-text'
import { BenchContext } from './bench-context'
import { BENCH_KEYS } from './keys'
import { ResponsePane } from './response-pane'
import type { OutsideQuery } from './searching'
import type { StageView } from './stage-view'
import { UnitPanel } from './unit-panel'
import { useBenchKeys, useBenchState } from './use-bench'

interface TrialBenchProps {
  protocol: ProtocolWork
  stage: Stage
  view: StageView
  content: Json
  /** The texts that the record brings, or null where they are cut here. */
  segments: readonly string[] | null
  /** The units of the task; left out: those that are there before anything was settled. */
  units?: readonly UnitDraft[]
}

const NO_ID = '00000000-0000-4000-8000-000000000000'

/** A task of a stage as its annotators see it, to try a protocol with: the same texts, forms and keys. Nothing is sent or kept. */
export function TrialBench({ protocol, stage, view, content, segments, units }: TrialBenchProps) {
  const task = useMemo(
    () => taskOf({ protocol, stage, content, segments, ...(units ? { units } : {}) }),
    [protocol, stage, content, segments, units],
  )
  // Answers stay where only questions change. Another stage, text or list of units is another task, which begins without answers.
  const same = JSON.stringify([task.stageKey, task.item.content, task.units])
  return <Bench key={same} initial={task} protocol={protocol} view={view} />
}

function Bench({ initial, protocol, view }: Pick<TrialBenchProps, 'protocol' | 'view'> & { initial: WorkbenchData }) {
  const { bench, status, ...state } = useBenchState(
    initial,
    protocol,
    { initialEngine: null, outsideQuery: noQuery, takesFocus: false },
    useLocalWorkbench,
  )
  const [shortcuts, setShortcuts] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const missing = hasTried ? findings(bench.stage, bench.subject, bench.answers) : null
  const { ReadingPane = ResponsePane, Panel } = view
  const { bindings, first } = useBenchKeys(
    bench,
    view,
    {
      undo: state.undo,
      redo: state.redo,
      definitions: state.toggleDefinitions,
      submit: () => setHasTried(true),
      guidelines: nothing,
      notes: nothing,
      skip: nothing,
      ask: nothing,
      nothingToAdd: nothing,
    },
    state.offerUndo,
  )
  return (
    <BenchContext value={bench}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button size="sm" shortcut={BENCH_KEYS.undo} disabled={!state.canUndo} onClick={state.undo}>
          Undo
        </Button>
        <Button size="sm" shortcut={BENCH_KEYS.definitions} onClick={state.toggleDefinitions}>
          Definitions
        </Button>
        <Button size="sm" onClick={() => setShortcuts(true)}>
          All keys
        </Button>
        <Button size="sm" shortcut={BENCH_KEYS.submit} onClick={() => setHasTried(true)}>
          Try to submit
        </Button>
      </div>
      <div aria-live="polite">{missing === null ? null : <Outcome missing={missing} />}</div>
      {/* Nothing is kept here, so nothing may be said to be saved. */}
      <div className="mt-3 grid grid-cols-1 gap-5 [&_[data-save-state]]:hidden">
        <ReadingPane />
        {Panel ? <Panel status={status} /> : <UnitPanel view={view} status={status} />}
      </div>
      <ShortcutSheet bindings={bindings} first={first} open={shortcuts} onOpenChange={setShortcuts} />
    </BenchContext>
  )
}

const nothing = () => undefined
const noQuery: OutsideQuery = (_, unit) => ({ unit, query: '' })

const MOST_SHOWN = 5

/** What submitting would say. */
function Outcome({ missing }: { missing: readonly Finding[] }) {
  if (missing.length === 0)
    return (
      <Callout tone="success" title="This could be submitted">
        Nothing that must be answered is missing.
      </Callout>
    )
  const more = missing.length - MOST_SHOWN
  return (
    <Callout title={missing.length === 1 ? 'One thing is missing' : `${missing.length} things are missing`}>
      <ul className="list-disc ps-4">
        {missing.slice(0, MOST_SHOWN).map(({ unit, question, message }) => (
          <li key={`${unit} ${question} ${message}`}>
            {unit}: {message}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </Callout>
  )
}

function taskOf({ protocol, stage, content, segments, units }: Omit<TrialBenchProps, 'view'>): WorkbenchData {
  const visibleContent = stage.shows?.(content) ?? content
  const text = stage.segmentedText(content)
  const cut = segments ?? (text === null ? [] : segmentText(text))
  return {
    userId: NO_ID,
    annotationId: crypto.randomUUID(),
    taskId: crypto.randomUUID(),
    projectId: NO_ID,
    projectName: '',
    protocolId: protocol.id,
    stageKey: stage.key,
    round: 1,
    mode: 'editing',
    submittedAt: null,
    units: units ? [...units] : stage.units(content, cut, {}),
    answers: [],
    suggestions: [],
    sentBack: null,
    guidelineVersion: null,
    expiresAt: null,
    item: { position: 1, title: '', externalId: null, domain: null, source: null, content: visibleContent },
    abilities: { annotate: true },
  }
}
