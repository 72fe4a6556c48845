'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { UsersRound } from '@/components/ui/icons'
import { PageHeader } from '@/components/ui/page-header'
import { PageLink } from '@/components/ui/page-link'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { counted } from '@/lib/text/counted'
import type { Team, TeamList } from '@/lib/workspace/users/teams/contract'
import { teamsQuery, useDeleteTeam } from '@/lib/workspace/users/teams/hooks'
import { TeamDialog } from './team-dialog'

/** Teams that the reader may use, and what they hold. */
export function TeamsView({ initialData }: { initialData: TeamList }) {
  const { data } = useQuery({ ...teamsQuery(), initialData })
  const [open, setOpen] = useState<Team | 'new' | null>(null)
  return (
    <>
      <PageHeader
        title="Teams"
        description="Named groups of people, for several projects. A project adds a team on its page of members, and is offered what changes in it later."
        actions={
          <Button variant="primary" icon={<UsersRound aria-hidden className="size-4" />} onClick={() => setOpen('new')}>
            New team
          </Button>
        }
      />
      {data.teams.length === 0 ? (
        <EmptyState title="No team yet">Make one of people who are in your projects.</EmptyState>
      ) : (
        <Table stacked caption="Teams">
          <thead>
            <tr>
              <Th>Team</Th>
              <Th>People</Th>
              <Th>Your projects with it</Th>
              <Th>Made by</Th>
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.teams.map((team) => (
              <TeamRow key={team.id} team={team} onChange={() => setOpen(team)} />
            ))}
          </tbody>
        </Table>
      )}
      {open ? (
        <TeamDialog
          team={open === 'new' ? null : open}
          people={data.people}
          mayShare={data.abilities.share}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

function TeamRow({ team, onChange }: { team: Team; onChange: () => void }) {
  const remove = useDeleteTeam()
  const { name, people, others, projects, shared, createdBy, mayChange } = team
  return (
    <Tr>
      <Th scope="row" className="break-words">
        <bdi>{name}</bdi>
        {shared ? <Badge className="ms-2">for all managers</Badge> : null}
      </Th>
      <Td label="People" className="min-w-48">
        <span className="block">{counted(people.length + others, 'person', 'people')}</span>
        <span dir="auto" className="line-clamp-2 text-muted text-xs">
          {people.map((person) => person.name).join(', ')}
          {others > 0 ? `${people.length > 0 ? ' and ' : ''}${others} whom you do not see` : ''}
        </span>
      </Td>
      <Td label="Your projects with it">
        {projects.length === 0 ? (
          <span className="text-muted">None</span>
        ) : (
          projects.map(({ id, name: project }, index) => (
            <span key={id}>
              {index > 0 ? ', ' : ''}
              <PageLink href={`/projects/${id}/members`} className="underline">
                <bdi>{project}</bdi>
              </PageLink>
            </span>
          ))
        )}
      </Td>
      <Td label="Made by">
        <bdi>{createdBy}</bdi>
      </Td>
      <Td>
        {mayChange ? (
          <span className="flex gap-2">
            <Button size="sm" onClick={onChange}>
              Change<span className="sr-only"> team {name}</span>
            </Button>
            <AlertDialog
              title={`Delete team ${name}?`}
              description="Its people stay members of their projects."
              confirmLabel="Delete"
              onConfirm={async () => {
                await remove.mutateAsync(team.id)
              }}
              trigger={
                <Button size="sm" variant="ghost">
                  Delete<span className="sr-only"> team {name}</span>
                </Button>
              }
            />
          </span>
        ) : null}
      </Td>
    </Tr>
  )
}
