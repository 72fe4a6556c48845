'use client'
import { useState } from 'react'
import { TeamSelect } from '@/components/annotation/assignments/team-select'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { EmptyState } from '@/components/ui/empty-state'
import { Input } from '@/components/ui/input'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import { SetTogetherDialog } from '@/components/workspace/users/set-together-dialog'
import type { ItemFacets } from '@/lib/workspace/items/contract'
import type { Member, Takes } from '@/lib/workspace/users/members/contract'
import type { RuleForm } from './rule-form'
import { TakesDialog } from './takes-dialog'

interface PeopleChoiceProps {
  projectId: string
  people: Member[]
  loads: Record<string, number>
  facets: ItemFacets
  form: RuleForm
  change: (changes: Partial<RuleForm>) => void
}

/** Who gets tasks, and what each of them takes. */
export function PeopleChoice({ projectId, people, loads, facets, form, change }: PeopleChoiceProps) {
  const [editing, setEditing] = useState<Member | null>(null)
  const [together, setTogether] = useState(false)
  const { chosen, most } = form
  const toggle = (userId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(userId)
    else next.delete(userId)
    change({ chosen: next })
  }
  if (people.length === 0)
    return (
      <Panel title="People">
        <EmptyState title="Nobody to assign to">Invite people to the project first.</EmptyState>
      </Panel>
    )
  const all = people.every(({ userId }) => chosen.has(userId))
  return (
    <Panel
      title="People"
      description="What somebody takes holds for assignment by rule; the queue gives out what has room, to everybody."
      actions={
        <>
          <TeamSelect
            projectId={projectId}
            onChoose={(userIds) =>
              change({ chosen: new Set(userIds.filter((id) => people.some(({ userId }) => userId === id))) })
            }
          />
          <Button
            size="sm"
            onClick={() => change({ chosen: all ? new Set() : new Set(people.map(({ userId }) => userId)) })}
          >
            {all ? 'Choose nobody' : 'Choose all'}
          </Button>
        </>
      }
    >
      <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 text-muted text-sm">
        <p aria-live="polite">
          {chosen.size} of {people.length} chosen.
        </p>
        {chosen.size > 1 ? (
          <Button size="sm" onClick={() => setTogether(true)}>
            Set quota and what they take
          </Button>
        ) : null}
      </div>
      <Table stacked caption="People to assign to">
        <thead>
          <tr>
            <Th>Person</Th>
            <Th>Role</Th>
            <Th numeric>Shares</Th>
            <Th numeric>Quota</Th>
            <Th>Takes</Th>
            <Th>At most now</Th>
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <Tr key={person.userId}>
              <Th scope="row">
                <Checkbox
                  label={<bdi>{person.name}</bdi>}
                  checked={chosen.has(person.userId)}
                  onCheckedChange={(on) => toggle(person.userId, on === true)}
                />
              </Th>
              <Td label="Role">{person.role}</Td>
              <Td label="Shares" numeric>
                {loads[person.userId] ?? 0}
              </Td>
              <Td label="Quota" numeric>
                {person.quota ?? 'none'}
              </Td>
              <Td label="Takes">
                <span className="-mt-1.5 flex flex-wrap items-center gap-x-2">
                  <bdi className="break-words">{takesText(person.takes)}</bdi>
                  <Button size="sm" variant="ghost" onClick={() => setEditing(person)}>
                    Change<span className="sr-only"> what {person.name} takes</span>
                  </Button>
                </span>
              </Td>
              <Td label="At most now">
                <Input
                  aria-label={`At most now for ${person.name}`}
                  type="number"
                  min={0}
                  max={20000}
                  placeholder="no limit"
                  className="w-28"
                  value={most[person.userId] ?? ''}
                  onChange={(event) => change({ most: { ...most, [person.userId]: event.target.value } })}
                />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {together ? (
        <SetTogetherDialog
          projectId={projectId}
          people={people.filter(({ userId }) => chosen.has(userId))}
          onSaved={() => change({})}
          onClose={() => setTogether(false)}
        />
      ) : null}
      {editing ? (
        <TakesDialog
          projectId={projectId}
          member={editing}
          facets={facets}
          onSaved={() => change({})}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </Panel>
  )
}

function takesText({ domains, tags, languages }: Takes): string {
  const parts = [domains, tags.map((tag) => `tag ${tag}`), languages.map((language) => `in ${language}`)]
  return parts.some((part) => part.length > 0) ? parts.flat().join(', ') : 'everything'
}
