/** The held-out split of a project: predictions that are scored on labels which no file tells. */

import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

const projectParams = z.object({ projectId: z.uuid() })
const common = { tag: 'releases', auth: 'actor' } as const

export const openHeldOutEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/held-out/open',
  summary: 'Let the labels of held-out items go out with the next release, for good',
  params: projectParams,
  response: 'empty',
})
