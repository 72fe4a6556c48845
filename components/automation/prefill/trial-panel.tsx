'use client'

import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import type { RunTarget } from '@/lib/automation/prefill/contract'
import { useTryStep } from '@/lib/automation/prefill/hooks'
import type { StepView } from '@/lib/automation/prefill/settings/contract'
import type { Question } from '@/lib/protocols/protocol'
import { ItemPicker } from './item-picker'
import type { StepPlan } from './plan'
import { type Trial, TrialResult } from './trial-result'

interface TrialPanelProps {
  projectId: string
  stage: string
  on: RunTarget
  /** The steps that are on, as they would be sent. */
  plan: readonly StepPlan[]
  isFine: boolean
  steps: readonly StepView[]
  /** Those of the stage, which give proposals their words. */
  questions: readonly Question[]
  /** Several models are named: only the first is tried. */
  firstModel: string | null
  /** 0 where kept answers hide what the item would cost. */
  onCost: (micro: number) => void
}

/** The plan tried on one item: what would be proposed, what was asked for it, what it cost. */
export function TrialPanel({
  projectId,
  stage,
  on,
  plan,
  isFine,
  steps,
  questions,
  firstModel,
  onCost,
}: TrialPanelProps) {
  const trial = useTryStep(projectId)
  const [itemId, setItemId] = useState<string | null>(null)
  const start = () => {
    if (itemId === null || !isFine) return
    trial.mutate({ itemId, stage, on, steps: [...plan] }, { onSuccess: ({ asked }) => onCost(priceOf(asked)) })
  }
  return (
    <Panel
      title="Try on one item"
      description={`Nothing is proposed to anybody yet. Calls to models cost what they cost, and are kept: a run does not pay them again.${firstModel ? ` Of the models, ${firstModel} is asked.` : ''}`}
    >
      <div className="space-y-4">
        <ItemPicker
          projectId={projectId}
          among={on === 'gold' ? { stage, state: on } : {}}
          value={itemId}
          onChange={setItemId}
        />
        <Button
          icon={<FlaskConical aria-hidden className="size-4" />}
          loading={trial.isPending}
          disabled={itemId === null || !isFine}
          onClick={start}
        >
          Try it
        </Button>
        {trial.isPending ? (
          <p role="status" className="text-muted text-sm">
            The steps are at work on the item; models may take a minute.
          </p>
        ) : null}
        {trial.error ? (
          <div ref={bringIntoView}>
            <Callout tone="danger" title="The trial did not run">
              {trial.error.message}
            </Callout>
          </div>
        ) : null}
        {trial.data && !trial.isPending ? <TrialResult trial={trial.data} steps={steps} questions={questions} /> : null}
      </div>
    </Panel>
  )
}

/** The bar at the foot of the page would cover it. */
const bringIntoView = (node: HTMLElement | null) => node?.scrollIntoView?.({ block: 'nearest' })

const priceOf = (asked: Trial['asked']) =>
  asked.some(({ cached }) => cached) ? 0 : asked.reduce((sum, { costMicro }) => sum + costMicro, 0)
