/** The screens of the papers' other tasks, and of what gold is made for: evaluation, audits, releases. */
import type { Page } from '@playwright/test'
import { assignTasks } from '@/lib/annotation/assignments/assign-tasks'
import { prisma } from '@/lib/platform/server/db'
import { claims } from '@/prisma/scenarios/papers/claims'
import { contradictionProject, generationProject } from '@/prisma/scenarios/papers/index'
import { listPreference, revisionPreference } from '@/prisma/scenarios/papers/preferences'
import type { PersonKey } from '@/prisma/scenarios/people'
import { actorOf } from '@/tests/actors'
import { type Screen, screen } from './screen'
import { findPerson, inEmpty, inMain } from './world'

interface Named {
  name: string
}

const project = ({ name }: Named) => prisma().project.findFirstOrThrow({ where: { name, auditOf: null } })

/** A page of a small project. */
const inPaper = (paper: Named, page: string) => async () => `/projects/${(await project(paper)).id}${page}`

/** The workbench of an item that nobody has begun, given to this person now. */
const fresh = (paper: Named, who: PersonKey, position: number) => async () => {
  const { id: projectId } = await project(paper)
  const [manager, person] = [await findPerson('mara'), await findPerson(who)]
  const range = { from: position, to: position, count: 1, batch: '' }
  const held = await prisma().assignment.count({ where: { userId: person.id, task: { projectId, position } } })
  if (held === 0) await assignTasks(actorOf(manager), projectId, { userIds: [person.id], ...range })
  const task = await prisma().task.findFirstOrThrow({
    where: { projectId, position, assignments: { some: { userId: person.id } } },
    orderBy: { stage: { position: 'desc' } },
  })
  return `/projects/${projectId}/tasks/${task.id}/annotate`
}

const settling = (paper: Named) => async () => {
  const { id: projectId } = await project(paper)
  const { id } = await prisma().task.findFirstOrThrow({ where: { projectId, state: 'consolidating' } })
  return `/projects/${projectId}/tasks/${id}/consolidate`
}

const itemAt = (paper: Named, position: number) => async () => {
  const { id: projectId } = await project(paper)
  const { id } = await prisma().item.findFirstOrThrow({ where: { projectId, position } })
  return `/projects/${projectId}/items/${id}`
}

const press = (...keys: string[]) => ({
  first: async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  },
})

export const papers: Screen[] = [
  screen('verify a claim', 'ben', fresh(claims, 'ben', 9)),
  screen('verify a claim, first answers', 'chioma', fresh(claims, 'chioma', 7), press('1', '3')),
  screen('verified by a majority', 'mara', itemAt(claims, 4)),
  screen('choose a list', 'ben', fresh(listPreference, 'ben', 5)),
  screen('choose a list, right to left', 'chioma', fresh(listPreference, 'chioma', 4)),
  screen('tallied lists', 'mara', itemAt(listPreference, 1)),
  screen('choose a revision', 'ana', fresh(revisionPreference, 'ana', 4)),
  screen('validate contradictions', 'chioma', fresh(contradictionProject, 'chioma', 5)),
  screen('settle contradictions', 'rui', settling(contradictionProject)),
  screen('write the fact', 'ben', fresh(generationProject, 'ben', 3)),
  screen('judge the texts', 'ana', fresh(generationProject, 'ana', 4)),
  screen('settle judged texts', 'rui', settling(generationProject)),
  ...[claims, listPreference, revisionPreference, contradictionProject, generationProject].flatMap((paper) => [
    screen(`dataset: ${paper.name}`, 'vic', inPaper(paper, '/dataset')),
    screen(`home: ${paper.name}`, 'ana', inPaper(paper, '')),
  ]),
  screen('agreement on claims', 'mara', inPaper(claims, '/agreement')),
  screen('agreement of votes', 'mara', inPaper(listPreference, '/agreement')),
  screen('settings of votes', 'mara', inPaper(listPreference, '/settings')),
  screen('new run, of contradictions', 'mara', inPaper(contradictionProject, '/prefill/new')),
  screen('audits', 'mara', inMain('/audits')),
  screen('audits, of a viewer', 'vic', inMain('/audits')),
  screen('audits, nothing to draw', 'mara', inEmpty('/audits')),
  screen('evaluation', 'mara', inMain('/evaluation')),
  screen('evaluation, of a viewer', 'vic', inMain('/evaluation')),
  screen('evaluation, nothing yet', 'mara', inEmpty('/evaluation')),
  screen('evaluation of claims', 'mara', inPaper(claims, '/evaluation')),
  screen('releases', 'mara', inMain('/releases')),
  screen('releases, of a viewer', 'vic', inMain('/releases')),
  screen('releases, nothing yet', 'mara', inEmpty('/releases')),
  screen('releases of votes', 'mara', inPaper(listPreference, '/releases')),
]
