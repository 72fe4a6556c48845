'use client'

import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { RadioGroup, type RadioOption } from '@/components/ui/radio-group'
import { toast } from '@/components/ui/toast'
import type { MailChoice, MailMode } from '@/lib/adjudication/mail/contract'
import { mailChoiceQuery, useChooseMail } from '@/lib/adjudication/mail/hooks'
import { DAILY_HOUR } from '@/lib/adjudication/mail/rules'

const OPTIONS: readonly RadioOption<MailMode>[] = [
  { value: 'off', label: 'None' },
  { value: 'at_once', label: 'At once', hint: 'When something new waits; at most one in five minutes.' },
  { value: 'hourly', label: 'Once an hour', hint: 'All that is new in one e-mail.' },
  {
    value: 'daily',
    label: 'Once a day',
    hint: `All that is new in one e-mail, at ${DAILY_HOUR}:00 by the server’s clock.`,
  },
]

/** Whether and how often the reader gets e-mails about their inbox. */
export function MailPanel({ initialData }: { initialData: MailChoice }) {
  const { data } = useQuery({ ...mailChoiceQuery(), initialData })
  const choose = useChooseMail()
  const { mode, serverSends, hasAddress, problem } = data
  const canChoose = serverSends && hasAddress
  const selectedMode = choose.isPending ? choose.variables : mode
  return (
    <Panel
      id="mail"
      title="E-mails"
      description="About what waits for your decision: names of projects and how many, never what anybody answered. Each has a link that stops them."
    >
      <div className="flex flex-col gap-4">
        {serverSends ? null : (
          <p className="text-muted text-sm">
            This server sends no e-mails: no mail server is set. What waits for you is in your inbox.
          </p>
        )}
        {serverSends && !hasAddress ? <p className="text-muted text-sm">Your account has no e-mail address.</p> : null}
        {serverSends && problem ? (
          <Callout tone="warning" title="Your last e-mail was not taken">
            {problem}
          </Callout>
        ) : null}
        <RadioGroup
          label="How often"
          options={OPTIONS}
          value={canChoose ? selectedMode : 'off'}
          disabled={!canChoose}
          onValueChange={(next) =>
            choose.mutate(next, {
              onSuccess: () => void toast.success(next === 'off' ? 'You get no e-mails any more' : 'Saved'),
            })
          }
        />
        {choose.error ? <Callout tone="danger">{choose.error.message}</Callout> : null}
      </div>
    </Panel>
  )
}
