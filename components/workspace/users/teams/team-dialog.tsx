'use client'
import { type FormEvent, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import type { Team, TeamList } from '@/lib/workspace/users/teams/contract'
import { useCreateTeam, useUpdateTeam } from '@/lib/workspace/users/teams/hooks'

/** A field to look for somebody appears where there are more. */
const FEW = 8

interface TeamDialogProps {
  /** null makes another one. */
  team: Team | null
  people: TeamList['people']
  mayShare: boolean
  onClose: () => void
}

/** Makes or changes a team: its name and its people. Those whom the reader does not see stay in it. */
export function TeamDialog({ team, people, mayShare, onClose }: TeamDialogProps) {
  const before = new Set(team?.people.map(({ userId }) => userId))
  const [name, setName] = useState(team?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(before)
  const [shared, setShared] = useState(team?.shared ?? false)
  const [search, setSearch] = useState('')
  const create = useCreateTeam()
  const update = useUpdateTeam(team?.id ?? '')
  const error = create.error ?? update.error
  const toggle = (userId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(userId)
    else next.delete(userId)
    setChosen(next)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    const done = { onSuccess: onClose }
    const rights = mayShare ? { shared } : {}
    if (!team) return create.mutate({ name, userIds: [...chosen], ...rights }, done)
    const add = [...chosen].filter((id) => !before.has(id))
    const remove = [...before].filter((id) => !chosen.has(id))
    update.mutate({ name, add, remove, ...rights }, done)
  }
  const sought = search.trim().toLowerCase()
  const visiblePeople = people.filter(({ name: each, email }) =>
    `${each} ${email ?? ''}`.toLowerCase().includes(sought),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={team ? `Change team ${team.name}` : 'New team'}
      description="Of people who are in a project that you manage or review."
      footer={
        <Button type="submit" form="team" variant="primary" loading={create.isPending || update.isPending}>
          {team ? 'Save' : 'Make the team'}
        </Button>
      }
    >
      <form id="team" onSubmit={save} className="flex flex-col gap-4">
        <Field label="Name" required>
          <Input value={name} maxLength={80} onChange={(event) => setName(event.target.value)} />
        </Field>
        {mayShare ? (
          <Checkbox
            label="Managers of all projects may use it"
            hint="They see those of its people who are in a project of theirs."
            checked={shared}
            onCheckedChange={(on) => setShared(on === true)}
          />
        ) : null}
        {people.length > FEW ? (
          <Field label="Find somebody">
            <Input type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
          </Field>
        ) : null}
        <fieldset>
          <legend className="mb-2 font-medium text-sm">People</legend>
          <p className="mb-2 text-muted text-sm" aria-live="polite">
            {chosen.size} chosen{team && team.others > 0 ? `, and ${team.others} whom you do not see` : ''}.
          </p>
          <div className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
            {visiblePeople.map(({ userId, name: each, email }) => (
              <Checkbox
                key={userId}
                label={<bdi>{each}</bdi>}
                hint={email ?? undefined}
                checked={chosen.has(userId)}
                onCheckedChange={(on) => toggle(userId, on === true)}
              />
            ))}
            {visiblePeople.length === 0 ? <p className="text-muted text-sm">Nobody is called so.</p> : null}
          </div>
        </fieldset>
        {error ? <Callout tone="danger">{error.message}</Callout> : null}
      </form>
    </Dialog>
  )
}
