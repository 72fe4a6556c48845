'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import type { RunView } from '@/lib/automation/prefill/contract'
import { triageQuery, useApplyTriage } from '@/lib/automation/prefill/hooks'
import { type BoundDrafts, isKept, readBounds, type Triage } from './triage-bounds'
import { TriageMeasures } from './triage-measures'
import { TriageTable } from './triage-table'

interface TriageViewProps {
  projectId: string
  run: RunView
  initialData: Triage
  canChange: boolean
}

/** Bounds on what a run measured, how many items would stay, and setting the others aside. */
export function TriageView({ projectId, run, initialData, canChange }: TriageViewProps) {
  const { data } = useQuery({ ...triageQuery(projectId, run.id), initialData })
  const [drafts, setDrafts] = useState<BoundDrafts>({})
  const { bounds, errors } = readBounds(drafts)
  const kept = data.rows.filter((row) => isKept(row, bounds))
  const isFine = Object.keys(errors).length === 0
  const isGoing = run.state === 'running' || run.state === 'paused'
  return (
    <>
      <PageHeader
        eyebrow={
          <Link href={`/projects/${projectId}/prefill/runs/${run.id}`} className="wrap-anywhere" dir="auto">
            {run.name}
          </Link>
        }
        title="Choose what is worth annotating"
        description="Set bounds on what the run measured. Items outside them are set aside: discarded with the bounds as the reason, and restored like any other."
      />
      {data.rows.length === 0 ? (
        <EmptyState title="There is nothing to choose from">
          The run has measured no item that is still in the project. Wait for it, or start another.
        </EmptyState>
      ) : (
        <div className="space-y-6">
          <Panel title="Bounds" description="Inclusive. An item without the number does not pass a bound on it.">
            <div className="space-y-5">
              <TriageMeasures triage={data} drafts={drafts} errors={errors} onChange={setDrafts} />
              <Count kept={kept.length} begun={kept.filter(({ begun }) => begun).length} total={data.rows.length} />
              {isGoing ? (
                <Callout title="The run is still under way">
                  Its numbers are not complete. Wait until it is done, or cancel it, then choose.
                </Callout>
              ) : null}
              {canChange && !isGoing ? (
                <ApplyButton
                  projectId={projectId}
                  runId={run.id}
                  bounds={bounds}
                  setAside={isFine ? data.rows.length - kept.length : 0}
                />
              ) : null}
            </div>
          </Panel>
          <TriageTable projectId={projectId} triage={data} bounds={bounds} />
        </div>
      )}
    </>
  )
}

function Count({ kept, begun, total }: { kept: number; begun: number; total: number }) {
  return (
    <p role="status" className="text-lg tabular-nums">
      <strong className="font-semibold">
        Kept {kept.toLocaleString('en')} of {total.toLocaleString('en')}
      </strong>
      {begun > 0 ? (
        <span className="block text-muted text-sm">
          {counted(begun, 'of them is', 'of them are')} being worked on already and {begun === 1 ? 'stays' : 'stay'} in
          any case.
        </span>
      ) : null}
    </p>
  )
}

interface ApplyButtonProps {
  projectId: string
  runId: string
  bounds: ReturnType<typeof readBounds>['bounds']
  setAside: number
}

function ApplyButton({ projectId, runId, bounds, setAside }: ApplyButtonProps) {
  const apply = useApplyTriage(projectId, runId)
  const items = counted(setAside, 'item')
  return (
    <div className="space-y-3">
      {apply.data ? (
        <Callout tone="success" title={`${counted(apply.data.setAside, 'item')} set aside`} live>
          {counted(apply.data.kept, 'item')} of {apply.data.pool.toLocaleString('en')} stay. The bounds and the size of
          the pool are kept with the project.
        </Callout>
      ) : null}
      <AlertDialog
        title={`Set ${items} aside?`}
        description="They are discarded with the bounds as the reason. Nothing is deleted: each can be restored on its page. What somebody began meanwhile stays."
        confirmLabel={`Set ${items} aside`}
        onConfirm={async () => void (await apply.mutateAsync({ bounds }))}
        trigger={
          <Button variant="primary" disabled={setAside === 0}>
            {setAside === 0 ? 'Nothing to set aside' : `Set ${items} aside`}
          </Button>
        }
      />
    </div>
  )
}
