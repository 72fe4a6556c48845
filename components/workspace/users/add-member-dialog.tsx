'use client'

import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { toast } from '@/components/ui/toast'
import { emailSchema } from '@/lib/workspace/users/contract'
import type { Role } from '@/lib/workspace/users/members/contract'
import { useAddMember } from '@/lib/workspace/users/members/hooks'
import { RoleSelect } from './role-select'
import { useForm } from './use-form'

const schema = z.object({ email: emailSchema })

/** Adds somebody who has an account already. */
export function AddMemberDialog({ projectId }: { projectId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title="Add a member"
      description="For people who have an account here. Invite everybody else by link."
      open={open}
      onOpenChange={setOpen}
      trigger={<Button icon={<UserPlus aria-hidden className="size-4" />}>Add by e-mail</Button>}
    >
      <AddMemberForm projectId={projectId} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

function AddMemberForm({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const [role, setRole] = useState<Role>('annotator')
  const add = useAddMember(projectId)
  const { errors, busy, form } = useForm(schema, async ({ email }) => {
    const member = await add.mutateAsync({ email, role })
    toast.success(`${member.name} is a member now`)
    onDone()
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field label="E-mail" required error={errors.fields.email}>
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <RoleSelect value={role} onValueChange={setRole} />
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} className="self-end">
        Add
      </Button>
    </form>
  )
}
