'use client'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import { memberKeys } from '@/lib/workspace/users/members/hooks'
import {
  addProjectTeamEndpoint,
  createTeamEndpoint,
  deleteTeamEndpoint,
  listProjectTeamsEndpoint,
  listTeamsEndpoint,
  removeProjectTeamEndpoint,
  takeTeamChangesEndpoint,
  updateTeamEndpoint,
} from './contract'

export const teamKeys = {
  all: ['teams'] as const,
  of: (projectId: string) => ['teams', projectId] as const,
}

export const teamsQuery = () =>
  queryOptions({ queryKey: teamKeys.all, queryFn: ({ signal }) => call(listTeamsEndpoint, {}, { signal }) })

export const projectTeamsQuery = (projectId: string) =>
  queryOptions({
    queryKey: teamKeys.of(projectId),
    queryFn: ({ signal }) => call(listProjectTeamsEndpoint, { params: { projectId } }, { signal }),
  })

/** All that concerns teams is asked anew afterwards. */
function useTeamMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: teamKeys.all }) })
}

export const useCreateTeam = () =>
  useTeamMutation((body: BodyInput<typeof createTeamEndpoint>) => call(createTeamEndpoint, { body }))

export const useUpdateTeam = (teamId: string) =>
  useTeamMutation((body: BodyInput<typeof updateTeamEndpoint>) =>
    call(updateTeamEndpoint, { params: { teamId }, body }),
  )

export const useDeleteTeam = () => useTeamMutation((teamId: string) => call(deleteTeamEndpoint, { params: { teamId } }))

/** Of a project: its members are asked anew too. */
function useProjectTeamMutation<Input, Output>(projectId: string, mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: memberKeys.of(projectId) })
      return client.invalidateQueries({ queryKey: teamKeys.all })
    },
  })
}

export const useAddProjectTeam = (projectId: string) =>
  useProjectTeamMutation(projectId, (body: BodyInput<typeof addProjectTeamEndpoint>) =>
    call(addProjectTeamEndpoint, { params: { projectId }, body }),
  )

export const useTakeTeamChanges = (projectId: string) =>
  useProjectTeamMutation(projectId, ({ teamId, fingerprint }: { teamId: string; fingerprint: string }) =>
    call(takeTeamChangesEndpoint, { params: { projectId, teamId }, body: { fingerprint } }),
  )

export const useRemoveProjectTeam = (projectId: string) =>
  useProjectTeamMutation(projectId, (teamId: string) =>
    call(removeProjectTeamEndpoint, { params: { projectId, teamId } }),
  )
