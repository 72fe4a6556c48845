'use client'

import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Ban, Pause, Play } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import type { RunView } from '@/lib/automation/prefill/contract'
import { useActOnRun } from '@/lib/automation/prefill/hooks'
import { dollarsInput, moneyText, parseDollars } from '@/lib/automation/prefill/rules'

const ICON = 'size-4'

interface RunActsProps {
  projectId: string
  run: RunView
}

/** Pause, resume, cancel: what can be done with a run where it stands. */
export function RunActs({ projectId, run }: RunActsProps) {
  const act = useActOnRun(projectId, run.id)
  if (run.state === 'done' || run.state === 'cancelled') return null
  const pause = () =>
    act.mutate({ act: 'pause' }, { onError: (error) => toast.error('Not paused', { description: error.message }) })
  return (
    <>
      {run.state === 'running' ? (
        <Button icon={<Pause aria-hidden className={ICON} />} loading={act.isPending} onClick={pause}>
          Pause
        </Button>
      ) : (
        <ResumeButton projectId={projectId} run={run} />
      )}
      <CancelButton projectId={projectId} run={run} />
    </>
  )
}

function ResumeButton({ projectId, run }: RunActsProps) {
  const act = useActOnRun(projectId, run.id)
  const [budget, setBudget] = useState(dollarsInput(run.budgetMicro))
  const budgetMicro = parseDollars(budget)
  return (
    <AlertDialog
      title="Resume this run?"
      description={`It continues where it stopped; what is done is neither repeated nor paid for again. It has cost ${moneyText(run.spentMicro)} so far.`}
      confirmLabel="Resume"
      tone="primary"
      onOpenChange={() => setBudget(dollarsInput(run.budgetMicro))}
      onConfirm={async () => {
        if (budgetMicro === undefined) throw new Error('Give the ceiling in dollars, like 2.50, or leave it empty.')
        await act.mutateAsync({ act: 'resume', ...(budgetMicro === run.budgetMicro ? {} : { budgetMicro }) })
      }}
      trigger={
        <Button variant="primary" icon={<Play aria-hidden className={ICON} />}>
          Resume
        </Button>
      }
    >
      <Field
        label="Ceiling of the run in dollars"
        hint="Counts what it has cost already. Leave empty for no ceiling of its own; the project’s holds in any case."
        error={budgetMicro === undefined ? 'Give dollars, like 2.50.' : undefined}
      >
        <Input
          value={budget}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          onChange={(event) => setBudget(event.target.value)}
        />
      </Field>
    </AlertDialog>
  )
}

function CancelButton({ projectId, run }: RunActsProps) {
  const act = useActOnRun(projectId, run.id)
  return (
    <AlertDialog
      title="Cancel this run?"
      description="Items not yet begun stay without its suggestions. What it has proposed so far stays, and so does what it cost. A cancelled run cannot be resumed."
      confirmLabel="Cancel the run"
      cancelLabel="Let it go on"
      onConfirm={async () => void (await act.mutateAsync({ act: 'cancel' }))}
      trigger={<Button icon={<Ban aria-hidden className={ICON} />}>Cancel</Button>}
    />
  )
}
