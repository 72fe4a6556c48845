/**
 * The e-mail that everybody would be sent, before a partner opens, searches, reads, saves, comments, asks a manager and submits at a task that is
 * not revealed, and after each of these acts: no difference, where other tasks are revealed that they are told of.
 */
import { answersWith } from '@/tests/factories'
import { mailTo } from './mail-to'
import { partnerActs } from './partner-acts'
import { addDocument, findPlace } from './partner-unseen'
import { type Item, MANAGER, SECOND, SETTLER, type World } from './world'
import type { Written } from './written'

const share = { state: 'submitted', note: true, search: true } as const
const revealed: Item = {
  moment: 'consolidating',
  shares: [1, 2].map((person) => ({ person, ...share })),
  labelled: false,
  copyFor: null,
}

/** The same world with a revealed task in each of its projects of FELM: whoever settles it is told of it. */
export const withNews = (world: World): World => ({
  ...world,
  projects: world.projects.map((project) =>
    project.protocol === 'felm' ? { ...project, items: [...project.items, revealed] } : project,
  ),
})

/** Differences in sentences; null where the world has no such task. */
export async function checkMailUnseen(world: World, written: Written): Promise<string[] | null> {
  const place = findPlace(world, written)
  const [partner, manager, settler] = [written.users[SECOND], written.users[MANAGER], written.users[SETTLER]]
  if (!place || !partner || !manager || !settler) return null
  await addDocument(manager, place.projectId)
  const readers = [...written.users.entries()].filter(([person]) => person !== SECOND)
  const read = () => Promise.all(readers.map(([, user]) => mailTo(user)))
  const before = await read()
  if ((await mailTo(settler)) === null) throw new Error('somebody is told of the revealed task')
  const { taskId, projectId } = place
  const acts = partnerActs({ partner, manager, projectId, taskId, answers: answersWith(true) })
  const wrong: string[] = []
  for (const { name, run } of acts) {
    await run()
    const after = await read()
    for (const [at, [person]] of readers.entries())
      if (after[at] !== before[at])
        wrong.push(`once the partner ${name}, person ${person} is sent ${after[at]} instead of ${before[at]}`)
  }
  return wrong
}
