/** A project in which names, texts, guidelines, reasons and remarks are hostile, and where they are shown. */

import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { addComment } from '@/lib/annotation/comments/add-comment'
import { prisma } from '@/lib/platform/server/db'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'

/** Text that would do something anywhere where text is not text. */
export const HOSTILE =
  '<script>window.__hit=1</script><img src=x onerror="window.__hit=2"></script><svg onload=window.__hit=3> ' +
  '[x](javascript:window.__hit=4) {{window.__hit=5}} \u202Etxt.exe'

const MARKDOWN = `# Rules\n\n${HOSTILE}\n\n<iframe srcdoc="<script>parent.__hit=6</script>"></iframe>\n\n<javascript:window.__hit=7>\n`

/** Two annotators who disagree on every segment, and a manager; all of them with hostile names and words. */
export async function makeHostileScene() {
  const project = await makeProject({ name: `A ${HOSTILE}`, stage: { raters: 2 } })
  const named = async (name: string, role: 'manager' | 'annotator' | 'reviewer') =>
    makeMember(project, role, await makeUser({ name: `${name} ${HOSTILE}` }))
  const [mara, ana, ben] = [
    await named('Mara', 'manager'),
    await named('Ana', 'annotator'),
    await named('Ben', 'annotator'),
  ]
  await prisma().guideline.update({
    where: { projectId_version: { projectId: project.id, version: 1 } },
    data: { body: MARKDOWN, note: HOSTILE },
  })
  const given = { prompt: `Prompt ${HOSTILE}`, segments: [`One ${HOSTILE}`, `Two ${HOSTILE}`] }
  const task = await makeTask(project, given)
  for (const [who, isTrue] of [
    [ana, true],
    [ben, false],
  ] as const) {
    const wrong = { label: false, errorType: 'knowledge_error', reason: `Because ${HOSTILE}` }
    const said = isTrue ? { label: true } : wrong
    await makeAnnotation(task, who, { item: { action: 'keep' }, s1: said, s2: said })
    await addComment(actorOf(who), task.id, { body: `Note ${HOSTILE}` })
    await submitAnnotation(actorOf(who), task.id)
  }
  await addComment(actorOf(mara), task.id, { body: `Remark ${HOSTILE}`, unit: 's1', question: 'label' })
  const open = await makeTask(project, given)
  await makeAnnotation(open, ana, { s1: { label: false, errorType: 'knowledge_error', reason: HOSTILE } })
  return { project, task, open, mara, ana }
}
export type HostileScene = Awaited<ReturnType<typeof makeHostileScene>>

/** The pages on which some of it stands, with a piece that has to be seen there as it was written. */
export const pagesOf = ({ project: { id }, task }: HostileScene): [path: string, shown: RegExp][] => {
  const anything = /<script>window\.__hit=1<\/script>/
  return [
    ['/projects', anything],
    ...['', '/guidelines', '/items', `/items/${task.itemId}`, '/settings', '/members', '/agreement', '/dataset'].map(
      (page): [string, RegExp] => [`/projects/${id}${page}`, anything],
    ),
    ...['/people', '/progress', '/assignments', '/audit-log', '/agreement/disagreements'].map(
      (page): [string, RegExp] => [`/projects/${id}${page}`, anything],
    ),
    [`/projects/${id}/tasks/${task.id}/consolidate`, /Because <script>/],
    [`/projects/${id}/tasks/${task.id}/timeline`, anything],
  ]
}
