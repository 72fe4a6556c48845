'use client'
import dynamic from 'next/dynamic'
import { Workbench } from '@/components/annotation/workbench/workbench'
import { outsideQuery } from '@/components/automation/evidence/outside-query'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { WithView } from './registry'

// Not everybody searches.
const SearchDrawer = dynamic(
  () => import('@/components/automation/evidence/search-drawer').then((module) => module.SearchDrawer),
  { ssr: false },
)

const ClipReceiver = dynamic(
  () => import('@/components/automation/evidence/clip-receiver').then((module) => module.ClipReceiver),
  { ssr: false },
)

interface ProtocolWorkbenchProps {
  initial: WorkbenchData
  /** The annotator's own search engine; null: none is named. */
  engine?: string | null
}

/** The workbench with the forms of the task's protocol. */
export const ProtocolWorkbench = ({ initial, engine = null }: ProtocolWorkbenchProps) => (
  <Workbench
    initial={initial}
    WithView={WithView}
    SearchDrawer={SearchDrawer}
    ClipReceiver={ClipReceiver}
    outsideQuery={outsideQuery}
    engine={engine}
  />
)
