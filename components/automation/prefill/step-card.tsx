import { Badge } from '@/components/ui/badge'
import { Checkbox } from '@/components/ui/checkbox'
import { cn } from '@/components/ui/cn'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { StepView } from '@/lib/automation/prefill/settings/contract'
import { Folded } from './folded'
import { parameterFields } from './parameter-fields'
import { ParameterForm } from './parameter-form'
import type { StepDraft } from './plan'
import { PromptList } from './prompt-list'

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
export function StepCard(props: StepCardProps) {
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
          <Field label="Model" hint="Empty: the run's." error={errors.model} className="min-w-0 flex-1 basis-56">
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
      {draft.method === 'model' && step.prompts.length > 0 ? (
        <Folded title={`Preview the ${step.prompts.length === 1 ? 'prompt' : `${step.prompts.length} prompts`}`}>
          <PromptList prompts={step.prompts} />
        </Folded>
      ) : null}
    </div>
  )
}
