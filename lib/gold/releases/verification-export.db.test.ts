/** Claims from a line of the pipeline to gold by a majority, out in every format, and in again. */
import { describe, expect, test } from 'vitest'
import { getWorkbench } from '@/lib/annotation/annotations/queries'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { pipelineLine } from '@/lib/protocols/veriscore-verification/sample-records'
import { applyImport } from '@/lib/workspace/imports/apply-import'
import { checkImport } from '@/lib/workspace/imports/check-import'
import { startImport } from '@/lib/workspace/imports/start-import'
import { uploadImport } from '@/lib/workspace/imports/upload-import'
import { actorOf } from '@/tests/actors'
import { findTask, makeAnnotation, makeMember, makeProject } from '@/tests/factories'
import { downloadExport } from './download-export'

const idle = new AbortController().signal

async function scene() {
  const project = await makeProject({
    protocolId: 'veriscore-verification',
    everyStage: { raters: 3, coverage: 100 },
  })
  return { project, manager: actorOf(await makeMember(project, 'manager')) }
}
type Scene = Awaited<ReturnType<typeof scene>>

async function bringIn({ project, manager }: Scene, text: string) {
  const { id } = await uploadImport(manager, project.id, { name: 'claims.jsonl', body: new Response(text).body })
  await checkImport(id, idle)
  await startImport(manager, id, { labels: 'gold', independent: false, open: true })
  await applyImport(id, idle)
  return prisma().item.findMany({ where: { projectId: project.id }, orderBy: { position: 'asc' } })
}

const download = async ({ project, manager }: Scene, key: string) =>
  (await downloadExport(manager, project.id, key)).text()

/** Everyone submits; the last one through the command. */
async function annotate({ project }: Scene, itemId: string, all: readonly Answers[]) {
  const task = await findTask({ itemId }, 'verify')
  const people: Actor[] = []
  for (const [index, answers] of all.entries()) {
    const user = await makeMember(project, 'annotator')
    await makeAnnotation(task, user, answers, index < all.length - 1)
    people.push(actorOf(user))
  }
  const last = people.at(-1)
  if (!last) throw new Error('somebody annotates')
  const { annotationId } = await getWorkbench(last, task.id)
  await submitAnnotation(last, task.id, annotationId)
  return task
}

const stances = (...values: string[]): Answers =>
  Object.fromEntries(values.map((stance, index) => [`r${index + 1}`, { stance }]))
const parts = (key: string): Answers => ({
  item: { verdict: 'contradicted', comment: `By ${key}.`, parts: [{ key, made: 'added', from: [] }] },
  [key]: { text: 'It opened in 1931.', contradicts: ['r2'] },
})

const goldAnswers = async ({ project }: Scene) => {
  const golds = await prisma().gold.findMany({
    where: { task: { projectId: project.id } },
    orderBy: { task: { position: 'asc' } },
  })
  return golds.map(({ answers, origin }) => ({ answers: answers as Json, origin }))
}

describe('three raters of a claim', () => {
  test('make gold by themselves, which goes out in every format and comes in again as it was', async () => {
    const here = await scene()
    const [first, second] = await bringIn(here, JSON.stringify(pipelineLine()))
    await annotate(here, first?.id ?? '', [
      { ...stances('supports', 'contradicts', 'supports'), ...parts('ua') },
      { ...stances('supports', 'contradicts', 'contradicts'), ...parts('ub') },
      { ...stances('supports', 'inconclusive', 'inconclusive'), item: { verdict: 'supported' } },
    ])
    const general = { verdict: 'inconclusive', why: 'c' }
    await annotate(here, second?.id ?? '', [
      { item: { verdict: 'supported' } },
      { item: { verdict: 'contradicted' } },
      { item: general },
    ])
    const gold = await goldAnswers(here)
    expect(gold.map(({ answers }) => answers)).toEqual([
      { ...stances('supports', 'contradicts', 'inconclusive'), item: { verdict: 'contradicted' } },
      { item: general },
    ])
    for (const key of ['native', 'pipeline', 'verification-3', 'claim']) {
      const there = await scene()
      const text = await download(here, key)
      await bringIn(there, text)
      expect(
        (await goldAnswers(there)).map(({ answers }) => answers),
        key,
      ).toEqual(gold.map(({ answers }) => answers))
      if (key !== 'native') expect(await download(there, key), key).toBe(text)
    }
    expect((await download(here, 'few-shot-examples')).trim().split('\n')).toHaveLength(2)
  })
})
