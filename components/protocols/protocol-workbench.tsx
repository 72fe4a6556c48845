'use client'
import dynamic from 'next/dynamic'
import { SubmittedWord } from '@/components/adjudication/inbox/submitted-word'
import type { ViewHost } from '@/components/annotation/workbench/stage-view'
import { Workbench } from '@/components/annotation/workbench/workbench'
import { outsideQuery } from '@/components/automation/evidence/outside-query'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import type { FirstTasks } from '@/lib/workspace/users/first-tasks/contract'

// Not everybody searches.
const SearchDrawer = dynamic(
  () => import('@/components/automation/evidence/search-drawer').then((module) => module.SearchDrawer),
  { ssr: false },
)

const ClipReceiver = dynamic(() =>
  import('@/components/automation/evidence/clip-receiver').then((module) => module.ClipReceiver),
)

interface ProtocolWorkbenchProps {
  initial: WorkbenchData
  /** The forms of the task's protocol (`hostOf`). */
  Host: ViewHost
  /** The annotator's own search engine; null: none is named. */
  engine?: string | null
  /** What helps in the first tasks. */
  firstTasks?: FirstTasks
}

const NOTHING: FirstTasks = { tour: false, closedDefinitions: null }

export const ProtocolWorkbench = ({ initial, Host, engine = null, firstTasks = NOTHING }: ProtocolWorkbenchProps) => (
  <Workbench
    initial={initial}
    Host={Host}
    SearchDrawer={SearchDrawer}
    ClipReceiver={ClipReceiver}
    SubmittedWord={SubmittedWord}
    outsideQuery={outsideQuery}
    engine={engine}
    firstTasks={firstTasks}
  />
)
