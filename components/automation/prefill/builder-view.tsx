'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { useKeymap } from '@/components/ui/use-keymap'
import { ChosenNote } from '@/components/workspace/items/chosen-note'
import { chosenText, mostTaken } from '@/lib/automation/prefill/chosen/rules'
import type { RunView } from '@/lib/automation/prefill/contract'
import { useStartRun } from '@/lib/automation/prefill/hooks'
import { moneyText } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { itemsQuery } from '@/lib/workspace/items/hooks'
import { BUILDER_BINDINGS, PREFILL_KEYS } from './keys'
import { type StartRunInput, stepsOf } from './plan'
import { estimateSentences } from './plan-estimate'
import { type Places, problemPlaces } from './problem-places'
import { questionsOf } from './proposal-value'
import { StepsEditor } from './steps-editor'
import { TrialPanel } from './trial-panel'
import { type Builder, type ChosenForRun, type Preset, useBuilder } from './use-builder'

const targets = (isSeveral: boolean) => [
  {
    value: 'new',
    label: 'Tasks without suggestions of any run',
    hint: isSeveral
      ? 'Not with several models: they work on the same items.'
      : 'A second run after an import adds to what came new.',
    disabled: isSeveral,
  },
  {
    value: 'all',
    label: 'All tasks that nobody has submitted',
    hint: 'Suggestions of several runs stand side by side.',
  },
]

const nameHint = ({ on }: Builder) =>
  on === 'gold' ? 'The system’s name in reports.' : 'Stands beside every suggestion of the run.'

interface RunFieldsProps {
  projectId: string
  overview: PrefillOverview
  builder: Builder
  places: Places
}

/** Which items a run takes, what it may cost, and what it is called. */
function RunFields({ projectId, overview, builder, places }: RunFieldsProps) {
  const { run, change, errors, suggestedName, chosen, chosenTasks, onlyNew } = builder
  const { budgetMicro } = overview.settings
  return (
    <Panel title="Which items, at what cost">
      <div className="space-y-5">
        {chosen ? (
          <ChosenNote projectId={projectId} chosen={chosen} said={chosenTasks && chosenText(chosenTasks, onlyNew)}>
            <Button size="sm" onClick={builder.takeAll}>
              Take all items instead
            </Button>
          </ChosenNote>
        ) : null}
        {builder.on === 'gold' ? (
          <p className="text-sm">All tasks of the stage whose gold is not stale, in the order of the project.</p>
        ) : (
          <Field label="Items" error={places.target}>
            <RadioGroup
              options={targets(builder.models.length > 1)}
              value={builder.onlyNew ? 'new' : 'all'}
              onValueChange={(value) => change({ onlyNew: value === 'new' })}
            />
          </Field>
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="At most" hint="Leave empty for all of them." error={errors.most ?? places['target.most']}>
            <Input
              value={run.most}
              inputMode="numeric"
              dir="ltr"
              autoComplete="off"
              onChange={(event) => change({ most: event.target.value })}
            />
          </Field>
          <Field
            label="Ceiling in dollars"
            hint={`Each run stops before the call that would pass it. Empty: ${
              budgetMicro === null ? 'no ceiling.' : `the project's, ${moneyText(budgetMicro)}.`
            }`}
            error={errors.budget ?? places.budgetMicro}
          >
            <Input
              value={run.budget}
              inputMode="decimal"
              dir="ltr"
              autoComplete="off"
              placeholder="2.50"
              onChange={(event) => change({ budget: event.target.value })}
            />
          </Field>
        </div>
        <Field label="Name" hint={nameHint(builder)} error={places.name}>
          <Input
            value={run.name}
            placeholder={suggestedName}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
      </div>
    </Panel>
  )
}

/** Starts runs one after the other and stops at the first that is refused; those before it go on and are named. */
function useStartRuns(projectId: string) {
  const start = useStartRun(projectId)
  const [isStarting, setStarting] = useState(false)
  const [started, setStarted] = useState<readonly RunView[]>([])
  const [error, setError] = useState<Error | null>(null)
  /** Started runs, or null where not all of them were. A body that was sent already is not sent again. */
  const startAll = async (bodies: readonly StartRunInput[]): Promise<RunView[] | null> => {
    if (isStarting) return null
    setStarting(true)
    setError(null)
    const runs = [...started]
    for (const body of bodies) {
      if (runs.some(({ name }) => bodies.length > 1 && name === body.name)) continue
      const run = await start.mutateAsync(body).catch((cause: Error) => cause)
      if (run instanceof Error) {
        setStarted(runs)
        setError(run)
        setStarting(false)
        return null
      }
      runs.push(run)
    }
    return runs
  }
  return { startAll, isStarting, started, error }
}

/** What is different about a run on gold, and what its steps would be scored by. */
function OnGold({ scorings }: { scorings: readonly string[] }) {
  return (
    <div className="space-y-3">
      <Callout title="This run is scored, not suggested" live={false}>
        It takes tasks whose gold holds, and reads their items and the gold of earlier stages, never the gold of this
        one. What it proposes is kept with the run: nobody who annotates or settles sees it, it counts in no agreement
        figure, and items and their parts stay as they are. Cost, ceilings and retries are as in any run. When it has
        ended it stands as a system under Evaluation.
      </Callout>
      {scorings.length > 0 ? (
        <p className="text-muted text-sm">
          Scored as: {scorings.join('; ')}. Other steps run only for those that need them.
        </p>
      ) : (
        <Callout tone="warning" title="Nothing would be scored" live>
          No evaluation reads what these steps propose. Switch on a step that gives verdicts, or choose another stage.
        </Callout>
      )}
    </div>
  )
}

interface BuilderViewProps {
  projectId: string
  protocolId: string
  overview: PrefillOverview
  canChange: boolean
  /** What the address asks for. */
  preset?: Preset
  /** What the reader came with from the list of items. */
  chosen?: ChosenForRun | null
}

/** Puts a run together: steps, models, parameters, items, ceiling; tries it on one item; starts it. */
export function BuilderView({ projectId, protocolId, overview: given, canChange, preset, chosen }: BuilderViewProps) {
  const builder = useBuilder(given, preset, chosen)
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
        <RunFields projectId={projectId} overview={overview} builder={builder} places={places} />
        <TrialPanel
          key={builder.stage}
          projectId={projectId}
          stage={builder.stage}
          on={on}
          among={builder.chosen?.filter}
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
    <div className="sticky bottom-0 z-10 mt-6 -mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t bg-canvas py-3 lg:-mb-8 low:static">
      <p className="min-w-0 flex-1 basis-64 text-muted text-sm max-sm:line-clamp-3">
        {sentences.length > 0 ? sentences.join(' ') : 'No step is switched on.'}
      </p>
      <Button
        variant="primary"
        shortcut={PREFILL_KEYS.start}
        loading={isStarting}
        disabled={!canChange || builder.chosen?.expected === 0}
        onClick={onStart}
      >
        {models.length > 1 ? `Start ${models.length} runs` : 'Start'}
      </Button>
    </div>
  )
}

/** Tasks of the stage that nobody is through with, or that are gold; an upper bound of what a run takes. null: not counted. */
function useTasksIn(projectId: string, { stage, on, chosenTasks, onlyNew }: Builder): number | null {
  const open = useQuery(itemsQuery(projectId, { stage, state: on }))
  const preparing = useQuery({ ...itemsQuery(projectId, { stage, state: 'preparing' }), enabled: on === 'open' })
  if (chosenTasks) return mostTaken(chosenTasks, onlyNew)
  if (on === 'gold') return open.data?.total ?? null
  return open.data && preparing.data ? open.data.total + preparing.data.total : null
}
