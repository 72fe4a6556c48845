'use client'
import { useQuery } from '@tanstack/react-query'
import { Select } from '@/components/ui/select'
import { projectTeamsQuery } from '@/lib/workspace/users/teams/hooks'

interface TeamSelectProps {
  projectId: string
  /** Gets those of the team who are members of the project. */
  onChoose: (userIds: string[]) => void
}

/** Chooses the people of a team at once; nothing where no team works on the project. */
export function TeamSelect({ projectId, onChoose }: TeamSelectProps) {
  const { data } = useQuery(projectTeamsQuery(projectId))
  if (!data || data.teams.length === 0) return null
  return (
    <Select
      label="Choose a team"
      placeholder="Choose a team"
      value={null}
      onValueChange={(chosen) => onChoose(data.teams.find(({ teamId }) => teamId === chosen)?.userIds ?? [])}
      options={data.teams.map(({ teamId, name }) => ({ value: teamId, label: name }))}
      className="w-48"
    />
  )
}
