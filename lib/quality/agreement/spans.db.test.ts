/** Agreement on spans through the one engine: ratings of anything marked and of each label, and pairs compared. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import type { Answers } from '@/lib/protocols/answers'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { getAgreement } from './queries'

const RECORD = { id: 'r1', source_info: 'The bank opened in 1902.', response: 'The old bank opened in 1903.' }

const marked = (...spans: [start: number, end: number, label: string][]): Answers => ({
  item: { quality: 'good', unsupported: { spans: spans.map(([start, end, label]) => ({ start, end, label })) } },
})

it('counts what both marked, by characters, tokens and spans', async () => {
  const source = readFileSync('docs/examples/protocols/unsupported-spans.yaml', 'utf8')
    .replace('id: unsupported-spans', `id: spans-${randomUUID()}`)
    .replace(/ {2}- \{record: unsupported-spans.jsonl.*\n/g, '')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const [manager, ada, ben] = [
    await makeMember(project, 'manager'),
    await makeMember(project, 'annotator'),
    await makeMember(project, 'annotator'),
  ]
  const answers = [
    [marked([4, 12, 'Evident Conflict']), marked([4, 7, 'Evident Conflict'], [23, 27, 'Subtle Conflict'])],
    [marked(), marked()],
  ]
  // Fewer than ten units have counts only.
  for (const [one = {}, other = {}] of Array.from({ length: 5 }, () => answers).flat()) {
    const task = await makeTask(project, { record: RECORD })
    await makeAnnotation(task, ada, one, true)
    await makeAnnotation(task, ben, other, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  }
  const [stage] = (await getAgreement(actorOf(manager), project.id, { intervals: 'always' })).stages
  const anything = stage?.measures.find(({ key }) => key === 'unsupported')
  expect(anything?.all).toMatchObject({ units: 10, unanimous: 10 })
  expect(stage?.measures.find(({ key }) => key === 'unsupported.subtle-conflict')?.all).toMatchObject({ unanimous: 5 })
  const figures = stage?.comparisons.find(({ key }) => key === 'unsupported')?.figures
  const figureOf = (key: string) => figures?.find((figure) => figure.key === key)?.estimate.value
  expect(figureOf('characterF1')).toBeCloseTo(6 / 15)
  expect(figureOf('tokenF1')).toBeCloseTo(2 / 4)
  expect(figureOf('spanF1')).toBe(0)
  expect(figureOf('same')).toBe(0.5)
})
