'use client'

import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { useStopMail } from '@/lib/adjudication/mail/hooks'

/** Stops the e-mails of a link by a click: programs that open every link of a mail stop none. */
export function StopMailForm({ token }: { token: string }) {
  const stop = useStopMail()
  if (stop.isSuccess)
    return (
      <Callout tone="success" live title="No more e-mails">
        You can choose anew on your <Link href="/account#mail">account page</Link>.
      </Callout>
    )
  return (
    <div className="flex flex-col gap-4">
      {stop.error ? <Callout tone="danger">{stop.error.message}</Callout> : null}
      <Button variant="primary" className="self-start" loading={stop.isPending} onClick={() => stop.mutate(token)}>
        Stop these e-mails
      </Button>
    </div>
  )
}
