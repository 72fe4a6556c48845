'use client'

import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { LogIn } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { signInWithPassword, signInWithProvider } from '@/lib/platform/client/sign-in'
import { signInProblem } from '@/lib/workspace/users/rules'
import { useForm } from './use-form'

const schema = z.object({
  email: z.string().trim().min(1, 'Write your e-mail address.'),
  password: z.string().min(1, 'Write your password.'),
})

type SignInFormProps = {
  /** Where to go afterwards; a same-site path. */
  path: string
  /** Why the last attempt failed, from the address bar. */
  problem: string | null
  /** The identity provider's name, where there is one. */
  provider: string | null
}

export function SignInForm({ path, problem, provider }: SignInFormProps) {
  const [message, setMessage] = useState(problem)
  const { errors, busy, form } = useForm(schema, async ({ email, password }) => {
    const code = await signInWithPassword(email, password)
    setMessage(signInProblem(code))
    // A full load: nothing that was cached for somebody else may stay.
    if (!code) window.location.assign(path)
  })
  return (
    <div className="flex flex-col gap-4">
      {message ? <Callout tone="danger">{message}</Callout> : null}
      {provider ? (
        <>
          <Button
            variant="primary"
            onClick={() => signInWithProvider(path)}
            icon={<LogIn aria-hidden className="size-4" />}
          >
            Sign in with {provider}
          </Button>
          <p className="text-center text-muted text-sm">or with a password</p>
        </>
      ) : null}
      <form {...form} className="flex flex-col gap-4">
        <Field label="E-mail" error={errors.fields.email}>
          <Input name="email" type="email" autoComplete="username" />
        </Field>
        <Field label="Password" error={errors.fields.password}>
          <Input name="password" type="password" autoComplete="current-password" dir="ltr" />
        </Field>
        <Button type="submit" variant={provider ? 'secondary' : 'primary'} loading={busy}>
          Sign in
        </Button>
      </form>
      <p className="text-muted text-sm">
        Forgotten your password? An administrator can make you a link to choose a new one.
      </p>
    </div>
  )
}
