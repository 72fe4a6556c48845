import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'

type NewAccountFieldsProps = {
  errors: Record<string, string>
  /** An address that an invitation names and that cannot be changed. */
  email?: string | null
}

/** Name, e-mail and password of an account that is being made; inside a `useForm` form. */
export function NewAccountFields({ errors, email }: NewAccountFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        required
        hint="Colleagues see it beside your work once a task is revealed."
        error={errors.name}
      >
        <Input name="name" autoComplete="name" maxLength={100} />
      </Field>
      <Field label="E-mail" required error={errors.email}>
        <Input name="email" type="email" autoComplete="username" defaultValue={email ?? ''} readOnly={Boolean(email)} />
      </Field>
      <PasswordField label="Password" name="password" error={errors.password} />
    </>
  )
}

/** A password that is being chosen. */
export function PasswordField({ label, name, error }: { label: string; name: string; error?: string }) {
  return (
    <Field label={label} required hint="At least 10 characters. A few unrelated words make a good one." error={error}>
      <Input name={name} type="password" autoComplete="new-password" maxLength={200} dir="ltr" />
    </Field>
  )
}
