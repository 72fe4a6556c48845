'use client'

import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import type { SplitDraft } from '@/lib/gold/releases/release/splits/rules'

const WAYS = [
  { value: 'none', label: 'Not divided: one split, “test”' },
  { value: 'shares', label: 'By shares' },
  { value: 'field', label: 'By a field that names the splits' },
] as const

interface SplitEditorProps {
  draft: SplitDraft
  /** What is wrong with it, by its fields. */
  problems: Readonly<Partial<Record<keyof SplitDraft, string>>>
  /** The evaluations that a split can be held out for; none: nothing can. */
  tasks: readonly { key: string; title: string }[]
  onChange: (draft: SplitDraft) => void
}

const FIELD_HINT = 'source, domain, a field of the record such as prompt, or where it stands there: /meta/prompt_id.'

/** How the tables of the next release are divided. */
export function SplitEditor({ draft, problems, tasks, onChange }: SplitEditorProps) {
  const text = (key: 'shares' | 'seed' | 'group' | 'stratify' | 'field' | 'heldOut') => (
    <Input
      value={draft[key]}
      maxLength={500}
      inputMode={key === 'seed' ? 'numeric' : undefined}
      onChange={(event) => onChange({ ...draft, [key]: event.target.value })}
    />
  )
  return (
    <div className="space-y-4">
      <Field label="Splits" hint="Every row of every table is in the split of its item. The preview counts them.">
        <Select
          options={WAYS}
          value={draft.way}
          onValueChange={(way) => onChange({ ...draft, way })}
          className="w-full sm:w-96"
        />
      </Field>
      {draft.way === 'shares' ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Names and percent"
            hint="Of the items with gold, adding up to 100."
            error={problems.shares}
            required
          >
            {text('shares')}
          </Field>
          <Field label="Seed" hint="Another number divides otherwise." error={problems.seed} required>
            {text('seed')}
          </Field>
          <Field label="Keep together" hint={`Items that are the same in this: ${FIELD_HINT}`} error={problems.group}>
            {text('group')}
          </Field>
          <Field label="Same shares within each" hint="For example domain or source." error={problems.stratify}>
            {text('stratify')}
          </Field>
          <Checkbox
            className="sm:col-span-2"
            label="No item moves in later releases"
            hint="Sizes are only nearly as wanted then. Otherwise they are exact, and a few items can move when others are added."
            checked={draft.steady}
            onCheckedChange={(checked) => onChange({ ...draft, steady: checked === true })}
          />
        </div>
      ) : null}
      {draft.way === 'field' ? (
        <Field
          label="Field with the names"
          hint={`Every item needs a value: ${FIELD_HINT}`}
          error={problems.field}
          required
        >
          {text('field')}
        </Field>
      ) : null}
      {draft.way !== 'none' && tasks.length === 0 ? (
        <p className="text-muted text-sm">
          No split can be held out in this project: no evaluation of its protocol scores units that are the same
          whatever gold says.
        </p>
      ) : null}
      {draft.way !== 'none' && tasks.length > 0 ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Held-out split"
            hint="The name of one split whose labels stay back from every file: predictions for it are scored here. Empty: none."
            error={problems.heldOut}
          >
            {text('heldOut')}
          </Field>
          {draft.heldOut.trim() !== '' && tasks.length > 1 ? (
            <Field label="Scored as" hint="The evaluation by which predictions are scored.">
              <Select
                options={tasks.map(({ key, title }) => ({ value: key, label: title }))}
                value={draft.heldOutTask === '' ? (tasks[0]?.key ?? null) : draft.heldOutTask}
                onValueChange={(heldOutTask) => onChange({ ...draft, heldOutTask })}
                className="w-full"
              />
            </Field>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
