'use client'
import { useHoldsTab } from '@/lib/annotation/annotations/submission/hooks'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { useBench } from './bench-context'
import { SavePill } from './save-pill'

/** How saving stands at a workbench. One signs in beside it while a submission waits: only this tab knows of that. */
export function BenchSavePill(props: { status: OutboxStatus; className?: string }) {
  const { workbench } = useBench()
  return <SavePill holdsTab={useHoldsTab(workbench.userId)} {...props} />
}
