'use client'

import { RotateCw } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { counted } from '@/components/workspace/imports/counted'
import type { RunView } from '@/lib/automation/prefill/contract'
import { useActOnRun } from '@/lib/automation/prefill/hooks'
import { FAILURE_TEXT } from '@/lib/automation/prefill/rules'

interface FailuresPanelProps {
  projectId: string
  run: RunView
  canChange: boolean
}

/** What went wrong in a run, grouped, and the way to try it again. Nothing where nothing failed. */
export function FailuresPanel({ projectId, run, canChange }: FailuresPanelProps) {
  const retry = useActOnRun(projectId, run.id)
  const failed = run.items.failed
  const canRetry = canChange && failed > 0 && run.kind !== 'import' && run.state !== 'cancelled'
  if (failed === 0 && run.failures.length === 0) return null
  return (
    <Panel
      title={failed === 0 ? 'What goes wrong' : `${counted(failed, 'item')} failed`}
      description="Their tasks are open all the same, with what the steps before the failure proposed."
      actions={
        canRetry ? (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden className="size-4" />}
            loading={retry.isPending}
            onClick={() => retry.mutate({ act: 'retry' })}
          >
            Try again
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-4">
        {retry.error ? (
          <Callout tone="danger" title="They were not tried again">
            {retry.error.message}
          </Callout>
        ) : null}
        <ul className="space-y-3 text-sm">
          {run.failures.map(({ code, message, items }) => (
            <li key={`${code} ${message}`} className="border-negative-border border-s-2 ps-3">
              <p className="font-medium">
                {FAILURE_TEXT[code]} <span className="font-normal text-muted">({counted(items, 'item')})</span>
              </p>
              <p dir="auto" className="wrap-anywhere">
                {message}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
