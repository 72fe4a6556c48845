'use client'

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { createTokenBody } from '@/lib/workspace/users/tokens/contract'
import { useCreateToken } from '@/lib/workspace/users/tokens/hooks'
import { OneTimeSecret } from './one-time-link'
import { useForm } from './use-form'

const schema = z.object({
  name: createTokenBody.shape.name,
  days: z
    .literal('')
    .transform(() => null)
    .or(z.coerce.number().int().min(1, 'At least one day.').max(3650, 'At most 3650 days.')),
})

/** Makes a personal token and shows it once. */
export function NewTokenDialog() {
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
      <Field label="Days until it expires" hint="Empty: it never expires." error={errors.fields.days}>
        <Input name="days" type="number" min={1} max={3650} defaultValue={90} className="w-28" />
      </Field>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} className="self-end">
        Make the token
      </Button>
    </form>
  )
}
