'use client'
import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { DeskWithSearches } from '@/components/automation/evidence/desk-with-searches'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { WithView } from './registry'

/** What the forms of a stage show of the open unit besides its text and its parts, by protocol and stage. */
const beside: Record<string, ComponentType<{ unit: UnitDraft }>> = {
  'factcheck-bench/merge': dynamic(() => import('./factcheck-bench/merge/claim-fates').then(({ FatesOf }) => FatesOf)),
}

/** The desk where an item is settled, with what the workbench of its stage shows. */
export const ProtocolDesk = ({ initialData }: { initialData: ConsolidationView }) => (
  <DeskWithSearches
    initialData={initialData}
    WithView={WithView}
    Beside={beside[`${initialData.protocolId}/${initialData.stageKey}`]}
  />
)
