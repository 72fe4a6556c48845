'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { useKeymap } from '@/components/ui/use-keymap'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { itemsQuery } from '@/lib/workspace/items/hooks'
import { BUILDER_BINDINGS, PREFILL_KEYS } from './keys'
import { OnGold } from './on-gold'
import { stepsOf } from './plan'
import { estimateSentences } from './plan-estimate'
import { type Places, problemPlaces } from './problem-places'
import { questionsOf } from './proposal-value'
import { RunFields } from './run-fields'
import { StepsEditor } from './steps-editor'
import { TrialPanel } from './trial-panel'
import { type Builder, type Preset, useBuilder } from './use-builder'
import { useStartRuns } from './use-start-runs'

interface BuilderViewProps {
  projectId: string
  protocolId: string
  overview: PrefillOverview
  canChange: boolean
  /** What the address asks for. */
  preset?: Preset
}

/** Puts a run together: steps, models, parameters, items, ceiling; tries it on one item; starts it. */
export function BuilderView({ projectId, protocolId, overview: given, canChange, preset }: BuilderViewProps) {
  const builder = useBuilder(given, preset)
  const { overview, on } = builder
  const runs = useStartRuns(projectId)
  const router = useRouter()
  const page = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState(false)
  const [trial, setTrial] = useState({ plan: '', micro: 0 })
  // What another plan cost says nothing about this one.
  const planned = JSON.stringify(builder.plan.steps)
  const trialMicro = trial.plan === planned ? trial.micro : null
  const base = `/projects/${projectId}/prefill`
  const start = async () => {
    if (!canChange) return
    setAsked(true)
    if (!builder.isFine) return page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    const started = await runs.startAll(builder.bodies())
    const [only] = started ?? []
    if (only) router.push(started?.length === 1 ? `${base}/runs/${only.id}` : base)
  }
  useKeymap(BUILDER_BINDINGS, { start: () => void start() })
  const places = problemPlaces(runs.error, (place) => isShown(place, builder))
  return (
    <div ref={page} className="**:scroll-mb-32">
      <PageHeader
        eyebrow={<Link href={base}>Pre-fill</Link>}
        title={on === 'gold' ? 'New run on gold' : 'New run'}
        description={
          on === 'gold'
            ? 'Assay’s own evaluators, scored against what people settled.'
            : 'Steps run one after the other on each item. A run never overwrites anything: its suggestions stand beside those of other runs.'
        }
        actions={<ShortcutSheet bindings={BUILDER_BINDINGS} />}
      />
      <div className="space-y-6">
        {on === 'gold' ? <OnGold scorings={builder.scorings} /> : null}
        <StepsEditor overview={overview} builder={builder} places={places} asked={asked} />
        <RunFields overview={overview} builder={builder} places={places} />
        <TrialPanel
          key={builder.stage}
          projectId={projectId}
          stage={builder.stage}
          on={on}
          plan={builder.plan.steps}
          isFine={builder.plan.isFine}
          steps={stepsOf(overview, builder.stage)}
          questions={questionsOf(protocolId, builder.stage)}
          firstModel={builder.models.length > 1 ? (builder.models[0] ?? null) : null}
          onCost={(micro) => setTrial({ plan: planned, micro })}
        />
        <Refusal places={places} started={runs.started.map(({ name }) => name)} />
      </div>
      <StartBar
        projectId={projectId}
        overview={overview}
        builder={builder}
        trialMicro={trialMicro}
        isStarting={runs.isStarting}
        canChange={canChange}
        onStart={() => void start()}
      />
    </div>
  )
}

/** Is there a field for what the server speaks of? */
function isShown(place: string, { plan }: Builder): boolean {
  const [, step] = /^steps\.([^.]+)/.exec(place) ?? []
  if (step !== undefined) return plan.steps.some(({ key }, index) => step === key || step === String(index))
  return ['name', 'stage', 'budgetMicro', 'target', 'target.most'].includes(place)
}

function Refusal({ places, started }: { places: Places; started: readonly string[] }) {
  if (Object.keys(places).length === 0) return null
  return (
    <Callout tone="danger" title={started.length > 0 ? 'Not all runs were started' : 'The run was not started'}>
      {places[''] ?? 'See what is wrong at the fields above, then start again.'}
      {started.length > 0 ? ` Under way already, and not started twice: ${started.join(', ')}.` : null}
    </Callout>
  )
}

interface StartBarProps {
  projectId: string
  overview: PrefillOverview
  builder: Builder
  trialMicro: number | null
  isStarting: boolean
  canChange: boolean
  onStart: () => void
}

/** Always in sight: what starting would mean, and the button. */
function StartBar({ projectId, overview, builder, trialMicro, isStarting, canChange, onStart }: StartBarProps) {
  const open = useTasksIn(projectId, builder)
  const { most, plan, models } = builder
  const tasks = open === null ? (most ?? null) : Math.min(open, most ?? open)
  const sentences = estimateSentences({
    overview,
    steps: plan.steps,
    tasks,
    trialMicro,
    runs: Math.max(1, models.length),
  })
  return (
    <div className="sticky bottom-0 z-10 mt-6 -mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t bg-canvas py-3 lg:-mb-8">
      <p className="min-w-0 flex-1 basis-64 text-muted text-sm max-sm:line-clamp-3">
        {sentences.length > 0 ? sentences.join(' ') : 'No step is switched on.'}
      </p>
      <Button
        variant="primary"
        shortcut={PREFILL_KEYS.start}
        loading={isStarting}
        disabled={!canChange}
        onClick={onStart}
      >
        {models.length > 1 ? `Start ${models.length} runs` : 'Start'}
      </Button>
    </div>
  )
}

/** Tasks of the stage that nobody is through with, or that are gold; an upper bound of what a run takes. null: not counted. */
function useTasksIn(projectId: string, { stage, on }: Builder): number | null {
  const open = useQuery(itemsQuery(projectId, { stage, state: on }))
  const preparing = useQuery({ ...itemsQuery(projectId, { stage, state: 'preparing' }), enabled: on === 'open' })
  if (on === 'gold') return open.data?.total ?? null
  return open.data && preparing.data ? open.data.total + preparing.data.total : null
}
