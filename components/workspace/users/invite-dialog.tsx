'use client'

import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog, DialogClose } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Link2 } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { counted } from '@/lib/text/counted'
import { emailSchema, type OneTimeLink as Link } from '@/lib/workspace/users/contract'
import { domainSchema, type InvitedMany } from '@/lib/workspace/users/invitations/contract'
import { useCreateInvitation } from '@/lib/workspace/users/invitations/hooks'
import type { Role } from '@/lib/workspace/users/members/contract'
import { DaysField } from './days-field'
import { InviteManyForm } from './invite-many-form'
import { InvitedPeople } from './invited-people'
import { OneTimeLink } from './one-time-link'
import { RoleSelect } from './role-select'
import { useForm } from './use-form'

const isTicked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on')
const empty = z.literal('').transform(() => undefined)
const days = z.coerce.number('Write a number of days.').int().min(1, 'At least one day.').max(90, 'At most 90 days.')
const onePersonSchema = z.object({
  email: empty.or(emailSchema),
  days,
  isAdmin: isTicked,
  canCreateProjects: isTicked,
})
const sharedSchema = z.object({
  places: z.coerce.number('Write how many people.').int().min(2, 'At least two.').max(1000, 'At most 1,000.'),
  emailDomain: empty.or(domainSchema),
  days,
})

const WAYS = [
  { value: 'one', label: 'One person' },
  { value: 'many', label: 'Many people' },
  { value: 'shared', label: 'One link for several' },
] as const
type Way = (typeof WAYS)[number]['value']

type Made = { link: Link; places: number } | { invited: InvitedMany }

type InviteDialogProps = {
  /** The project invited to, or null for the workspace. */
  projectId: string | null
}

/** Makes an invitation link, or many, and shows them once. */
export function InviteDialog({ projectId }: InviteDialogProps) {
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState<Way>('one')
  const [made, setMade] = useState<Made | null>(null)
  const handleOpenChange = (next: boolean) => {
    setOpen(next)
    if (next) setMade(null)
  }
  return (
    <Dialog
      title={made ? titleOf(made) : 'Invite people'}
      description={
        made
          ? 'Send the links yourself: they are not shown again.'
          : 'You get links to send; no e-mail is sent from here.'
      }
      open={open}
      onOpenChange={handleOpenChange}
      size={way === 'many' ? 'lg' : 'md'}
      trigger={
        <Button variant="primary" icon={<Link2 aria-hidden className="size-4" />}>
          Invite by link
        </Button>
      }
    >
      {made ? (
        <div className="flex flex-col gap-4">
          {'link' in made ? (
            <OneTimeLink link={made.link} label="Invitation link" places={made.places} />
          ) : (
            <InvitedPeople invited={made.invited} />
          )}
          <DialogClose>
            <Button className="self-end">Done</Button>
          </DialogClose>
        </div>
      ) : (
        <div className="flex flex-col gap-4">
          <SegmentedControl label="Whom to invite" options={WAYS} value={way} onValueChange={setWay} />
          {way === 'one' ? (
            <OnePersonForm projectId={projectId} onLink={(link) => setMade({ link, places: 1 })} />
          ) : way === 'many' ? (
            <InviteManyForm projectId={projectId} onInvited={(invited) => setMade({ invited })} />
          ) : (
            <SharedForm projectId={projectId} onLink={(link, places) => setMade({ link, places })} />
          )}
        </div>
      )}
    </Dialog>
  )
}

function titleOf(invitationResult: Made): string {
  if ('link' in invitationResult) return 'The invitation is ready'
  const { length } = invitationResult.invited.links
  return length === 0 ? 'Nobody needed a link' : `${counted(length, 'invitation')} ready`
}

function OnePersonForm({ projectId, onLink }: InviteDialogProps & { onLink: (link: Link) => void }) {
  const [role, setRole] = useState<Role>('annotator')
  const create = useCreateInvitation()
  const { errors, busy, form } = useForm(onePersonSchema, async (given) => {
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
      <DaysField error={errors.fields.days} />
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

function SharedForm({ projectId, onLink }: InviteDialogProps & { onLink: (link: Link, places: number) => void }) {
  const [role, setRole] = useState<Role>('annotator')
  const create = useCreateInvitation()
  const { errors, busy, form } = useForm(sharedSchema, async (given) => {
    const project = projectId ? { projectId, role } : {}
    onLink(await create.mutateAsync({ ...given, ...project }), given.places)
  })
  return (
    <form {...form} className="flex flex-col gap-4">
      {projectId ? <RoleSelect value={role} onValueChange={setRole} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="For up to how many people" required error={errors.fields.places}>
          <Input name="places" type="number" min={2} max={1000} defaultValue={10} className="w-28" />
        </Field>
        <DaysField error={errors.fields.days} />
      </div>
      <Field
        label="Only addresses that end with"
        hint="Optional, such as @uni.example. Assay sends no mail, so an address is what people say it is, unless they come by single sign-on."
        error={errors.fields.emailDomain}
      >
        <Input name="emailDomain" placeholder="@uni.example" autoComplete="off" dir="ltr" />
      </Field>
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} className="self-end">
        Make the link
      </Button>
    </form>
  )
}
