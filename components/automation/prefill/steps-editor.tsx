'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Folded } from '@/components/ui/folded'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { PrefillOverview, StepView } from '@/lib/automation/prefill/settings/contract'
import { parameterFields } from './parameter-fields'
import { ParameterForm } from './parameter-form'
import {
  canAskModels,
  followsRunModel,
  lacksSearch,
  type StepDraft,
  type StepPlan,
  stagesOf,
  stepsOf,
  switchStep,
} from './plan'
import type { Places } from './problem-places'
import { PromptList } from './prompt-list'
import type { Builder } from './use-builder'

const METHOD_TEXT = { rules: 'Offline rules', model: 'Model' } as const
const USES_TEXT = { search: 'Searches', pages: 'Reads pages', embeddings: 'Embeddings where there are any' } as const

interface StepCardProps {
  step: StepView
  /** From 1. */
  number: number
  draft: StepDraft
  /** Titles of the steps that it needs. */
  needs: readonly string[]
  /** It searches, and the project's search is not set up. */
  lacksSearch: boolean
  /** May it ask models at all? */
  askable: boolean
  /** The model that it asks where it names none. */
  runModel: string | null
  /** By parameter; "" and "model" for the step and its model. */
  errors: Readonly<Record<string, string>>
  onSwitch: (on: boolean) => void
  onChange: (change: Partial<StepDraft>) => void
}

/** One step of a plan: on or off, how, with what model, parameters and prompts. */
function StepCard(props: StepCardProps) {
  const { step, number, draft, askable, errors, onSwitch } = props
  const isPossible = askable || step.methods.includes('rules')
  return (
    <li className={cn('rounded-xl border border-line p-4 sm:p-5', draft.on ? 'bg-surface' : 'bg-canvas')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <Checkbox
          className="min-w-0 flex-1 basis-64"
          label={
            <span className="font-semibold">
              {number}. {step.title}
            </span>
          }
          hint={hintOf(props, isPossible)}
          checked={draft.on}
          disabled={!isPossible}
          onCheckedChange={(checked) => onSwitch(checked === true)}
        />
        {step.uses.length > 0 ? (
          <div className="flex flex-wrap gap-1">
            {step.uses.map((use) => (
              <Badge key={use}>{USES_TEXT[use]}</Badge>
            ))}
          </div>
        ) : null}
      </div>
      {errors[''] ? (
        <p role="alert" className="mt-2 text-negative-text text-sm">
          {errors['']}
        </p>
      ) : null}
      {draft.on ? <StepDetails {...props} /> : null}
      {isPossible ? null : (
        <div className="mt-4">
          <StepPrompts step={step} />
        </div>
      )}
    </li>
  )
}

function hintOf({ step, needs, lacksSearch }: StepCardProps, isPossible: boolean): string {
  return [
    step.summary,
    needs.length > 0 ? `Needs: ${needs.join(', ')}.` : null,
    isPossible ? null : 'It asks a model, and none is configured.',
    lacksSearch ? 'It searches, and the project’s search is not set up: see the settings.' : null,
  ]
    .filter((part) => part !== null)
    .join(' ')
}

function StepDetails({ step, draft, askable, runModel, errors, onChange }: StepCardProps) {
  const fields = parameterFields(step.parameters)
  return (
    <div className="mt-4 space-y-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {step.methods.length > 1 ? (
          <Field label="How">
            <SegmentedControl
              options={step.methods.map((method) => ({
                value: method,
                label: METHOD_TEXT[method],
                disabled: method === 'model' && !askable,
              }))}
              value={draft.method}
              onValueChange={(method) => onChange({ method })}
            />
          </Field>
        ) : (
          <p className="text-sm">
            <span className="text-muted">How: </span>
            {METHOD_TEXT[draft.method]}
          </p>
        )}
        {draft.method === 'model' ? (
          <Field
            label="Model"
            hint="Empty: the model of the run."
            error={errors.model}
            className="min-w-0 flex-1 basis-56"
          >
            <Input
              value={draft.model}
              placeholder={runModel ?? undefined}
              maxLength={200}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange({ model: event.target.value })}
            />
          </Field>
        ) : null}
      </div>
      {fields.length > 0 ? (
        <Folded title={`Parameters (${fields.length})`} needed={fields.some(({ key }) => errors[key] !== undefined)}>
          <ParameterForm
            fields={fields}
            drafts={draft.drafts}
            errors={errors}
            onChange={(drafts) => onChange({ drafts })}
          />
        </Folded>
      ) : null}
      {draft.method === 'model' ? <StepPrompts step={step} /> : null}
    </div>
  )
}

function StepPrompts({ step: { prompts } }: { step: StepView }) {
  if (prompts.length === 0) return null
  return (
    <Folded title={`Preview the ${prompts.length === 1 ? 'prompt' : `${prompts.length} prompts`}`}>
      <PromptList prompts={prompts} />
    </Folded>
  )
}

interface StepsEditorProps {
  overview: PrefillOverview
  builder: Builder
  places: Places
  /** Has somebody tried to start? What is missing is said from then on. */
  asked: boolean
}

/** The steps of a plan in the order in which they run, and the model that they ask. */
export function StepsEditor({ overview, builder, places, asked }: StepsEditorProps) {
  const { stage, steps: drafts, setSteps, plan, errors } = builder
  const [said, setSaid] = useState('')
  const steps = stepsOf(overview, stage)
  const flip = (step: StepView, on: boolean) => {
    const next = switchStep(steps, drafts, step.key, on)
    setSteps(next.drafts)
    const others = next.also.join(', ')
    setSaid(
      others === ''
        ? ''
        : on
          ? `Switched on with it, because it needs them: ${others}.`
          : `Switched off with it, because they need it: ${others}.`,
    )
  }
  return (
    <section aria-labelledby="steps-heading" className="space-y-4">
      <h2 id="steps-heading" className="font-semibold text-lg">
        Steps
      </h2>
      <StageField overview={overview} builder={builder} places={places} />
      {followsRunModel(drafts) ? (
        <ModelsField overview={overview} builder={builder} places={places} asked={asked} />
      ) : null}
      <p role="status" className="text-muted text-sm empty:hidden">
        {said}
      </p>
      {asked && errors.steps ? (
        <p role="alert" className="text-negative-text text-sm">
          {errors.steps}
        </p>
      ) : null}
      <ol className="space-y-3">
        {steps.map((step, index) => {
          const draft = drafts[step.key]
          if (!draft) return null
          return (
            <StepCard
              key={step.key}
              step={step}
              number={index + 1}
              draft={draft}
              needs={steps.filter(({ key }) => step.after.includes(key)).map(({ title }) => title)}
              lacksSearch={lacksSearch(overview, step)}
              askable={canAskModels(overview)}
              runModel={builder.models[0] ?? overview.models.standard}
              errors={{ ...placesOf(plan.steps, step.key, places), ...errors.parameters[step.key] }}
              onSwitch={(on) => flip(step, on)}
              onChange={(change) => setSteps((before) => ({ ...before, [step.key]: { ...draft, ...change } }))}
            />
          )
        })}
      </ol>
    </section>
  )
}

/** What the server found wrong with one step, by parameter; "" and "model" for the step and its model. */
function placesOf(plan: readonly StepPlan[], key: string, places: Places): Record<string, string> {
  // The form of a request counts steps, their own rules name them.
  const names = [`steps.${plan.findIndex((step) => step.key === key)}`, `steps.${key}`]
  return Object.fromEntries(
    Object.entries(places).flatMap(([place, message]) => {
      const name = names.find((each) => place === each || place.startsWith(`${each}.`))
      return name === undefined ? [] : [[fieldOf(place.slice(name.length + 1)), message]]
    }),
  )
}

function fieldOf(place: string): string {
  if (place === 'model') return place
  return place.startsWith('parameters.') ? place.slice('parameters.'.length) : ''
}

function StageField({ overview, builder, places }: Omit<StepsEditorProps, 'asked'>) {
  const stages = stagesOf(overview)
  if (stages.length < 2) return null
  return (
    <Field
      label="Stage"
      hint={`${builder.on === 'gold' ? 'Predictions' : 'Suggestions'} are made for the tasks of one stage.`}
      error={places.stage}
      className="max-w-md"
    >
      <Select
        options={stages.map(({ key, title }) => ({ value: key, label: title }))}
        value={builder.stage}
        onValueChange={builder.chooseStage}
      />
    </Field>
  )
}

function ModelsField({ overview, builder, asked }: StepsEditorProps) {
  const { standard } = overview.models
  return (
    <Field
      label="Models"
      hint={`${standard ? `Empty: ${standard}. ` : ''}With several, separated by commas or lines, each gets a run of its own over the same items, so that their suggestions stand side by side.`}
      error={asked ? builder.errors.models : undefined}
      className="max-w-xl"
    >
      <Textarea
        rows={1}
        value={builder.run.models}
        placeholder={standard ?? undefined}
        spellCheck={false}
        dir="ltr"
        onChange={(event) => builder.change({ models: event.target.value })}
      />
    </Field>
  )
}
