'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { setUpBody } from '@/lib/workspace/users/contract'
import { setUpAndSignIn } from '@/lib/workspace/users/hooks'
import { NewAccountFields } from './new-account-fields'
import { useForm } from './use-form'

/** Makes the first administrator. */
export function SetUpForm() {
  const { errors, busy, form } = useForm(setUpBody, async (account) => {
    await setUpAndSignIn(account)
    window.location.assign('/')
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field
        label="Code"
        required
        hint="Three groups of four characters. Assay prints it in the terminal, or in its log, at every start until the first account exists."
        error={errors.fields.code}
      >
        <Input
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          dir="ltr"
        />
      </Field>
      <NewAccountFields errors={errors.fields} />
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy}>
        Create the administrator
      </Button>
    </form>
  )
}
