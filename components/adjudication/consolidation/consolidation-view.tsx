'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { GuidelinesDrawer } from '@/components/workspace/guidelines/guidelines-drawer'
import type { ConsolidationView as View } from '@/lib/adjudication/consolidation/contract'
import { consolidationKeys } from '@/lib/adjudication/consolidation/hooks'
import { AgendaList } from './agenda-list'
import { type Desk, DeskContext } from './desk-context'
import { DeskHeader } from './desk-header'
import { QuestionPanel } from './question-panel'
import { SeenPane, type SeenPaneProps, unfoldSeen } from './seen-pane'
import { SendBack } from './send-back'
import { StaleCallout } from './stale-callout'
import { DonePanel, Standing } from './standing'
import { useDesk } from './use-desk'
import { useDeskKeys } from './use-desk-keys'
import { useItemCommands } from './use-item-commands'
import { WaitingChanges } from './waiting-changes'
import { laneName, lanesInOrder, unitName } from './words'

export interface ReplayDrawerProps {
  taskId: string
  /** The lanes in the reader's order, as the reader may know them. */
  lanes: readonly { id: string; name: string }[]
  /** A unit in words. */
  nameOf(unit: string): string
  open: boolean
  onOpenChange(open: boolean): void
}

/** What the protocol's workbench shows, for what is read beside the question. */
export type DeskViews = SeenPaneProps

type ConsolidationViewProps = DeskViews & {
  initialData: View
  /** Where one reads how each annotator searched. */
  ReplayDrawer: ComponentType<ReplayDrawerProps>
}

/** One item, side by side: reviewers settle and approve here, its annotators talk here. */
export function ConsolidationView({ initialData, ReplayDrawer, ...views }: ConsolidationViewProps) {
  const desk = useDesk(initialData)
  const { view } = desk
  const commands = useItemCommands(desk)
  const [guidelines, setGuidelines] = useState(false)
  const [replay, setReplay] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const [sendingBack, setSendingBack] = useState(false)
  const leave = useLeave(view)
  useDeskKeys(desk, {
    confirm: commands.confirm ?? commands.approve,
    refuse: view.abilities.approve || view.abilities.sendBack ? () => setSendingBack(true) : undefined,
    nextItem: commands.nextItem,
    unfold: unfoldSeen,
    guidelines: () => setGuidelines((open) => !open),
    replay: () => setReplay((now) => (now === 'open' ? 'closed' : 'open')),
  })
  return (
    <DeskContext value={desk}>
      <DeskHeader
        commands={commands}
        onGuidelines={() => setGuidelines(true)}
        onReplay={() => setReplay('open')}
        onSendBack={() => setSendingBack(true)}
        onLeft={leave}
      />
      {/* The question comes first for those who hear the page, and on narrow screens. */}
      <div className="mx-auto grid max-w-[100rem] gap-x-8 gap-y-6 px-4 py-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,36rem)]">
        <WorkPane desk={desk} commands={commands} />
        <div className="min-w-0 space-y-6 lg:order-first">
          <StaleCallout onTakenOver={leave} />
          <SeenPane {...views} />
          <AgendaList />
        </div>
      </div>
      <GuidelinesDrawer projectId={view.projectId} open={guidelines} onOpenChange={setGuidelines} />
      {replay === 'unopened' ? null : (
        <ReplayDrawer
          taskId={view.taskId}
          lanes={lanesInOrder(view).map(({ id }) => ({ id, name: laneName(view, id) }))}
          nameOf={(unit) => unitName(desk.stage, view.units, unit)}
          open={replay === 'open'}
          onOpenChange={(open) => setReplay(open ? 'open' : 'closed')}
        />
      )}
      <SendBack open={sendingBack} onOpenChange={setSendingBack} onLeft={leave} />
    </DeskContext>
  )
}

type WorkPaneProps = { desk: Desk; commands: ReturnType<typeof useItemCommands> }

/** The question at its one place, beside whatever is read; once there is none, that it is done. */
function WorkPane({ desk: { current }, commands }: WorkPaneProps) {
  const panel = useRef<HTMLDivElement>(null)
  const place = `${current?.unit} ${current?.question}`
  const last = useRef(place)
  useEffect(() => {
    if (last.current !== place) panel.current?.scrollIntoView({ block: 'nearest' })
    last.current = place
  }, [place])
  return (
    <div
      ref={panel}
      className="min-w-0 scroll-mt-32 space-y-4 lg:sticky lg:top-[7.8125rem] lg:max-h-[calc(100dvh-8rem)] lg:self-start lg:overflow-y-auto lg:p-0.5 lg:pb-4"
    >
      <WaitingChanges />
      {current ? (
        <>
          <QuestionPanel />
          <Standing />
        </>
      ) : (
        <DonePanel commands={commands} />
      )}
    </div>
  )
}

/** What was sent back or discarded is not open to its reader any more. */
function useLeave({ taskId, projectId }: View) {
  const router = useRouter()
  const client = useQueryClient()
  return () => {
    client.removeQueries({ queryKey: consolidationKeys.one(taskId) })
    router.push(`/projects/${projectId}/review`)
  }
}
