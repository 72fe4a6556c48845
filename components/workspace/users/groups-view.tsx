'use client'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { AlertDialog } from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { GroupMapping, MappingList } from '@/lib/workspace/users/groups/contract'
import { mappingsQuery, useCreateMapping, useDeleteMapping } from '@/lib/workspace/users/groups/hooks'
import { ROLE_TEXT, type Role } from '@/lib/workspace/users/members/contract'
import { RoleSelect } from './role-select'

/** What groups of the identity provider give at sign-in, for administrators. */
export function GroupsView({ initialData }: { initialData: MappingList }) {
  const { data } = useQuery({ ...mappingsQuery(), initialData })
  return (
    <>
      <PageHeader
        eyebrow={<Link href="/admin/users">Administration</Link>}
        title="Groups of the identity provider"
        description="Who is in a group gets what it gives at each sign-in, and loses it when they are in the group no longer. What they have in another way stays."
      />
      <div className="flex flex-col gap-6">
        {data.claim === null ? (
          <Callout tone="warning" live={false} title="No claim is read">
            Name the claim that holds groups with OIDC_GROUPS_CLAIM. Until then nothing is given or taken.
          </Callout>
        ) : (
          <p className="text-muted text-sm">
            Read from the claim <code>{data.claim}</code>: a list of texts. Where it is missing or something else, the
            person is taken to be in no group, and the log says so.
          </p>
        )}
        {data.mappings.length === 0 ? (
          <EmptyState title="No group gives anything">Add one below.</EmptyState>
        ) : (
          <Table stacked caption="Groups and what they give">
            <thead>
              <tr>
                <Th>Group</Th>
                <Th>Gives</Th>
                <Th numeric>People</Th>
                <Th>
                  <span className="sr-only">Actions</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.mappings.map((mapping) => (
                <MappingRow key={mapping.id} mapping={mapping} />
              ))}
            </tbody>
          </Table>
        )}
        <MappingForm list={data} />
      </div>
    </>
  )
}

function givesText({ gives }: GroupMapping): string {
  if (gives.kind === 'administrator') return 'Administration of the installation'
  return gives.kind === 'team' ? `Team ${gives.team.name}` : `${ROLE_TEXT[gives.role].name} in ${gives.project.name}`
}

function MappingRow({ mapping }: { mapping: GroupMapping }) {
  const remove = useDeleteMapping()
  return (
    <Tr>
      <Th scope="row" className="break-all">
        {mapping.group}
      </Th>
      <Td label="Gives">
        <bdi>{givesText(mapping)}</bdi>
      </Td>
      <Td label="People" numeric>
        {mapping.people}
      </Td>
      <Td>
        <AlertDialog
          title={`Let group ${mapping.group} give this no longer?`}
          description="Who has it by this group loses it at their next sign-in."
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync(mapping.id)
          }}
          trigger={
            <Button size="sm" variant="ghost">
              Delete<span className="sr-only"> what group {mapping.group} gives</span>
            </Button>
          }
        />
      </Td>
    </Tr>
  )
}

type Kind = GroupMapping['gives']['kind']

function MappingForm({ list: { projects, teams } }: { list: MappingList }) {
  const [group, setGroup] = useState('')
  const [kind, setKind] = useState<Kind>('project')
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '')
  const [teamId, setTeamId] = useState(teams[0]?.id ?? '')
  const [role, setRole] = useState<Role>('annotator')
  const create = useCreateMapping()
  const kinds = [
    { value: 'project', label: 'A role in a project', disabled: projects.length === 0 },
    { value: 'team', label: 'A place in a team', disabled: teams.length === 0 },
    { value: 'administrator', label: 'Administration' },
  ] as const
  const save = (event: FormEvent) => {
    event.preventDefault()
    const gives =
      kind === 'project' ? { projectId, role } : kind === 'team' ? { teamId } : { administrator: true as const }
    create.mutate({ group, ...gives }, { onSuccess: () => setGroup('') })
  }
  return (
    <Panel title="Add a group">
      <form onSubmit={save} className="flex max-w-xl flex-col gap-4">
        <Field label="Group" required hint="As the provider writes it, letter by letter.">
          <Input
            value={group}
            maxLength={200}
            dir="ltr"
            autoComplete="off"
            onChange={(event) => setGroup(event.target.value)}
          />
        </Field>
        <SegmentedControl label="Gives" options={kinds} value={kind} onValueChange={setKind} />
        {kind === 'project' ? (
          <>
            <Field label="Project">
              <Select
                value={projectId}
                onValueChange={setProjectId}
                options={projects.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
            <RoleSelect value={role} onValueChange={setRole} />
          </>
        ) : null}
        {kind === 'team' ? (
          <Field label="Team" hint="Projects of the team are offered the change; it is not applied by itself.">
            <Select
              value={teamId}
              onValueChange={setTeamId}
              options={teams.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        ) : null}
        {create.error ? <Callout tone="danger">{create.error.message}</Callout> : null}
        <Button type="submit" variant="primary" loading={create.isPending} className="self-start">
          Add
        </Button>
      </form>
    </Panel>
  )
}
