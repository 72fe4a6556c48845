/** Makes the small projects and plays what was done in them. */

import { createProject } from '@/lib/workspace/projects/create-project'
import { updateStage } from '@/lib/workspace/projects/update-stage'
import { addMember } from '@/lib/workspace/users/members/add-member'
import type { Cast } from '@/prisma/scenarios/cast'
import { importText, jsonLines } from '@/prisma/scenarios/import-text'
import { people } from '@/prisma/scenarios/people'
import { playPaper } from './play'
import type { PaperProject } from './project'

/** Makes everybody a member. */
export async function enrol(actors: Cast['actors'], projectId: string): Promise<void> {
  for (const who of ['ana', 'ben', 'chioma', 'rui', 'sana', 'vic'] as const) {
    const { email, role } = people[who]
    await addMember(actors.mara, projectId, { email, role, quota: null })
  }
}

export async function openPaper(actors: Cast['actors'], paper: PaperProject): Promise<void> {
  const { name, description, protocolId, file, records, options, stages = {} } = paper
  const { id: projectId } = await createProject(actors.mara, { name, description, protocolId })
  await enrol(actors, projectId)
  for (const [stageKey, settings] of Object.entries(stages))
    await updateStage(actors.mara, { projectId, stageKey }, settings)
  await importText(actors.mara, projectId, {
    name: file,
    options: { labels: 'ignore', open: true, ...options },
    text: jsonLines(records),
  })
  await playPaper(actors, projectId, paper)
}
