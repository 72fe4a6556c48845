'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { counted } from '@/lib/text/counted'
import type { InvitedMany } from '@/lib/workspace/users/invitations/contract'
import { useInviteMany } from '@/lib/workspace/users/invitations/hooks'
import { type AddressProblem, type ReadPerson, readAddresses } from '@/lib/workspace/users/invitations/rules'
import { ROLE_TEXT, type Role, roles } from '@/lib/workspace/users/members/contract'
import { membersQuery } from '@/lib/workspace/users/members/hooks'
import { DaysField } from './days-field'
import { RoleSelect } from './role-select'
import { useForm } from './use-form'

const schema = z.object({
  days: z.coerce.number('Write a number of days.').int().min(1, 'At least one day.').max(90, 'At most 90 days.'),
})

type InviteManyFormProps = { projectId: string | null; onInvited: (invited: InvitedMany) => void }

/** A pasted list of people: what is read from it is shown as it is typed, and nothing is made before it is confirmed. */
export function InviteManyForm({ projectId, onInvited }: InviteManyFormProps) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<Role>('annotator')
  const { data } = useQuery({ ...membersQuery(projectId ?? ''), enabled: projectId !== null })
  const invite = useInviteMany()
  const { people, problems } = readAddresses(text, role)
  const addresses = new Set(data?.members.map(({ email }) => email))
  const members = people.filter(({ email }) => addresses.has(email))
  const others = people.filter(({ email }) => !addresses.has(email))
  const { errors, busy, form } = useForm(schema, async ({ days }) => {
    const invitees = others.map((person) =>
      projectId ? { email: person.email, role: person.role } : { email: person.email },
    )
    onInvited(await invite.mutateAsync({ ...(projectId ? { projectId } : {}), people: invitees, days }))
  })
  const good = counted(others.length, 'link')
  return (
    <form {...form} className="flex flex-col gap-4">
      <Field
        label="Addresses"
        required
        hint="One person a line, or separated by commas, semicolons or tabs; “Ana Ruiz <ana@uni.example>” too. A role may stand behind each address. Up to 200."
      >
        <Textarea
          rows={6}
          dir="ltr"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="max-h-64 overflow-y-auto font-mono text-sm"
          placeholder={'ana@uni.example\nben@uni.example, reviewer'}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {projectId ? <RoleSelect value={role} onValueChange={setRole} /> : null}
        <DaysField error={errors.fields.days} />
      </div>
      {text.trim() === '' ? null : (
        <ReadSummary people={others} members={members} problems={problems} withRoles={projectId !== null} />
      )}
      {errors.form ? <Callout tone="danger">{errors.form}</Callout> : null}
      <Button type="submit" variant="primary" loading={busy} disabled={others.length === 0} className="self-end">
        {problems.length > 0 && others.length > 0 ? `Make ${good} for the others` : `Make ${good}`}
      </Button>
    </form>
  )
}

interface ReadSummaryProps {
  people: ReadPerson[]
  members: ReadPerson[]
  problems: AddressProblem[]
  withRoles: boolean
}

/** What was read: how many of each role, who is here already, and what is wrong with which line. */
function ReadSummary({ people, members, problems, withRoles }: ReadSummaryProps) {
  const counts = roles
    .map((role) => ({ role, count: people.filter((person) => person.role === role).length }))
    .filter(({ count }) => count > 0)
    .map(({ role, count }) => counted(count, ROLE_TEXT[role].name.toLowerCase()))
  return (
    <div className="flex flex-col gap-3" aria-live="polite">
      <p className="text-sm">
        {counted(people.length, 'person', 'people')} to invite
        {withRoles && counts.length > 0 ? `: ${counts.join(', ')}` : ''}.
      </p>
      {members.length > 0 ? (
        <Callout live={false}>
          {members.length === 1 ? 'A member already: ' : 'Members already: '}
          {members.map(({ email }) => email).join(', ')}.
        </Callout>
      ) : null}
      {problems.length > 0 ? (
        <Callout
          tone="warning"
          live={false}
          title={`${counted(problems.length, 'line')} ${problems.length === 1 ? 'is' : 'are'} not right`}
        >
          <ul className="max-h-40 overflow-y-auto" tabIndex={problems.length > 6 ? 0 : undefined} aria-label="Problems">
            {problems.map(({ line, problem }) => (
              <li key={`${line} ${problem}`}>
                Line {line}: <bdi>{problem}</bdi>
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  )
}
