'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { renameBody } from '@/lib/workspace/users/contract'
import { useRename } from '@/lib/workspace/users/hooks'
import { useForm } from './use-form'

/** Changes the own name. */
export function NameForm({ name }: { name: string }) {
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
