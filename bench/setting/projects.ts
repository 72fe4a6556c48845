/** A project full of tasks with people who share them two by two, and another one that a manager fills. */
import { sessionFor } from '@/tests/actors'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'

const SEGMENTS = [1, 2, 3, 4].map((number) => `Sentence ${number} states something about rivers.`)

export interface Projects {
  /** Where the annotators are at work. */
  projectId: string
  otherProjectId: string
  /** A cookie an annotator. */
  sessions: string[]
  managerSession: string
}

/** `tasksEach`: so many tasks for each of the people. */
export async function makeProjects(people: number, tasksEach: number): Promise<Projects> {
  const project = await makeProject({ name: 'Rivers', stage: { raters: 2 } })
  const other = await makeProject({ name: 'Lakes' })
  const manager = await makeUser()
  for (const one of [project, other]) await makeMember(one, 'manager', manager)
  const sessions: string[] = []
  while (sessions.length < people) sessions.push(await sessionFor(await makeMember(project, 'annotator')))
  for (let left = Math.ceil((people * tasksEach) / 2); left > 0; left--) await makeTask(project, { segments: SEGMENTS })
  return {
    projectId: project.id,
    otherProjectId: other.id,
    sessions,
    managerSession: await sessionFor(manager),
  }
}
