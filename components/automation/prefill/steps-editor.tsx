'use client'

import { useState } from 'react'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import type { PrefillOverview, StepView } from '@/lib/automation/prefill/settings/contract'
import { canAskModels, followsRunModel, lacksSearch, type StepPlan, stagesOf, stepsOf, switchStep } from './plan'
import type { Places } from './problem-places'
import { StepCard } from './step-card'
import type { Builder } from './use-builder'

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
