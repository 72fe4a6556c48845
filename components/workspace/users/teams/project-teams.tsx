'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { ButtonLink } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { toast } from '@/components/ui/toast'
import { RoleSelect } from '@/components/workspace/users/role-select'
import { counted } from '@/lib/text/counted'
import { ROLE_TEXT, type Role } from '@/lib/workspace/users/members/contract'
import type { ProjectTeam, ProjectTeams } from '@/lib/workspace/users/teams/contract'
import {
  projectTeamsQuery,
  useAddProjectTeam,
  useRemoveProjectTeam,
  useTakeTeamChanges,
} from '@/lib/workspace/users/teams/hooks'

interface ProjectTeamsPanelProps {
  projectId: string
  initialData: ProjectTeams
}

/** The teams of a project: what has changed in them since is offered, and nothing happens by itself. */
export function ProjectTeamsPanel({ projectId, initialData }: ProjectTeamsPanelProps) {
  const { data } = useQuery({ ...projectTeamsQuery(projectId), initialData })
  const [adding, setAdding] = useState(false)
  return (
    <Panel
      title="Teams"
      description="Groups of people who work on several projects."
      actions={
        <>
          <ButtonLink size="sm" variant="ghost" href="/teams">
            All teams
          </ButtonLink>
          {data.available.length > 0 ? (
            <Button size="sm" onClick={() => setAdding(true)}>
              Add a team
            </Button>
          ) : null}
        </>
      }
    >
      {data.teams.length === 0 ? (
        <p className="text-muted text-sm">No team works on this project.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {data.teams.map((team) => (
            <TeamEntry key={team.teamId} projectId={projectId} team={team} />
          ))}
        </ul>
      )}
      {adding ? <AddTeamDialog projectId={projectId} teams={data} onClose={() => setAdding(false)} /> : null}
    </Panel>
  )
}

function TeamEntry({ projectId, team }: { projectId: string; team: ProjectTeam }) {
  const take = useTakeTeamChanges(projectId)
  const remove = useRemoveProjectTeam(projectId)
  const { teamId, name, role, userIds, changes } = team
  return (
    <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm">
          <bdi className="font-medium">{name}</bdi>, {counted(userIds.length, 'member')} of this project, added as{' '}
          {ROLE_TEXT[role].name.toLowerCase()}
        </p>
        <AlertDialog
          title={`Take team ${name} out of the project?`}
          description="Its people stay members, each until somebody removes them."
          confirmLabel="Take out"
          onConfirm={async () => {
            await remove.mutateAsync(teamId)
          }}
          trigger={
            <Button size="sm" variant="ghost">
              Take out<span className="sr-only"> team {name}</span>
            </Button>
          }
        />
      </div>
      {changes ? (
        <Callout
          live={false}
          title="The team has changed"
          actions={
            <Button
              size="sm"
              loading={take.isPending}
              onClick={() =>
                take.mutate(
                  { teamId, fingerprint: changes.fingerprint },
                  { onError: (error) => toast.error('Nothing was changed', { description: error.message }) },
                )
              }
            >
              Take over<span className="sr-only"> the changes of team {name}</span>
            </Button>
          }
        >
          <ChangesText changes={changes} />
        </Callout>
      ) : null}
    </li>
  )
}

function ChangesText({ changes: { join, leave } }: { changes: NonNullable<ProjectTeam['changes']> }) {
  const names = (people: { name: string }[]) => people.map(({ name }) => name).join(', ')
  const joining = [names(join.people), join.others > 0 ? `${join.others} whom you do not see yet` : '']
  return (
    <>
      {join.people.length + join.others > 0 ? (
        <p dir="auto">Would become members: {joining.filter((part) => part !== '').join(' and ')}.</p>
      ) : null}
      {leave.length > 0 ? (
        <p dir="auto">
          Would leave the project: {names(leave)}. What they hold goes back for others; drafts and answers stay.
        </p>
      ) : null}
    </>
  )
}

interface AddTeamDialogProps {
  projectId: string
  teams: ProjectTeams
  onClose: () => void
}

function AddTeamDialog({ projectId, teams: { available }, onClose }: AddTeamDialogProps) {
  const [teamId, setTeamId] = useState(available[0]?.teamId ?? '')
  const [role, setRole] = useState<Role>('annotator')
  const add = useAddProjectTeam(projectId)
  const save = () =>
    add.mutate(
      { teamId, role },
      {
        onSuccess: ({ joined, already }) => {
          const stayed = already > 0 ? `, ${already} ${already === 1 ? 'was one' : 'were'} already` : ''
          toast.success(`${counted(joined, 'new member')}${stayed}`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add a team"
      description="Its active people become members. Who is one already keeps their role."
      footer={
        <Button variant="primary" loading={add.isPending} onClick={save}>
          Add
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Team">
          <Select
            value={teamId}
            onValueChange={setTeamId}
            options={available.map(({ teamId: id, name, size }) => ({
              value: id,
              label: `${name} (${counted(size, 'person', 'people')})`,
            }))}
          />
        </Field>
        <RoleSelect value={role} onValueChange={setRole} />
        {add.error ? <Callout tone="danger">{add.error.message}</Callout> : null}
      </div>
    </Dialog>
  )
}
