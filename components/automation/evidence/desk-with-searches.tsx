'use client'
import dynamic from 'next/dynamic'
import { ConsolidationView, type DeskViews } from '@/components/adjudication/consolidation/consolidation-view'
import type { ConsolidationView as View } from '@/lib/adjudication/consolidation/contract'

// Not everybody looks at how others searched.
const ReplayDrawer = dynamic(() => import('./replay-drawer').then((module) => module.ReplayDrawer), { ssr: false })

const KeptPage = dynamic(() => import('./kept-page').then((module) => module.KeptPage))

/** The desk where an item is settled, with what its annotators searched for. */
export const DeskWithSearches = ({ initialData, ...views }: DeskViews & { initialData: View }) => (
  <ConsolidationView initialData={initialData} ReplayDrawer={ReplayDrawer} KeptPage={KeptPage} {...views} />
)
