'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { UserMinus, UserPlus } from '@/components/ui/icons'
import { Input } from '@/components/ui/input'
import { PageHeader } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { emailSchema } from '@/lib/workspace/users/contract'
import type { InvitationList } from '@/lib/workspace/users/invitations/contract'
import { type Member, type MemberList, ROLE_TEXT, type Role } from '@/lib/workspace/users/members/contract'
import { membersQuery, useAddMember, useRemoveMember, useUpdateMember } from '@/lib/workspace/users/members/hooks'
import type { ProjectTeams } from '@/lib/workspace/users/teams/contract'
import { InvitationTable } from './invitation-table'
import { InviteDialog } from './invite-dialog'
import { RoleSelect } from './role-select'
import { SetTogetherDialog } from './set-together-dialog'
import { ProjectTeamsPanel } from './teams/project-teams'
import { useForm } from './use-form'

type QuotaFieldProps = {
  label: string
  value: number | null
  /** Called when the field is left or Enter is pressed, with a changed and valid value. */
  onChange: (quota: number | null) => void
}

/** The most assignments a person takes from the queue; empty is no limit. */
function QuotaField({ label, value, onChange }: QuotaFieldProps) {
  const initial = value === null ? '' : String(value)
  const [text, setText] = useState(initial)
  const commit = () => {
    const typed = text.trim()
    if (typed === initial) return
    const quota = typed === '' ? null : Number(typed)
    if (quota !== null && !(Number.isInteger(quota) && quota >= 0 && quota <= 1_000_000)) return setText(initial)
    onChange(quota)
  }
  return (
    <Input
      aria-label={label}
      inputMode="numeric"
      placeholder="No limit"
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') setText(initial)
      }}
      className="w-28 tabular-nums"
    />
  )
}

type MemberTableProps = {
  projectId: string
  userId: string
  members: Member[]
  manage: boolean
  teams: ProjectTeams | null
}

/** The members by name; with controls for those who manage. */
function MemberTable({ projectId, userId, members, manage, teams }: MemberTableProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [together, setTogether] = useState(false)
  const people = members.filter((member) => chosen.has(member.userId))
  const toggle = (id: string, on: boolean) =>
    setChosen(new Set([...chosen].filter((each) => each !== id).concat(on ? [id] : [])))
  return (
    <div>
      {manage && members.length > 1 ? (
        <div className="mb-2 flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <Checkbox
            label="Choose all"
            checked={people.length === members.length ? true : people.length > 0 ? 'indeterminate' : false}
            onCheckedChange={(on) => setChosen(new Set(on === true ? members.map((member) => member.userId) : []))}
          />
          {teams && teams.teams.length > 0 ? (
            <Select
              label="Choose a team"
              placeholder="Choose a team"
              value={null}
              onValueChange={(id) => setChosen(new Set(teams.teams.find(({ teamId }) => teamId === id)?.userIds))}
              options={teams.teams.map(({ teamId, name }) => ({ value: teamId, label: name }))}
              className="w-48"
            />
          ) : null}
          <p aria-live="polite" className="text-muted">
            {people.length} of {members.length} chosen.
          </p>
          {people.length > 0 ? (
            <Button size="sm" onClick={() => setTogether(true)}>
              Set quota and what they take
            </Button>
          ) : null}
        </div>
      ) : null}
      {together ? (
        <SetTogetherDialog
          projectId={projectId}
          people={people}
          onSaved={() => setChosen(new Set())}
          onClose={() => setTogether(false)}
        />
      ) : null}
      <Table stacked caption="Members">
        <thead>
          <tr>
            <Th>Name</Th>
            <Th>Role</Th>
            <Th>Quota</Th>
            <Th>Member since</Th>
            {manage ? (
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <Tr key={member.userId}>
              <Th scope="row" className="align-top">
                {manage && members.length > 1 ? (
                  <Checkbox
                    label={<MemberName member={member} isSelf={member.userId === userId} />}
                    checked={chosen.has(member.userId)}
                    onCheckedChange={(on) => toggle(member.userId, on === true)}
                  />
                ) : (
                  <MemberName member={member} isSelf={member.userId === userId} />
                )}
              </Th>
              {manage ? (
                <MemberControls projectId={projectId} member={member} isSelf={member.userId === userId} />
              ) : (
                <>
                  <Td label="Role">{ROLE_TEXT[member.role].name}</Td>
                  <Td label="Quota">{member.quota ?? 'No limit'}</Td>
                  <Td label="Member since">
                    <Time value={member.createdAt} format="date" />
                  </Td>
                </>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const MemberName = ({ member, isSelf }: { member: Member; isSelf: boolean }) => (
  <>
    <bdi>{member.name}</bdi>
    {isSelf ? <span className="font-normal text-muted"> (you)</span> : null}
    {member.email ? <span className="block font-normal text-muted text-xs">{member.email}</span> : null}
    {member.active ? null : <Badge className="mt-1">Deactivated</Badge>}
  </>
)

type MemberControlsProps = { projectId: string; member: Member; isSelf: boolean }

/** The cells of a row that a manager can change. Whoever gives up their own role may no longer see this page. */
function MemberControls({ projectId, member, isSelf }: MemberControlsProps) {
  const update = useUpdateMember(projectId)
  const remove = useRemoveMember(projectId)
  const { userId, name } = member
  const change = (body: { role?: Member['role']; quota?: number | null }) =>
    update.mutate(
      { userId, ...body },
      {
        onSuccess: () => (isSelf && body.role ? window.location.assign(`/projects/${projectId}`) : undefined),
        onError: (error) => toast.error(`Nothing was changed for ${name}`, { description: error.message }),
      },
    )
  const leave = async () => {
    await remove.mutateAsync(userId)
    if (isSelf) window.location.assign('/')
  }
  return (
    <>
      <Td label="Role">
        <RoleSelect
          bareLabel={`Role of ${name}`}
          value={member.role}
          onValueChange={(role) => change({ role })}
          disabled={update.isPending}
        />
      </Td>
      <Td label="Quota">
        <QuotaField
          key={member.quota}
          label={`Quota of ${name}`}
          value={member.quota}
          onChange={(quota) => change({ quota })}
        />
      </Td>
      <Td label="Member since">
        <Time value={member.createdAt} format="date" />
      </Td>
      <Td>
        <AlertDialog
          title={`Remove ${name} from the project?`}
          description="Work that is still open goes back for others. Drafts and submitted answers stay."
          confirmLabel="Remove"
          onConfirm={leave}
          trigger={
            <Button variant="ghost" size="icon" aria-label={`Remove ${name}`}>
              <UserMinus aria-hidden className="size-4" />
            </Button>
          }
        />
      </Td>
    </>
  )
}

const schema = z.object({ email: emailSchema })

/** Adds somebody who has an account already. */
function AddMemberDialog({ projectId }: { projectId: string }) {
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

type MembersViewProps = {
  projectId: string
  /** The reader. */
  userId: string
  initialData: MemberList
  /** null for readers who do not manage the project. */
  invitations: InvitationList | null
  teams: ProjectTeams | null
}

/** Who works on the project; managers change it, reviewers read it. */
export function MembersView({ projectId, userId, initialData, invitations, teams }: MembersViewProps) {
  const { data } = useQuery({ ...membersQuery(projectId), initialData })
  const { manage } = data.abilities
  return (
    <>
      <PageHeader
        title="Members"
        description="Who works on this project, in which role. A change of role takes effect at once."
        actions={
          manage ? (
            <>
              <AddMemberDialog projectId={projectId} />
              <InviteDialog projectId={projectId} />
            </>
          ) : null
        }
      />
      <div className="flex flex-col gap-6">
        <MemberTable projectId={projectId} userId={userId} members={data.members} manage={manage} teams={teams} />
        {teams ? <ProjectTeamsPanel projectId={projectId} initialData={teams} /> : null}
        {invitations ? <InvitationTable projectId={projectId} initialData={invitations} /> : null}
      </div>
    </>
  )
}
