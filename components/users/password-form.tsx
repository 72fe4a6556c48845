'use client'

import { useRef } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { passwordSchema } from '@/lib/users/contract'
import { changePasswordAndSignIn } from '@/lib/users/hooks'
import { PasswordField } from './new-account-fields'
import { useForm } from './use-form'

const schema = z.object({
  currentPassword: z.string().min(1, 'Write your current password.'),
  newPassword: passwordSchema,
})

/** Changes the own password and stays signed in here. */
export function PasswordForm({ email }: { email: string }) {
  const fields = useRef<HTMLDivElement>(null)
  const { errors, busy, form } = useForm(schema, async ({ currentPassword, newPassword }) => {
    const problem = await changePasswordAndSignIn(email, currentPassword, newPassword)
    if (problem) window.location.assign('/sign-in?callbackUrl=/account')
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value = ''
    toast.success('Password changed', { description: 'Your other sessions have ended.' })
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <div ref={fields} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Current password" required error={errors.fields.currentPassword}>
          <Input name="currentPassword" type="password" autoComplete="current-password" dir="ltr" />
        </Field>
        <PasswordField label="New password" name="newPassword" error={errors.fields.newPassword} />
      </div>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" loading={busy} className="self-start">
        Change the password
      </Button>
    </form>
  )
}
