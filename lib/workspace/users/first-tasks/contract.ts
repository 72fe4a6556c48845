/** What helps people in their first tasks, and goes away for good once they have closed it. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** What still stands before a person in a project. */
export interface FirstTasks {
  /** Does the tour of the workbench begin by itself? */
  tour: boolean
  /** The stages whose definitions the person has closed; null: they annotate nothing here, so none stand open. */
  closedDefinitions: readonly string[] | null
}

export const endTourEndpoint = endpoint({
  method: 'POST',
  path: '/api/account/tour',
  summary: 'Note that you have been through the tour of the workbench, or skipped it: it no longer begins by itself',
  tag: 'users',
  auth: 'actor',
  response: 'empty',
})

export const keepDefinitionsBody = z.object({
  /** The key of one of the project's stages. */
  stage: z.string().min(1).max(200),
  open: z.boolean(),
})

export const keepDefinitionsEndpoint = endpoint({
  method: 'PUT',
  path: '/api/projects/{projectId}/definitions',
  summary: 'Say whether the definitions of a stage stand open in your tasks: open until you close them',
  tag: 'guidelines',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  body: keepDefinitionsBody,
  response: 'empty',
})
