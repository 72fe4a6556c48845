'use client'

import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { emailSchema, type OneTimeLink as Link } from '@/lib/workspace/users/contract'
import { useCreateInvitation } from '@/lib/workspace/users/invitations/hooks'
import type { Role } from '@/lib/workspace/users/members/contract'
import { OneTimeLink } from './one-time-link'
import { RoleSelect } from './role-select'
import { useForm } from './use-form'

const isTicked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
const schema = z.object({
  email: z
    .literal('')
    .transform(() => undefined)
    .or(emailSchema),
  days: z.coerce.number('Write a number of days.').int().min(1, 'At least one day.').max(90, 'At most 90 days.'),
  isAdmin: isTicked,
  canCreateProjects: isTicked,
})

type InviteDialogProps = {
  /** The project invited to, or null for the workspace. */
  projectId: string | null
}

/** Makes an invitation link and shows it once. */
export function InviteDialog({ projectId }: InviteDialogProps) {
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<Link | null>(null)
  const handleOpenChange = (next: boolean) => {
    setOpen(next)
    if (next) setLink(null)
  }
  return (
    <Dialog
      title={link ? 'The invitation is ready' : 'Invite somebody'}
      description={link ? 'Send this link to one person.' : 'You get a link to send; no e-mail is sent from here.'}
      open={open}
      onOpenChange={handleOpenChange}
      trigger={
        <Button variant="primary" icon={<Link2 aria-hidden className="size-4" />}>
          Invite by link
        </Button>
      }
    >
      {link ? (
        <div className="flex flex-col gap-4">
          <OneTimeLink link={link} label="Invitation link" />
          <DialogClose>
            <Button className="self-end">Done</Button>
          </DialogClose>
        </div>
      ) : (
        <InviteForm projectId={projectId} onLink={setLink} />
      )}
    </Dialog>
  )
}

function InviteForm({ projectId, onLink }: InviteDialogProps & { onLink: (link: Link) => void }) {
  const [role, setRole] = useState<Role>('annotator')
  const create = useCreateInvitation()
  const { errors, busy, form } = useForm(schema, async (given) => {
    const project = projectId ? { projectId, role } : {}
    onLink(await create.mutateAsync({ ...given, ...project }))
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      {projectId ? <RoleSelect value={role} onValueChange={setRole} /> : null}
      <Field
        label="E-mail"
        hint="Optional. Then only this address can accept, also by single sign-on."
        error={errors.fields.email}
      >
        <Input name="email" type="email" autoComplete="off" />
      </Field>
      <Field label="Days until it expires" error={errors.fields.days}>
        <Input name="days" type="number" min={1} max={90} defaultValue={7} className="w-28" />
      </Field>
      {projectId ? null : (
        <>
          <Checkbox
            name="canCreateProjects"
            label="May create projects"
            hint="Without it they work in the projects that they are added to."
          />
          <Checkbox
            name="isAdmin"
            label="As administrator"
            hint="Administrators see and manage every project and account."
          />
        </>
      )}
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} className="self-end">
        Make the link
      </Button>
    </form>
  )
}
