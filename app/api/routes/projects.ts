import { handle, type Route } from '@/lib/platform/server/handle'
import { getProgressEndpoint } from '@/lib/quality/progress/contract'
import { getProgress } from '@/lib/quality/progress/queries'
import { archiveProject } from '@/lib/workspace/projects/archive-project'
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
} from '@/lib/workspace/projects/contract'
import { createProject } from '@/lib/workspace/projects/create-project'
import { deleteProject } from '@/lib/workspace/projects/delete-project'
import { getProject, getProjectHome, getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'
import { updateProject } from '@/lib/workspace/projects/update-project'
import { updateStage } from '@/lib/workspace/projects/update-stage'

export const routes: readonly Route[] = [
  handle(listProjectsEndpoint, async ({ actor, query }) => ({
    projects: await listProjects(actor, query),
    abilities: await getWorkspaceAbilities(actor),
  })),
  handle(createProjectEndpoint, ({ actor, body }) => createProject(actor, body)),
  handle(deleteProjectEndpoint, ({ actor, params, body }) => deleteProject(actor, params.projectId, body.name)),
  handle(getProjectEndpoint, ({ actor, params }) => getProject(actor, params.projectId)),
  handle(updateProjectEndpoint, ({ actor, params, body }) => updateProject(actor, params.projectId, body)),
  handle(unarchiveProjectEndpoint, ({ actor, params }) => archiveProject(actor, params.projectId, false)),
  handle(archiveProjectEndpoint, ({ actor, params }) => archiveProject(actor, params.projectId, true)),
  handle(getProjectHomeEndpoint, ({ actor, params }) => getProjectHome(actor, params.projectId)),
  handle(getProgressEndpoint, ({ actor, params, query }) => getProgress(actor, params.projectId, query)),
  handle(updateStageEndpoint, ({ actor, params, body }) => updateStage(actor, params, body)),
]
