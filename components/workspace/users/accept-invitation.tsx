'use client'

import { signOut } from 'next-auth/react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ButtonLink } from '@/components/ui/link'
import { newAccountBody } from '@/lib/workspace/users/contract'
import { acceptWithNewAccount, joinWithInvitation } from '@/lib/workspace/users/invitations/hooks'
import { NewAccountFields } from './new-account-fields'
import { fromFailure, useForm } from './use-form'

type AcceptInvitationProps = {
  token: string
  /** The only address that can accept, where the invitation names one. */
  email: string | null
  /** Only addresses of this domain can accept. */
  emailDomain: string | null
  /** The name of whoever is signed in. */
  signedInAs: string | null
}

/** Accepts an invitation: with the account that is signed in, or with a new one. */
export function AcceptInvitation({ token, email, emailDomain, signedInAs }: AcceptInvitationProps) {
  if (signedInAs) return <Join token={token} name={signedInAs} />
  return <NewAccount token={token} email={email} emailDomain={emailDomain} />
}

function Join({ token, name }: { token: string; name: string }) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const join = async () => {
    setBusy(true)
    setError(null)
    try {
      window.location.assign(await joinWithInvitation(token))
    } catch (cause) {
      setError(fromFailure(cause).form)
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      {error ? <Callout tone="danger">{error}</Callout> : null}
      <Button variant="primary" onClick={join} loading={busy}>
        Join as {name}
      </Button>
      <Button variant="ghost" onClick={() => signOut({ callbackUrl: `/invitations/${token}` })}>
        Sign out and use another account
      </Button>
    </div>
  )
}

/** The account is there; its name can be changed on its page. */
function Made({ to, alike }: { to: string; alike: string }) {
  return (
    <div className="flex flex-col gap-3">
      <Callout tone="warning" title="The account is made">
        {alike}
      </Callout>
      <ButtonLink variant="primary" href={to}>
        Go on
      </ButtonLink>
      <ButtonLink variant="ghost" href="/account">
        Change the name
      </ButtonLink>
    </div>
  )
}

function NewAccount({ token, email, emailDomain }: Omit<AcceptInvitationProps, 'signedInAs'>) {
  const [made, setMade] = useState<{ to: string; alike: string } | null>(null)
  const { errors, busy, form } = useForm(newAccountBody, async (account) => {
    const { to, alike } = await acceptWithNewAccount(token, account)
    if (alike) setMade({ to, alike })
    else window.location.assign(to)
  })
  if (made) return <Made {...made} />
  return (
    <form {...form} className="flex flex-col gap-4">
      <NewAccountFields errors={errors.fields} email={email} />
      {emailDomain ? <p className="text-muted text-sm">The e-mail address must end with @{emailDomain}.</p> : null}
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy}>
        Create the account and join
      </Button>
      <ButtonLink variant="ghost" href={`/sign-in?callbackUrl=${encodeURIComponent(`/invitations/${token}`)}`}>
        I have an account
      </ButtonLink>
    </form>
  )
}
