'use client'
import type { ViewHost } from '@/components/annotation/workbench/stage-view'
import { DeskWithSearches } from '@/components/automation/evidence/desk-with-searches'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'

/** The desk where an item is settled, with what the workbench of its stage shows (`hostOf`). */
export const ProtocolDesk = ({ initialData, Host }: { initialData: ConsolidationView; Host: ViewHost }) => (
  <DeskWithSearches initialData={initialData} Host={Host} />
)
