'use client'
import dynamic from 'next/dynamic'
import { type ComponentType, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { onDemand } from '@/components/ui/on-demand'
import { Spinner } from '@/components/ui/spinner'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { useHeartbeat } from '@/lib/annotation/annotations/heartbeat/hooks'
import type { ProtocolWork } from '@/lib/protocols/protocol'
import { BenchContext } from './bench-context'
import { HeldKeysNote } from './held-keys-note'
import { BENCH_KEYS, FIRST_KEYS } from './keys'
import { ResponsePane } from './response-pane'
import { Reveals } from './reveals'
import type { StageView, ViewOfProtocol } from './stage-view'
import { UnitPanel } from './unit-panel'
import { type Searching, useBenchState } from './use-bench'
import { useBenchKeys } from './use-bench-keys'
import { useHeldKeys, useHolding } from './use-held-keys'
import { useSubmission } from './use-submission'
import { useShownTask } from './use-task-place'
import { WorkbenchBar } from './workbench-bar'
import { WorkbenchNotices } from './workbench-notices'

// Markdown is only loaded by those who look things up.
const GuidelinesDrawer = dynamic(
  () => import('@/components/workspace/guidelines/guidelines-drawer').then((module) => module.GuidelinesDrawer),
  {
    ssr: false,
  },
)

const NotesDrawer = onDemand(() =>
  import('@/components/annotation/comments/notes-drawer').then((module) => module.NotesDrawer),
)
const SkipDialog = onDemand(() => import('./skip-dialog').then((module) => module.SkipDialog))
const NoListDialog = onDemand(() => import('./no-list-dialog').then((module) => module.NoListDialog))

export type SearchDrawerProps = { searching: Searching; onOpenChange(open: boolean): void }

interface WorkbenchProps {
  initial: WorkbenchData
  WithView: ViewOfProtocol
  /** Where evidence is searched for beside the answers. */
  SearchDrawer: ComponentType<SearchDrawerProps>
}

/**
 * The place where one annotates: text on the left, the open unit's questions on the right, everything by key. From task to
 * task one stays on the page.
 */
export function Workbench({ initial, WithView, SearchDrawer }: WorkbenchProps) {
  const { workbench, error, hasMoved } = useShownTask(initial)
  useHolding()
  if (!workbench) return error ? <Callout tone="danger">{error.message}</Callout> : <Spinner label="Opening the task" />
  const { taskId, protocolId, stageKey, item } = workbench
  return (
    <>
      <p role="status" className="sr-only">
        {hasMoved ? `Task ${item.position}: ${item.title}` : ''}
      </p>
      <HeldKeysNote />
      <WithView protocolId={protocolId} stageKey={stageKey}>
        {(view, protocol) => (
          <Desk key={taskId} initial={workbench} view={view} protocol={protocol} SearchDrawer={SearchDrawer} />
        )}
      </WithView>
    </>
  )
}

type DeskProps = Omit<WorkbenchProps, 'WithView'> & { view: StageView; protocol: ProtocolWork }

function Desk({ initial, view, protocol, SearchDrawer }: DeskProps) {
  const { bench, status, outbox, ...state } = useBenchState(initial, protocol)
  const { workbench, readOnly } = bench
  const [guidelines, setGuidelines] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const time = useHeartbeat(workbench.taskId, !readOnly)
  const submission = useSubmission(bench, outbox, time)
  const [notes, setNotes] = useState(false)
  const [noList, setNoList] = useState(false)
  const [skip, setSkip] = useState(false)
  const [shortcuts, setShortcuts] = useState(false)
  const toggleNotes = () => setNotes((open) => !open)
  const toggleGuidelines = () => setGuidelines((now) => (now === 'open' ? 'closed' : 'open'))
  const { ReadingPane = ResponsePane, Panel } = view
  const commands = {
    undo: state.undo,
    redo: state.redo,
    definitions: state.toggleDefinitions,
    guidelines: toggleGuidelines,
    notes: toggleNotes,
    skip: () => setSkip(true),
    submit: submission.submit,
    nothingToAdd: () => setNoList(true),
  }
  const bindings = useBenchKeys(bench, view, commands, state.offerUndo)
  useHeldKeys(workbench.taskId, !readOnly, bindings)
  return (
    <BenchContext value={bench}>
      <WorkbenchBar
        status={status}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        onUndo={state.undo}
        onRedo={state.redo}
        onDefinitions={state.toggleDefinitions}
        onGuidelines={toggleGuidelines}
        onNotes={toggleNotes}
        onShortcuts={() => setShortcuts(true)}
        onSkip={() => setSkip(true)}
      >
        {readOnly ? null : (
          <Button
            variant="primary"
            className="ms-1"
            shortcut={BENCH_KEYS.submit}
            loading={submission.isSubmitting}
            onClick={submission.submit}
          >
            Submit
          </Button>
        )}
      </WorkbenchBar>
      <WorkbenchNotices submission={submission} outbox={outbox} notOpened={state.notOpened} />
      <div className="grid gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[minmax(0,40rem)_minmax(24rem,32rem)] lg:justify-between 2xl:grid-cols-[minmax(0,44rem)_minmax(32rem,60rem)]">
        <ReadingPane />
        {Panel ? <Panel status={status} /> : <UnitPanel view={view} status={status} />}
      </div>
      {guidelines === 'unopened' ? null : (
        <GuidelinesDrawer
          projectId={workbench.projectId}
          open={guidelines === 'open'}
          onOpenChange={(open) => setGuidelines(open ? 'open' : 'closed')}
        />
      )}
      {state.searching ? <SearchDrawer searching={state.searching} onOpenChange={state.setSearchOpen} /> : null}
      <Reveals />
      <ShortcutSheet bindings={bindings} first={FIRST_KEYS} open={shortcuts} onOpenChange={setShortcuts} />
      <SkipDialog
        userId={workbench.userId}
        taskId={workbench.taskId}
        onSkipped={submission.goOnFromSkipped}
        open={skip}
        onOpenChange={setSkip}
      />
      <NoListDialog open={noList} onOpenChange={setNoList} />
      <NotesDrawer userId={workbench.userId} taskId={workbench.taskId} open={notes} onOpenChange={setNotes} />
    </BenchContext>
  )
}
