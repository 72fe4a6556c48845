import type { Actor } from '@/lib/platform/policy/actor'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'

/** Where hostile files go to. */
export interface FuzzPlace {
  manager: Actor
  projectId: string
  protocolId: string
  /** Whose work labels may be. */
  personId: string
}

/** A project takes so many files; then comes a new one, so that the last file costs what the first one did. */
export const FILES_A_PROJECT = 500

export async function fuzzPlace(protocolId: string): Promise<FuzzPlace> {
  const project = await makeProject({ protocolId })
  const manager = actorOf(await makeMember(project, 'manager'))
  const { id: personId } = await makeMember(project, 'annotator')
  return { manager, projectId: project.id, protocolId, personId }
}
