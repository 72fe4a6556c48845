'use client'

import { useQuery } from '@tanstack/react-query'
import { Badge } from '@/components/ui/badge'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import type { MailServerStatus } from '@/lib/adjudication/mail/contract'
import { mailServerQuery } from '@/lib/adjudication/mail/hooks'
import { counted } from '@/lib/text/counted'

/** Whether e-mails go out, for administrators. */
export function MailServerView({ initialData }: { initialData: MailServerStatus }) {
  const { data } = useQuery({ ...mailServerQuery(), initialData })
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/admin/users">Administration</Link>}
        title="E-mails"
        description="People can be told by e-mail what waits in their inbox. The mail server is set in the environment of the server."
      />
      <div className="flex max-w-3xl flex-col gap-6">
        <Standing status={data} />
        <Panel title="Mail server">
          <DefinitionList
            items={[
              { term: 'Server', description: data.address ?? 'None' },
              { term: 'Sender', description: <span className="wrap-anywhere">{data.from ?? 'None'}</span> },
              { term: 'Signs in', description: data.signsIn ? 'With a user name and a password' : 'No' },
              { term: 'Last taken', description: data.acceptedAt ? <Time value={data.acceptedAt} /> : 'Nothing yet' },
              { term: 'People who want e-mails', description: data.people.toLocaleString('en') },
              ...(data.refused > 0
                ? [
                    {
                      term: 'Addresses that were refused',
                      description: <Badge tone="stale">{counted(data.refused, 'address', 'addresses')}</Badge>,
                    },
                  ]
                : []),
            ]}
          />
        </Panel>
      </div>
    </>
  )
}

function Standing({ status: { address, missing, problem, failingSince, retryAt } }: { status: MailServerStatus }) {
  if (missing.length > 0)
    return <Callout tone="danger">No e-mails are sent: {missing.join(' and ')} must be set as well.</Callout>
  if (!address)
    return (
      <Callout title="No e-mails are sent">
        Set ASSAY_SMTP_URL and ASSAY_MAIL_FROM and start Assay again. Until then nobody can choose e-mails.
      </Callout>
    )
  if (!problem) return null
  return (
    <Callout tone="danger" title="No e-mail goes out">
      <p className="wrap-anywhere">{problem}</p>
      <p className="mt-1">
        {failingSince ? (
          <>
            Since <Time value={failingSince} />.{' '}
          </>
        ) : null}
        {retryAt ? (
          <>
            Tried again from <Time value={retryAt} />. Nothing is lost: what waits by then is told in one e-mail.
          </>
        ) : null}
      </p>
    </Callout>
  )
}
