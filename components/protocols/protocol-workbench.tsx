'use client'
import dynamic from 'next/dynamic'
import { Workbench } from '@/components/annotation/workbench/workbench'
import type { Workbench as WorkbenchData } from '@/lib/annotation/annotations/contract'
import { WithView } from './registry'

// Not everybody searches.
const SearchDrawer = dynamic(
  () => import('@/components/automation/evidence/search-drawer').then((module) => module.SearchDrawer),
  { ssr: false },
)

/** The workbench with the forms of the task's protocol. */
export const ProtocolWorkbench = ({ initial }: { initial: WorkbenchData }) => (
  <Workbench initial={initial} WithView={WithView} SearchDrawer={SearchDrawer} />
)
