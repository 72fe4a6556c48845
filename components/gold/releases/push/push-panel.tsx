'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { ErrorState } from '@/components/ui/error-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Time } from '@/components/ui/time'
import { useForm } from '@/components/workspace/users/use-form'
import type { Push, PushList } from '@/lib/gold/releases/push/contract'
import { pushesQuery, useCancelPush, useRetryPush } from '@/lib/gold/releases/push/hooks'
import { hostOf, percentOf, placeWords } from '@/lib/gold/releases/push/rules'
import { sizeWords } from '@/lib/gold/releases/release/rules'
import { PushForm, SecretFields } from './push-form'
import { secretFormSchema } from './push-order'

interface ReleaseOf {
  projectId: string
  number: number
}

/** Where the release was sent, and for managers a way to send it. */
export function PushPanel({ projectId, number, initial }: ReleaseOf & { initial?: PushList }) {
  const { data, error } = useQuery(pushesQuery({ projectId, number }, initial))
  const [isOpen, setIsOpen] = useState(false)
  if (!data)
    return error ? <ErrorState title="Where it was sent could not be loaded">{error.message}</ErrorState> : null
  const { pushes, folder, abilities } = data
  return (
    <Panel
      title="Sent to"
      description="The exact bytes of this release in a dataset of the Hub, or in a bucket of any server that speaks S3. What is there already is not sent again; what was sent is compared by its digest."
      actions={
        abilities.push && !isOpen ? <Button onClick={() => setIsOpen(true)}>Send it somewhere</Button> : undefined
      }
    >
      <div className="space-y-4">
        {isOpen ? (
          <PushForm projectId={projectId} number={number} folder={folder} onStarted={() => setIsOpen(false)} />
        ) : null}
        {pushes.length === 0 ? (
          <p className="text-muted text-sm">Not sent anywhere from here yet.</p>
        ) : (
          <ul className="divide-y divide-line">
            {pushes.map((push) => (
              <li key={push.id} className="py-3 first:pt-0 last:pb-0">
                <PushRow projectId={projectId} number={number} push={push} canAct={abilities.push} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

const STATE = {
  running: { tone: 'accent', words: 'Being sent' },
  done: { tone: 'positive', words: 'There, compared' },
  failed: { tone: 'negative', words: 'Failed' },
  cancelled: { tone: 'neutral', words: 'Stopped' },
} as const

function PushRow({ projectId, number, push, canAct }: ReleaseOf & { push: Push; canAct: boolean }) {
  const { state, place, page, files, sameFiles, bytes, sentBytes, error, revision } = push
  const { tone, words } = STATE[state]
  return (
    <div className="space-y-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi dir="ltr" className="min-w-0 break-all font-medium">
          {page && state === 'done' ? <Link href={page}>{placeWords(place)}</Link> : placeWords(place)}
        </bdi>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <p className="text-muted">
        {hostOf(place.address)}, by <bdi>{push.by}</bdi>, <Time value={push.endedAt ?? push.createdAt} />.{' '}
        {files.toLocaleString('en')} files, {sizeWords(bytes)}
        {sameFiles > 0 ? `, ${sameFiles} of them there before the last try` : ''}.
      </p>
      {state === 'done' ? (
        <p className="text-muted">
          {revision ? (
            <>
              {place.kind === 'hub' ? 'Commit' : 'Version of SHA256SUMS'} <code className="break-all">{revision}</code>.{' '}
            </>
          ) : null}
          Checksum <code className="break-all">{push.digest}</code>.
        </p>
      ) : null}
      {state === 'running' ? (
        <ProgressBar
          label={`Sending to ${placeWords(place)}`}
          value={percentOf(push)}
          valueText={`${sizeWords(sentBytes)} of ${sizeWords(bytes)}`}
        />
      ) : null}
      {error ? <Callout tone={state === 'failed' ? 'danger' : 'warning'}>{error}</Callout> : null}
      {canAct && state === 'running' ? <StopButton projectId={projectId} number={number} push={push} /> : null}
      {canAct && state === 'failed' ? <RetryForm projectId={projectId} number={number} push={push} /> : null}
    </div>
  )
}

function StopButton({ projectId, number, push }: ReleaseOf & { push: Push }) {
  const cancel = useCancelPush({ projectId, number }, push.id)
  return (
    <AlertDialog
      title="Stop sending?"
      description="Files that have arrived stay there. A new push to the same place sends only the rest."
      confirmLabel="Stop"
      cancelLabel="Go on"
      onConfirm={() => cancel.mutateAsync()}
      trigger={
        <Button size="sm">
          Stop<span className="sr-only"> sending to {placeWords(push.place)}</span>
        </Button>
      }
    />
  )
}

/** Once more with the credentials that are kept, or with others. */
function RetryForm({ projectId, number, push }: ReleaseOf & { push: Push }) {
  const retry = useRetryPush({ projectId, number }, push.id)
  const [isOther, setIsOther] = useState(false)
  const { errors, busy, form } = useForm(secretFormSchema, (secret) => retry.mutateAsync({ secret }))
  const where = <span className="sr-only"> to {placeWords(push.place)}</span>
  return (
    <div className="space-y-3">
      {isOther ? (
        <form {...form} className="space-y-3">
          <input type="hidden" name="kind" value={push.place.kind} />
          <div className="grid gap-4 sm:grid-cols-2">
            <SecretFields kind={push.place.kind} errors={errors.fields} />
          </div>
          <Button type="submit" size="sm" loading={busy}>
            Send the rest{where}
          </Button>
          {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
        </form>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={retry.isPending} onClick={() => retry.mutate({})}>
            Send the rest{where}
          </Button>
          <Button size="sm" onClick={() => setIsOther(true)}>
            With other credentials
          </Button>
        </div>
      )}
      {retry.error && !isOther ? <Callout tone="danger">{retry.error.message}</Callout> : null}
    </div>
  )
}
