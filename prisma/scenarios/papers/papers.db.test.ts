/** Each of the papers' other tasks from import to export, in the demo's own projects. */
import { beforeAll, describe, expect, it } from 'vitest'
import { downloadExport } from '@/lib/gold/releases/download-export'
import { listExports } from '@/lib/gold/releases/queries'
import { prisma } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { pipelineOf } from '@/lib/protocols/steps'
import { getAgreement } from '@/lib/quality/agreement/queries'
import { createProject } from '@/lib/workspace/projects/create-project'
import type { Cast } from '@/prisma/scenarios/cast'
import { importText } from '@/prisma/scenarios/import-text'
import { people } from '@/prisma/scenarios/people'
import { audits, papers } from '.'
import { openPaper } from './open'

let actors: Cast['actors']

const all = [...papers, ...audits]

beforeAll(async () => {
  const entries = await Promise.all(
    Object.entries(people).map(async ([key, { name, email }]) => {
      const { id } = await prisma().user.create({ data: { email, name, isAdmin: key === 'mara' } })
      return [key, { userId: id, name, isAdmin: key === 'mara', via: 'session' }]
    }),
  )
  actors = Object.fromEntries(entries)
  for (const paper of all) await openPaper(actors, paper)
})

const findProject = (name: string) => prisma().project.findFirstOrThrow({ where: { name } })
const exportOf = async (projectId: string, key: string) => (await downloadExport(actors.mara, projectId, key)).text()

describe.each(all.map((paper) => [paper.protocolId, paper] as const))('%s', (protocolId, paper) => {
  const protocol = protocolById(protocolId)
  const isVoted = protocol.stages.some(({ consolidation }) => consolidation === 'votes')

  it('was played through the commands that people use, with items untouched and finished', async () => {
    const { id: projectId } = await findProject(paper.name)
    const tasks = await prisma().task.findMany({
      where: { projectId },
      select: { state: true, assignedCount: true, golds: { select: { origin: true, answers: true, votes: true } } },
    })
    expect(tasks.filter(({ assignedCount }) => assignedCount === 0).length).toBeGreaterThan(0)
    const finished = tasks.filter(({ state }) => state === 'gold').flatMap(({ golds }) => golds)
    expect(finished.length).toBeGreaterThan(0)
    // Where there is no right answer, votes are counted and nothing is settled.
    expect(finished.filter(({ origin }) => (origin === 'tallied') !== isVoted)).toEqual([])
    if (isVoted)
      expect(finished.filter(({ answers, votes }) => !votes || Object.keys(Object(answers)).length > 0)).toEqual([])
    expect(
      await prisma().disagreement.count({ where: { task: { projectId, stage: { consolidation: 'votes' } } } }),
    ).toBe(0)
  })

  it('has figures of agreement on every stage that was rated', async () => {
    const { id: projectId } = await findProject(paper.name)
    const { stages } = await getAgreement(actors.mara, projectId, { intervals: 'when_quick' })
    const rated = stages.flatMap(({ measures }) => measures).filter(({ all }) => all.units > 0)
    expect(rated.length).toBeGreaterThan(0)
  })

  it('can be pre-filled', async () => {
    const steps = (await pipelineOf(protocolId))?.steps ?? []
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter(({ stage }) => !protocol.stages.some(({ key }) => key === stage))).toEqual([])
  })

  it('goes out in every format of its own and natively, and comes in and out again as it was', async () => {
    const { id: projectId } = await findProject(paper.name)
    const { exports } = await listExports(actors.mara, projectId)
    const readable = ['native', ...protocol.formats.filter(({ write }) => write).map(({ key }) => key)]
    const offered = exports.filter(({ key, count }) => readable.includes(key) && count !== 0).map(({ key }) => key)
    const carrying: string[] = []
    for (const key of offered) {
      const before = await exportOf(projectId, key)
      const again = await createProject(actors.mara, { name: `${paper.name} again`, description: '', protocolId })
      const extension = exports
        .find((each) => each.key === key)
        ?.fileName.split('.')
        .at(-1)
      await importText(actors.mara, again.id, {
        name: `again.${extension}`,
        // The record of an item that is still being settled stays back, and says so when it comes in.
        options: { labels: 'gold', open: true, records: 'good' },
        text: before,
      })
      // Some published files hold the texts and no labels: their own tests say that they come out as they went in.
      if ((await prisma().gold.count({ where: { task: { projectId: again.id } } })) === 0) continue
      carrying.push(key)
      const after = await exportOf(again.id, key)
      if (key === 'native') expect(goldIn(after)).toEqual(goldIn(before))
      else expect([key, after]).toEqual([key, before])
    }
    expect(carrying.length).toBeGreaterThan(1)
  })
})

it('keeps who wrote which text out of the files while the texts are still to be judged', async () => {
  const paper = papers.find(({ protocolId }) => protocolId === 'factor-generation')
  const { id: projectId } = await findProject(paper?.name ?? '')
  const lines = (await exportOf(projectId, 'native')).split('\n').filter(Boolean)
  const [judged, settled, open] = [1, 2, 4].map((position) =>
    lines.find((line) => JSON.parse(line).item.position === position),
  )
  expect(judged).toContain('model-a')
  expect(settled).not.toContain('model-a')
  expect(open).toBeUndefined()
})

/** What native lines with a record say of each item's gold; places and times are the new project's. */
function goldIn(text: string) {
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(({ item }) => item.record !== null)
  return lines.map(({ item, stages }) => ({
    content: item.content,
    gold: stages.map(({ key, gold }: { key: string; gold: { answers: unknown; votes?: unknown } | null }) => [
      key,
      gold?.answers,
      gold?.votes,
    ]),
  }))
}
