'use client'

import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { passwordSchema } from '@/lib/workspace/users/contract'
import { choosePasswordAndSignIn } from '@/lib/workspace/users/hooks'
import { PasswordField } from './new-account-fields'
import { useForm } from './use-form'

const schema = z.object({ password: passwordSchema })

/** Chooses a new password with a reset link. */
export function ChoosePasswordForm({ token, email }: { token: string; email: string }) {
  const { errors, busy, form } = useForm(schema, async ({ password }) => {
    await choosePasswordAndSignIn(token, password)
    window.location.assign('/')
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField label="New password" name="password" error={errors.fields.password} />
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy}>
        Save the password and sign in
      </Button>
    </form>
  )
}
