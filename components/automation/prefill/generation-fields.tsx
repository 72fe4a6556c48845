import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Textarea } from '@/components/ui/textarea'
import { type GenerationDraft, generationName } from './generation-draft'
import { modelsIn } from './plan'

interface GenerationFieldsProps {
  draft: GenerationDraft
  /** By the field's name in the request. */
  errors: Readonly<Record<string, string>>
  onChange: (part: Partial<GenerationDraft>) => void
}

/** Which models answer, how, and what it may cost. */
export function GenerationFields({ draft, errors, onChange }: GenerationFieldsProps) {
  const typed = (name: keyof GenerationDraft) => ({
    value: draft[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  const number = { dir: 'ltr', className: 'max-w-40' }
  return (
    <div className="space-y-5">
      <Field
        label="Models"
        hint="Several by commas or lines; each answers every prompt."
        error={errors.models}
        required
      >
        <Textarea {...typed('models')} rows={1} dir="ltr" spellCheck={false} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label="Temperature" hint="0 to 2; 0 is the steadiest." error={errors.temperature}>
          <Input {...typed('temperature')} {...number} inputMode="decimal" />
        </Field>
        <Field label="Longest response" hint="In tokens; longer ones are cut and said to be." error={errors.maxTokens}>
          <Input {...typed('maxTokens')} {...number} inputMode="numeric" />
        </Field>
        <Field label="Ceiling in dollars" hint="Empty: none of its own." error={errors.budgetMicro}>
          <Input {...typed('budget')} {...number} inputMode="decimal" placeholder="2.50" />
        </Field>
      </div>
      <Field label="Name" hint="Stands in the list of runs." error={errors.name}>
        <Input {...typed('name')} maxLength={200} placeholder={generationName(modelsIn(draft.models))} />
      </Field>
    </div>
  )
}
