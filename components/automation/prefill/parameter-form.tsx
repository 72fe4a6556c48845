import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { type Drafts, numberRange } from './parameter-drafts'
import type { ParameterField } from './parameter-fields'

interface ParameterFormProps {
  fields: readonly ParameterField[]
  drafts: Drafts
  /** By parameter. */
  errors: Readonly<Record<string, string>>
  onChange: (drafts: Drafts) => void
}

/** A step's parameters, each with the control that its schema asks for. */
export function ParameterForm({ fields, drafts, errors, onChange }: ParameterFormProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {fields.map((field) => (
        <ParameterControl
          key={field.key}
          field={field}
          draft={drafts[field.key] ?? ''}
          error={errors[field.key]}
          onChange={(draft) => onChange({ ...drafts, [field.key]: draft })}
        />
      ))}
    </div>
  )
}

interface ParameterControlProps {
  field: ParameterField
  draft: string | boolean
  error: string | undefined
  onChange: (draft: string | boolean) => void
}

function ParameterControl({ field, draft, error, onChange }: ParameterControlProps) {
  if (field.kind === 'switch')
    return (
      <Checkbox
        className="self-center"
        label={field.title}
        hint={[field.description, error].filter(Boolean).join(' ') || undefined}
        checked={draft === true}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
    )
  return (
    <Field label={field.title} hint={hintOf(field)} error={error}>
      {controlOf(field, String(draft), onChange)}
    </Field>
  )
}

function hintOf(field: ParameterField): string | undefined {
  const limits = field.kind === 'number' && (field.least !== null || field.most !== null) ? numberRange(field) : null
  const empty = field.nullable ? 'may be left empty' : null
  const rest = [limits, empty].filter((part) => part !== null).join('; ')
  const sentence = rest === '' ? null : `${rest.charAt(0).toUpperCase()}${rest.slice(1)}.`
  return [field.description, sentence].filter((part) => part !== null).join(' ') || undefined
}

function controlOf(field: ParameterField, value: string, onChange: (draft: string) => void) {
  const typed = { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  if (field.kind === 'choice')
    return (
      <Select
        options={field.options.map(({ value: option, label }) => ({ value: option, label }))}
        value={value === '' ? null : value}
        onValueChange={onChange}
      />
    )
  if (field.kind === 'number')
    return (
      <Input
        {...typed}
        inputMode={field.integer ? 'numeric' : 'decimal'}
        dir="ltr"
        autoComplete="off"
        className="max-w-40"
      />
    )
  if (field.kind === 'json') return <Textarea {...typed} rows={2} dir="ltr" spellCheck={false} className="font-mono" />
  return <Input {...typed} autoComplete="off" />
}
