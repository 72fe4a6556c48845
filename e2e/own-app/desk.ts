/** The consolidation desk as the journeys on an own app see it: a task to settle, what stands, and what is written down. */
import type { Page } from '@playwright/test'
import { expect, expectAwake } from '@/e2e/fixtures'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { revealTask } from '@/lib/workspace/tasks/reveal-task'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { expectState } from './bench'

export const SETTLE = [
  'The Danube rises in the Black Forest.',
  'It is the longest river of Europe.',
  'It flows through ten countries.',
]

/** A revealed task on every segment of which two annotators differ, and two reviewers who have this password. */
export async function makeDispute(passwordHash: string) {
  const project = await makeProject({ name: 'Rivers' })
  const task = await makeTask(project, { prompt: 'Tell me about the Danube.', segments: SETTLE })
  const says = (label: boolean) => ({
    item: { action: 'keep' },
    ...Object.fromEntries(
      SETTLE.map((_, index) => [
        `s${index + 1}`,
        label ? { label } : { label, errorType: 'knowledge_error', reason: 'The map says otherwise.' },
      ]),
    ),
  })
  for (const label of [true, false])
    await makeAnnotation(task, await makeMember(project, 'annotator'), says(label), true)
  const [rui, sol] = [
    await makeMember(project, 'reviewer', await makeUser({ name: 'Rui', passwordHash })),
    await makeMember(project, 'reviewer', await makeUser({ name: 'Sol', passwordHash })),
  ]
  const actor: Actor = actorOf(rui)
  await transaction(async (tx) => revealTask(tx, await loadTask(tx, actor, task.id, { lock: true }), null))
  return { task, rui, sol }
}

export async function openDesk(page: Page, task: { projectId: string; id: string }): Promise<void> {
  await page.goto(`/projects/${task.projectId}/tasks/${task.id}/consolidate`)
  await expect(page.getByRole('navigation', { name: 'Questions of the item' })).toBeVisible()
  await expectAwake(page)
  await expectState(page, 'saved')
}

export const openQuestion = (page: Page) => page.locator('#question-heading')

/** Which lane says that the segments are true, as its key; lanes are told apart by letters that change from task to task. */
export async function keyOfTrue(page: Page, taskId: string): Promise<'1' | '2'> {
  const response = await page.request.get(`/api/tasks/${taskId}/consolidation`)
  const { lanes } = (await response.json()) as { lanes: { id: string; answers: Record<string, { label?: boolean }> }[] }
  const [first] = lanes.toSorted((a, b) => a.id.localeCompare(b.id))
  return first?.answers.s1?.label ? '1' : '2'
}

/** The labels that somebody settled, by segment. */
export async function settledLabels(taskId: string): Promise<Record<string, unknown>> {
  const rows = await prisma().resolution.findMany({
    where: { taskId, question: 'label' },
    include: { unit: { select: { key: true } } },
    orderBy: { unit: { position: 'asc' } },
  })
  return Object.fromEntries(rows.map(({ unit, value }) => [unit.key, value]))
}

/** What was settled and taken back, in the order in which the server did it. */
export async function settlingEvents(taskId: string): Promise<string[]> {
  const events = await prisma().event.findMany({
    where: { taskId, type: { in: ['resolution.saved', 'resolution.withdrawn'] } },
    orderBy: { id: 'asc' },
  })
  return events.map(({ type, data }) => {
    const { unit, question, value } = data as { unit: string; question: string; value?: unknown }
    return type === 'resolution.saved' ? `${unit} ${question} ${String(value)}` : `${unit} ${question} taken back`
  })
}
