'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { newAccountBody } from '@/lib/users/contract'
import { setUpAndSignIn } from '@/lib/users/hooks'
import { NewAccountFields } from './new-account-fields'
import { useForm } from './use-form'

/** Makes the first administrator. */
export function SetUpForm() {
  const { errors, busy, form } = useForm(newAccountBody, async (account) => {
    await setUpAndSignIn(account)
    window.location.assign('/')
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <NewAccountFields errors={errors.fields} />
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy}>
        Create the administrator
      </Button>
    </form>
  )
}
