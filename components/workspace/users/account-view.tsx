'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { TextSizeSwitch } from '@/components/shell/text-size-switch'
import { ThemeSwitch } from '@/components/shell/theme-switch'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DefinitionList } from '@/components/ui/definition-list'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Download, Plus } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { DownloadLink, Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { type Account, renameBody } from '@/lib/workspace/users/contract'
import { accountQuery, useChooseEngine, useRename } from '@/lib/workspace/users/hooks'
import { MEASURED, NO_PROJECT_CREATION } from '@/lib/workspace/users/rules'
import { engineSchema } from '@/lib/workspace/users/search-engine/rules'
import { createTokenBody, type Token } from '@/lib/workspace/users/tokens/contract'
import { tokensQuery, useCreateToken, useRevokeToken } from '@/lib/workspace/users/tokens/hooks'
import { OneTimeSecret } from './one-time-link'
import { PasswordForm } from './password-form'
import { type ProposedEngine, SearchEngineField } from './search-engine-field'
import { useForm } from './use-form'

const schema = z.object({
  name: createTokenBody.shape.name,
  days: z
    .literal('')
    .transform(() => null)
    .or(z.coerce.number().int().min(1, 'At least one day.').max(3650, 'At most 3650 days.')),
})

/** Makes a personal token and shows it once. */
function NewTokenDialog() {
  const [open, setOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const handleOpenChange = (next: boolean) => {
    setOpen(next)
    setSecret(null)
  }
  return (
    <Dialog
      title={secret ? 'Your new token' : 'New token'}
      description={secret ? 'Copy it now: it is not shown again.' : undefined}
      open={open}
      onOpenChange={handleOpenChange}
      trigger={<Button icon={<Plus aria-hidden className="size-4" />}>New token</Button>}
    >
      {secret ? (
        <div className="flex flex-col gap-4">
          <OneTimeSecret label="Token" value={secret} what="token" />
          <DialogClose>
            <Button className="self-end">Done</Button>
          </DialogClose>
        </div>
      ) : (
        <NewTokenForm onSecret={setSecret} />
      )}
    </Dialog>
  )
}

function NewTokenForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const create = useCreateToken()
  const { errors, busy, form } = useForm(schema, async (body) => onSecret((await create.mutateAsync(body)).secret))
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label="Name" required hint="What it is for, so that you recognise it later." error={errors.fields.name}>
        <Input name="name" autoComplete="off" maxLength={100} />
      </Field>
      <Field
        label="Days until it expires"
        hint="Leave empty for a token that never expires."
        error={errors.fields.days}
      >
        <Input name="days" type="number" min={1} max={3650} defaultValue={90} className="w-28" />
      </Field>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} className="self-end">
        Make the token
      </Button>
    </form>
  )
}

/** The own personal tokens, for the API and the command line. */
function TokenPanel({ initialData }: { initialData: Token[] }) {
  const { data } = useQuery({ ...tokensQuery(), initialData: { tokens: initialData } })
  return (
    <Panel
      title="Personal tokens"
      description={
        <>
          For the <Link href="/docs/api">HTTP interface</Link> and the command line. A token may do what you may, except
          manage accounts.
        </>
      }
      actions={<NewTokenDialog />}
    >
      {data.tokens.length === 0 ? (
        <p className="text-muted text-sm">You have none.</p>
      ) : (
        <Table stacked caption="Personal tokens">
          <thead>
            <tr>
              <Th>Name</Th>
              <Th>Begins with</Th>
              <Th>Made</Th>
              <Th>Last used</Th>
              <Th>Expires</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function TokenRow({ token }: { token: Token }) {
  const revoke = useRevokeToken()
  return (
    <Tr>
      <Th scope="row" className="min-w-40 [overflow-wrap:anywhere]">
        <bdi>{token.name}</bdi>
      </Th>
      <Td label="Begins with">
        <code className="font-mono text-xs">{token.prefix}…</code>
      </Td>
      <Td label="Made">
        <Time value={token.createdAt} format="date" />
      </Td>
      <Td label="Last used">{token.lastUsedAt ? <Time value={token.lastUsedAt} format="relative" /> : 'Never'}</Td>
      <Td label="Expires">{token.expiresAt ? <Time value={token.expiresAt} format="relative" /> : 'Never'}</Td>
      <Td>
        <AlertDialog
          title={`Revoke “${token.name}”?`}
          description="Whatever uses it stops working at once. This cannot be undone."
          confirmLabel="Revoke"
          onConfirm={() => revoke.mutateAsync(token.id)}
          trigger={
            <Button size="sm">
              Revoke<span className="sr-only"> {token.name}</span>
            </Button>
          }
        />
      </Td>
    </Tr>
  )
}

/** Changes the own name. */
function NameForm({ name }: { name: string }) {
  const rename = useRename()
  const [alike, setAlike] = useState<string>()
  const { errors, busy, form } = useForm(renameBody, async (body) => {
    setAlike(undefined)
    setAlike((await rename.mutateAsync(body.name)).alike)
    toast.success('Name saved')
  })
  return (
    <form {...form} className="mt-5 flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Name" error={errors.fields.name} className="min-w-56 flex-1">
          <Input name="name" autoComplete="name" defaultValue={name} maxLength={100} />
        </Field>
        <Button type="submit" loading={busy}>
          Save the name
        </Button>
      </div>
      {alike ? <Callout tone="warning">{alike}</Callout> : null}
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
    </form>
  )
}

const engineForm = z.object({
  searchEngine: z
    .string()
    .trim()
    .transform((text) => text || null)
    .pipe(engineSchema),
})

/** The search engine that the key of the workbench opens. */
function EngineForm({ initial, proposed }: { initial: string | null; proposed: readonly ProposedEngine[] }) {
  const choose = useChooseEngine()
  const { errors, busy, form } = useForm(engineForm, async ({ searchEngine }) => {
    await choose.mutateAsync(searchEngine)
    toast.success(searchEngine ? 'Search engine saved' : 'No search engine is named any more')
  })
  return (
    <form {...form} className="flex flex-col gap-3">
      <SearchEngineField name="searchEngine" initial={initial} proposed={proposed} error={errors.fields.searchEngine} />
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" loading={busy} className="self-start">
        Save the search engine
      </Button>
    </form>
  )
}

const MAY_CREATE = 'You may create projects.'

type AccountViewProps = {
  initialData: Account
  tokens: Token[]
  keyPanel: ReactNode
  /** Whether and how often they get e-mails. */
  mailPanel: ReactNode
  /** The bookmark that takes evidence along from pages of the web. */
  bookmarkPanel: ReactNode
  /** Search engines that the reader's projects propose. */
  proposed: readonly ProposedEngine[]
}

/** Everything a person may change about themselves. `keyPanel` lists the keys of all screens. */
export function AccountView({ initialData, tokens, keyPanel, mailPanel, bookmarkPanel, proposed }: AccountViewProps) {
  const { data: account } = useQuery({ ...accountQuery(), initialData })
  const { data: own } = useQuery({ ...tokensQuery(), initialData: { tokens } })
  const ways = [account.hasPassword ? 'Password' : null, account.linked ? 'single sign-on' : null].filter(Boolean)
  return (
    <>
      <PageHeader title="Account" />
      <div className="flex max-w-3xl flex-col gap-6 wide:grid wide:max-w-none wide:grid-cols-2 wide:items-start">
        <Panel title="You">
          <DefinitionList
            items={[
              { term: 'E-mail', description: account.email ?? 'None' },
              { term: 'Signs in with', description: ways.join(' and ') || 'Nothing yet' },
              ...(account.isAdmin ? [{ term: 'Right', description: <Badge tone="accent">Administrator</Badge> }] : []),
              { term: 'Projects', description: account.canCreateProjects ? MAY_CREATE : NO_PROJECT_CREATION },
            ]}
          />
          <NameForm name={account.name} />
        </Panel>
        <Panel title="Appearance" description="Kept in this browser.">
          <div className="flex flex-wrap gap-x-8 gap-y-4">
            <div>
              <h3 className="mb-1.5 font-medium text-sm">Theme</h3>
              <ThemeSwitch />
            </div>
            <div>
              <h3 className="mb-1.5 font-medium text-sm">Text size</h3>
              <TextSizeSwitch />
            </div>
          </div>
        </Panel>
        {mailPanel}
        <Panel
          id="search-engine"
          title="Search engine"
          description="One key on the workbench opens it in a new tab and searches for the claim you are at. What you search for is sent to that site."
        >
          <EngineForm initial={account.searchEngine} proposed={proposed} />
        </Panel>
        <Panel
          id="your-data"
          title="What is kept of you"
          description={`${MEASURED} Everything that is stored about you, and nobody else’s work, is one file.`}
        >
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Link href="/account/hours">Your hours, and who sees them</Link>
            <DownloadLink href="/api/account/data" icon={<Download aria-hidden className="size-4" />}>
              Download your data
            </DownloadLink>
          </div>
        </Panel>
        {bookmarkPanel}
        {keyPanel}
        <Panel title="Password" description="Changing it ends the sessions on all your other devices.">
          {account.hasPassword && account.email ? (
            <PasswordForm email={account.email} tokens={own.tokens} />
          ) : (
            <p className="text-muted text-sm">
              You sign in without a password. An administrator can make you a link to choose one.
            </p>
          )}
        </Panel>
        <TokenPanel initialData={tokens} />
      </div>
    </>
  )
}
