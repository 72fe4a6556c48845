import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

/** For how long a link works. */
export function DaysField({ error }: { error?: string }) {
  return (
    <Field label="Days until it expires" error={error}>
      <Input name="days" type="number" min={1} max={90} defaultValue={7} className="w-28" />
    </Field>
  )
}
