'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { passwordSchema } from '@/lib/workspace/users/contract'
import { changePasswordAndSignIn } from '@/lib/workspace/users/hooks'
import type { Token } from '@/lib/workspace/users/tokens/contract'
import { tokenKeys } from '@/lib/workspace/users/tokens/hooks'
import { PasswordField } from './new-account-fields'
import { useForm } from './use-form'

const schema = z.object({
  currentPassword: z.string().min(1, 'Write your current password.'),
  newPassword: passwordSchema,
  endTokens: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
})

type PasswordFormProps = {
  email: string
  /** The personal tokens that the account has: whoever knew the old password may have made one. */
  tokens: Token[]
}

/** Changes the own password and stays signed in here; asks whether personal tokens end with it. */
export function PasswordForm({ email, tokens }: PasswordFormProps) {
  const client = useQueryClient()
  const fields = useRef<HTMLDivElement>(null)
  const { errors, busy, form } = useForm(schema, async (values) => {
    // Who was not asked has none, or made one meanwhile.
    const body = { ...values, endTokens: values.endTokens || tokens.length === 0 }
    const { problem, tokensEnded } = await changePasswordAndSignIn(email, body)
    if (problem) window.location.assign('/sign-in?callbackUrl=/account')
    await client.invalidateQueries({ queryKey: tokenKeys.list })
    for (const input of fields.current?.querySelectorAll('input') ?? []) input.value = ''
    const ended = tokensEnded > 0 ? `Your other sessions and ${countOf(tokensEnded)} have ended.` : null
    toast.success('Password changed', { description: ended ?? 'Your other sessions have ended.' })
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
      {tokens.length > 0 ? (
        <Checkbox
          name="endTokens"
          defaultChecked
          label={`Also end my ${countOf(tokens.length)}`}
          hint={
            <>
              Somebody who knew the old password may have made one:{' '}
              {tokens.map(({ id, name, prefix }, index) => (
                <span key={id}>
                  {index > 0 ? ', ' : ''}
                  <bdi className="[overflow-wrap:anywhere]">{name}</bdi> (
                  <code className="font-mono text-xs">{prefix}…</code>)
                </span>
              ))}
              .
            </>
          }
        />
      ) : null}
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" loading={busy} className="self-start">
        Change the password
      </Button>
    </form>
  )
}

const countOf = (tokens: number) => `${tokens} API ${tokens === 1 ? 'token' : 'tokens'}`
