'use client'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { NotesDrawer } from '@/components/comments/notes-drawer'
import type { StageView } from '@/components/protocols/protocol-view'
import { WithView } from '@/components/protocols/registry'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import type { Workbench as WorkbenchData } from '@/lib/annotations/contract'
import { useHeartbeat } from '@/lib/annotations/hooks'
import { BenchContext } from './bench-context'
import { NoListDialog } from './no-list-dialog'
import { ResponsePane } from './response-pane'
import { Reveals } from './reveals'
import { SkipDialog } from './skip-dialog'
import { UnitPanel } from './unit-panel'
import { useBenchState } from './use-bench'
import { useBenchKeys } from './use-bench-keys'
import { useSubmission } from './use-submission'
import { WorkbenchBar } from './workbench-bar'
import { WorkbenchNotices } from './workbench-notices'

// Markdown is only loaded by those who look things up.
const GuidelinesDrawer = dynamic(
  () => import('@/components/guidelines/guidelines-drawer').then((module) => module.GuidelinesDrawer),
  {
    ssr: false,
  },
)

// Not everybody searches.
const SearchDrawer = dynamic(
  () => import('@/components/evidence/search-drawer').then((module) => module.SearchDrawer),
  { ssr: false },
)

/** The place where one annotates: text on the left, the open unit's questions on the right, everything by key. */
export function Workbench({ initial }: { initial: WorkbenchData }) {
  return (
    <WithView protocolId={initial.protocolId} stageKey={initial.stageKey}>
      {(view) => <Desk initial={initial} view={view} />}
    </WithView>
  )
}

function Desk({ initial, view }: { initial: WorkbenchData; view: StageView }) {
  const { bench, status, outbox, ...state } = useBenchState(initial)
  const { workbench, readOnly } = bench
  const [guidelines, setGuidelines] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const reportTime = useHeartbeat(workbench.taskId, !readOnly)
  const submission = useSubmission(bench, outbox, reportTime)
  const router = useRouter()
  const [notes, setNotes] = useState(false)
  const [noList, setNoList] = useState(false)
  const toggleNotes = () => setNotes((open) => !open)
  const toggleGuidelines = () => setGuidelines((now) => (now === 'open' ? 'closed' : 'open'))
  const { ReadingPane = ResponsePane, Panel } = view
  const bindings = useBenchKeys(bench, view, {
    undo: state.undo,
    redo: state.redo,
    definitions: state.toggleDefinitions,
    guidelines: toggleGuidelines,
    notes: toggleNotes,
    submit: submission.submit,
    nothingToAdd: () => setNoList(true),
  })
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
      >
        <ShortcutSheet bindings={bindings} />
        {readOnly ? null : (
          <>
            <SkipDialog taskId={workbench.taskId} onSkipped={() => router.push(`/projects/${workbench.projectId}`)} />
            <Button
              variant="primary"
              shortcut="mod+enter"
              loading={submission.isSubmitting}
              onClick={submission.submit}
            >
              Submit
            </Button>
          </>
        )}
      </WorkbenchBar>
      <WorkbenchNotices submission={submission} outbox={outbox} />
      <div className="grid gap-x-8 gap-y-4 px-4 py-5 sm:px-6 lg:grid-cols-[minmax(0,40rem)_minmax(24rem,32rem)] lg:justify-between">
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
      <NoListDialog open={noList} onOpenChange={setNoList} />
      <NotesDrawer userId={workbench.userId} taskId={workbench.taskId} open={notes} onOpenChange={setNotes} />
    </BenchContext>
  )
}
