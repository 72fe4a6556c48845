'use client'
import { useQuery } from '@tanstack/react-query'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { useForm } from '@/components/workspace/users/use-form'
import { type KeyStatus, type KeyStatuses, setKeyBody } from '@/lib/automation/keys/contract'
import { keysQuery, useRemoveKey, useSetKey, useTestKey } from '@/lib/automation/keys/hooks'

const entryForm = setKeyBody.pick({ key: true })

/** The keys of providers, for administrators. */
export function KeysView({ initialData }: { initialData: KeyStatuses }) {
  const { data } = useQuery({ ...keysQuery(), initialData })
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/admin/users">Administration</Link>}
        title="Provider keys"
        description="With which keys Assay asks language models and searches. A key is kept sealed, is used from the next call on by every process, and is never shown again."
      />
      <div className="space-y-6">
        <Callout title="Which key is used">
          A key in the environment of the server wins. One that is entered here is used where the environment has none.
          Keys are sealed under {data.ownSecret ? 'ASSAY_KEYS_SECRET' : 'NEXTAUTH_SECRET'}: with another secret they
          have to be entered again, unless the one before is given as ASSAY_KEYS_SECRET_BEFORE.
        </Callout>
        {data.scripted ? (
          <Callout tone="warning">
            This server replays recorded answers (ASSAY_LLM=scripted): it asks no language model, whatever key is set.
          </Callout>
        ) : null}
        {data.keys.map((status) => (
          <KeyPanel key={status.provider} status={status} />
        ))}
      </div>
    </>
  )
}

/** Within a sentence. */
const nameOf = ({ provider, title }: KeyStatus) => (provider === 'openai' ? title.toLowerCase() : title)

const USED_TEXT = {
  environment: 'Set in the environment',
  entered: 'Entered here',
  none: 'Not set',
} as const

function KeyPanel({ status }: { status: KeyStatus }) {
  const { provider, title, variable, address, used, entered } = status
  const name = nameOf(status)
  const test = useTestKey(provider)
  const remove = useRemoveKey(provider)
  const unreadable = entered !== null && !entered.readable
  return (
    <Panel
      title={title}
      actions={
        <>
          <Badge tone={used === 'none' ? 'neutral' : 'positive'}>{USED_TEXT[used]}</Badge>
          {used === 'none' ? null : (
            <Button size="sm" loading={test.isPending} onClick={() => test.mutate()}>
              Test<span className="sr-only"> the key of {name}</span>
            </Button>
          )}
          {entered ? (
            <AlertDialog
              title={`Remove the key of ${name}?`}
              description="What uses it stops at once: runs wait until there is a key again. It cannot be shown or brought back; the provider still accepts it until it is revoked there."
              confirmLabel="Remove"
              onConfirm={() => remove.mutateAsync({ expectedRevision: status.revision })}
              trigger={
                <Button size="sm">
                  Remove<span className="sr-only"> the key of {name}</span>
                </Button>
              }
            />
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {unreadable ? (
          <Callout tone="warning" title="This key must be entered again">
            It was sealed under another secret of the server, and cannot be opened with the present one.
          </Callout>
        ) : null}
        {used === 'environment' && entered ? (
          <Callout>
            {variable} is set in the environment and wins: the key that was entered here is kept, and not used.
          </Callout>
        ) : null}
        <div aria-live="polite" className="empty:hidden">
          {test.data ? <Callout tone={test.data.works ? 'success' : 'warning'}>{test.data.said}</Callout> : null}
          {test.error ? <Callout tone="danger">{test.error.message}</Callout> : null}
        </div>
        <DefinitionList
          items={[
            { term: 'Sent to', description: <code className="font-mono text-xs">{address}</code> },
            { term: 'Variable', description: <code className="font-mono text-xs">{variable}</code> },
            ...(entered
              ? [
                  {
                    term: 'Entered',
                    description: (
                      <>
                        {entered.ending ? <>Ends in {entered.ending}, by </> : 'By '}
                        <bdi>{entered.setBy}</bdi>, <Time value={entered.setAt} format="relative" />
                      </>
                    ),
                  },
                ]
              : []),
          ]}
        />
        <KeyForm key={status.revision} status={status} />
      </div>
    </Panel>
  )
}

/** Each revision has a form of its own, so that what was typed is gone once it is saved. */
function KeyForm({ status }: { status: KeyStatus }) {
  const { provider, entered, revision } = status
  const name = nameOf(status)
  const set = useSetKey(provider)
  const { errors, busy, form } = useForm(entryForm, async ({ key }) => {
    await set.mutateAsync({ key, expectedRevision: revision })
    toast.success(`Key of ${name} saved`)
  })
  return (
    <form {...form} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label={entered ? `Another key of ${name}` : `Key of ${name}`}
          error={errors.fields.key}
          className="min-w-56 max-w-lg flex-1"
        >
          <Input name="key" type="password" dir="ltr" autoComplete="off" spellCheck={false} maxLength={500} />
        </Field>
        <Button type="submit" loading={busy}>
          {entered ? 'Replace' : 'Save'}
          <span className="sr-only"> the key of {name}</span>
        </Button>
      </div>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
    </form>
  )
}
