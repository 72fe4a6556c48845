'use client'

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInput } from '@/lib/platform/api/endpoint'
import { call } from '@/lib/platform/client/fetch-json'
import {
  archiveProjectEndpoint,
  createProjectEndpoint,
  deleteProjectEndpoint,
  getProjectEndpoint,
  getProjectHomeEndpoint,
  listProjectsEndpoint,
  unarchiveProjectEndpoint,
  updateProjectEndpoint,
  updateStageEndpoint,
} from './contract'

export const projectKeys = {
  list: ['projects'] as const,
  one: (projectId: string) => ['project', projectId] as const,
  home: (projectId: string) => ['project', projectId, 'home'] as const,
}

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.one(projectId),
    queryFn: ({ signal }) => call(getProjectEndpoint, { params: { projectId } }, { signal }),
  })

/** Everything the reader can see, but for what is archived. */
export const projectsQuery = queryOptions({
  queryKey: projectKeys.list,
  queryFn: ({ signal }) => call(listProjectsEndpoint, { query: { archived: 'without' } }, { signal }),
})

export const projectHomeQuery = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.home(projectId),
    queryFn: ({ signal }) => call(getProjectHomeEndpoint, { params: { projectId } }, { signal }),
  })

/** After any change to a project, everything under it is stale. */
function useProjectChanged(projectId: string) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: projectKeys.one(projectId) })
}

export function useCreateProject() {
  return useMutation({
    mutationFn: (body: BodyInput<typeof createProjectEndpoint>) => call(createProjectEndpoint, { body }),
  })
}

export function useUpdateProject(projectId: string) {
  const changed = useProjectChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateProjectEndpoint>) =>
      call(updateProjectEndpoint, { params: { projectId }, body }),
    onSuccess: changed,
  })
}

export function useUpdateStage(projectId: string, stageKey: string) {
  const changed = useProjectChanged(projectId)
  return useMutation({
    mutationFn: (body: BodyInput<typeof updateStageEndpoint>) =>
      call(updateStageEndpoint, { params: { projectId, stageKey }, body }),
    onSuccess: changed,
  })
}

export function useArchiveProject(projectId: string) {
  const changed = useProjectChanged(projectId)
  return useMutation({
    mutationFn: (archived: boolean) =>
      call(archived ? archiveProjectEndpoint : unarchiveProjectEndpoint, { params: { projectId } }),
    onSuccess: changed,
  })
}

export function useDeleteProject(projectId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(deleteProjectEndpoint, { params: { projectId }, body: { name } }),
    onSuccess: () => client.removeQueries({ queryKey: projectKeys.one(projectId) }),
  })
}
