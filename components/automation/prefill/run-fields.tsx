import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { RadioGroup } from '@/components/ui/radio-group'
import { moneyText } from '@/lib/automation/prefill/rules'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import type { Places } from './problem-places'
import type { Builder } from './use-builder'

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

/** Which items a run takes, what it may cost, and what it is called. */
export function RunFields({
  overview,
  builder,
  places,
}: {
  overview: PrefillOverview
  builder: Builder
  places: Places
}) {
  const { run, change, errors, suggestedName } = builder
  const { budgetMicro } = overview.settings
  return (
    <Panel title="Which items, at what cost">
      <div className="space-y-5">
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
          <Field label="At most" hint="Empty: all of them." error={errors.most ?? places['target.most']}>
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
