'use client'

import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { useForm } from '@/components/workspace/users/use-form'
import type { PushPreview } from '@/lib/gold/releases/push/contract'
import { usePreviewPush, useStartPush } from '@/lib/gold/releases/push/hooks'
import { HUB_ADDRESS } from '@/lib/gold/releases/push/rules'
import { sizeWords } from '@/lib/gold/releases/release/rules'
import { orderSchema } from './push-order'

type Kind = 'hub' | 's3'
const KINDS = [
  { value: 'hub', label: 'Hub' },
  { value: 's3', label: 'Bucket (S3)' },
] as const

interface TextFieldProps {
  name: string
  label: string
  hint?: string
  error?: string
  initial?: string
  isSecret?: boolean
}

function TextField({ name, label, hint, error, initial, isSecret = false }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <Input
        name={name}
        type={isSecret ? 'password' : 'text'}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        defaultValue={initial}
        maxLength={isSecret ? 4000 : 500}
      />
    </Field>
  )
}

/** The credentials of a place of this kind. */
export function SecretFields({ kind, errors }: { kind: Kind; errors: Readonly<Record<string, string>> }) {
  return kind === 'hub' ? (
    <TextField
      name="token"
      label="Access token"
      isSecret
      error={errors.token}
      hint="One that may write to this repository; it begins with hf_."
    />
  ) : (
    <>
      <TextField name="accessKeyId" label="Access key" isSecret error={errors.accessKeyId} />
      <TextField
        name="secretAccessKey"
        label="Secret of the key"
        isSecret
        error={errors.secretAccessKey}
        hint="It has to list, read and write in the bucket."
      />
      <TextField
        name="sessionToken"
        label="Session token"
        isSecret
        error={errors.sessionToken}
        hint="Of temporary credentials of AWS alone. They have to be valid until all is sent."
      />
    </>
  )
}

interface PlaceFieldsProps {
  folder: string
  errors: Readonly<Record<string, string>>
}

function HubFields({ errors }: PlaceFieldsProps) {
  return (
    <>
      <TextField
        name="repository"
        label="Repository"
        error={errors.repository}
        hint="A dataset that exists there, with its owner: my-lab/facts. Files of the same names are replaced in a new commit."
      />
      <TextField name="branch" label="Branch" initial="main" error={errors.branch} />
      <TextField name="address" label="Address of the Hub" initial={HUB_ADDRESS} error={errors.address} />
    </>
  )
}

function BucketFields({ folder, errors }: PlaceFieldsProps) {
  return (
    <>
      <TextField
        name="address"
        label="Address of the server"
        error={errors.address}
        hint="Without the bucket: https://s3.eu-central-1.amazonaws.com"
      />
      <TextField
        name="region"
        label="Region"
        error={errors.region}
        hint="As in eu-central-1; auto where there is none."
      />
      <TextField name="bucket" label="Bucket" error={errors.bucket} />
      <TextField
        name="prefix"
        label="Folder in the bucket"
        initial={folder}
        error={errors.prefix}
        hint="Files of the same names there are replaced."
      />
    </>
  )
}

interface PushFormProps {
  projectId: string
  number: number
  /** The folder that is proposed for a bucket. */
  folder: string
  onStarted: () => void
}

/** Where to, with which credentials; first what would be sent, then sending it. */
export function PushForm({ projectId, number, folder, onStarted }: PushFormProps) {
  const [kind, setKind] = useState<Kind>('hub')
  // Which button was pressed: the form is sent before a state would be there.
  const wanted = useRef<'preview' | 'send'>('preview')
  const preview = usePreviewPush({ projectId, number })
  const start = useStartPush({ projectId, number })
  const { errors, busy, form } = useForm(orderSchema, async (order) => {
    if (wanted.current === 'preview') return preview.mutateAsync(order)
    await start.mutateAsync(order)
    onStarted()
  })
  const Fields = kind === 'hub' ? HubFields : BucketFields
  return (
    <form {...form} className="space-y-4">
      <input type="hidden" name="kind" value={kind} />
      <SegmentedControl<Kind>
        label="Kind of place"
        options={KINDS}
        value={kind}
        onValueChange={(next) => {
          setKind(next)
          preview.reset()
        }}
      />
      <div key={kind} className="grid gap-4 sm:grid-cols-2">
        <Fields folder={folder} errors={errors.fields} />
        <SecretFields kind={kind} errors={errors.fields} />
      </div>
      <p className="text-muted text-sm">
        The server sends the files. Credentials are kept sealed until it is done, or for seven days where it fails, and
        are never shown.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          loading={preview.isPending}
          disabled={busy}
          onClick={() => {
            wanted.current = 'preview'
          }}
        >
          Show what would be sent
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={start.isPending}
          disabled={busy}
          onClick={() => {
            wanted.current = 'send'
          }}
        >
          Send
        </Button>
      </div>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <div aria-live="polite" className="empty:hidden">
        {preview.data ? <PreviewTable preview={preview.data} /> : null}
      </div>
    </form>
  )
}

const STATE_WORDS = {
  new: 'New there',
  same: 'There already, not sent',
  other: 'Replaces other bytes',
} as const satisfies Record<PushPreview['files'][number]['state'], string>

function PreviewTable({ preview: { files, bytes } }: { preview: PushPreview }) {
  const sent = files.filter(({ state }) => state !== 'same').length
  return (
    <div className="space-y-2">
      <p className="text-sm">
        {sent === 0
          ? 'All files are there already, byte for byte: nothing would be sent.'
          : `${sent} of ${files.length} files would be sent, ${sizeWords(bytes)}.`}
      </p>
      <Table caption="What would be sent">
        <thead>
          <Tr>
            <Th>File</Th>
            <Th numeric>Size</Th>
            <Th>At the place</Th>
          </Tr>
        </thead>
        <tbody>
          {files.map(({ path, bytes: size, state }) => (
            <Tr key={path}>
              <Th scope="row" className="font-normal">
                <code className="break-all text-xs">{path}</code>
              </Th>
              <Td numeric className="whitespace-nowrap">
                {sizeWords(size)}
              </Td>
              <Td>{STATE_WORDS[state]}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
