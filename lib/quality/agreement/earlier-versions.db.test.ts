import { expect, test } from 'vitest'
import { prisma, transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import type { Answers } from '@/lib/protocols/answers'
import { changeVersion } from '@/lib/workspace/protocol-files/change-version'
import { actorOf } from '@/tests/actors'
import { makeAnnotation, makeMember, makeProject, makeTask } from '@/tests/factories'
import { makeProtocolVersion, sentenceFile } from '@/tests/support/protocol-file'
import { readFrozen } from './ledger/read-frozen'
import { getAgreement } from './queries'

const HARM = `      - {id: harm, on: sentence, ask: Could it do harm?, form: flag, key: h}
`
const ROLL_UP = '    rollUp:\n      harmful: sentences.exists(s, s.harm)\n'

/** The second version calls "wrong" otherwise, and asks of every sentence whether it could do harm. */
const second = (id: string) =>
  sentenceFile(id, 2)
    .replaceAll('value: wrong,', 'value: untrue,')
    .replaceAll('"wrong"', '"untrue"')
    .replaceAll('label: wrong', 'label: untrue')
    .replace('    rollUp:\n', `${HARM}${ROLL_UP}`)
    .replace('label:\n  values', '    measures: [{of: label}, {of: harm}, {of: harmful}]\nlabel:\n  values')
    .replace('tests:\n', 'migrate:\n  1: {rename: {label: {wrong: untrue}}, ask: [harm]}\ntests:\n')

test('figures after a move say what they rest on, and count no answer that nobody was asked for', async () => {
  const { protocolId } = await makeProtocolVersion({ source: sentenceFile('figures-moved') })
  await makeProtocolVersion({ source: second('figures-moved') })
  const project = await makeProject({ protocolId, stage: { raters: 2 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const [one, other] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const annotate = async (label: string, also: Answers[string] = {}) => {
    const task = await makeTask(project)
    const [first = '', last = ''] = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
    const answers: Answers = { [first]: { label, ...also }, [last]: { label: 'right', ...also }, item: { grade: 3 } }
    await makeAnnotation(task, one, answers, true)
    await makeAnnotation(task, other, answers, true)
    await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  }
  const unitsOf = async () => {
    const { stages, earlier } = await getAgreement(manager, project.id, { intervals: 'when_quick' })
    const units = stages[0]?.measures.map(({ key, all }) => [key, all.units] as const) ?? []
    return { units: Object.fromEntries(units), earlier }
  }
  await annotate('wrong')
  expect(await unitsOf()).toMatchObject({ units: { label: 2 }, earlier: [] })

  await changeVersion(manager, project.id, { from: 1, to: 2 })
  const moved = await unitsOf()
  expect(moved.units).toEqual({ label: 2, harm: 0, harmful: 0 })
  expect(moved.earlier).toEqual([
    expect.stringContaining(
      'Of 2 annotations that are counted, these were submitted under another: 2 under version 1.',
    ),
    expect.stringContaining('wrong of label.label is called untrue'),
    expect.stringContaining('label.harm came to be asked'),
  ])

  await annotate('untrue', { harm: true })
  expect((await unitsOf()).units).toEqual({ label: 4, harm: 2, harmful: 1 })
})

test('gold that a later move tells anew says as little about what it was never asked', async () => {
  const id = 'gold-moved-twice'
  const { protocolId } = await makeProtocolVersion({ source: sentenceFile(id) })
  await makeProtocolVersion({ source: second(id) })
  const third = second(id)
    .replace('version: 2', 'version: 3')
    .replaceAll('value: right,', 'value: fine,')
    .replaceAll('"right"', '"fine"')
    .replaceAll('label: right', 'label: fine')
    .replace(/migrate:\n.*\n/, 'migrate:\n  2: {rename: {label: {right: fine}}}\n')
  const { protocolId: last } = await makeProtocolVersion({ source: third })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const manager = actorOf(await makeMember(project, 'manager'))
  const task = await makeTask(project)
  const sentences = task.units.filter(({ kind }) => kind === 'sentence').map(({ key }) => key)
  const answers = Object.fromEntries(sentences.map((key) => [key, { label: 'right' }]))
  await prisma().gold.create({
    data: { taskId: task.id, version: 1, round: 1, answers, rollUp: {}, origin: 'imported' },
  })
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const goldNow = async () => {
    const [stage] = protocolById(last).stages
    const [frozen] = await transaction((tx) => readFrozen(tx, stage, project.id, [task.id]))
    return frozen?.gold
  }
  await changeVersion(manager, project.id, { from: 1, to: 2 })
  expect((await goldNow())?.unmeasured).toEqual(['harm', 'harmful'])
  await changeVersion(manager, project.id, { from: 2, to: 3 })
  const gold = await goldNow()
  expect(gold?.answers).toEqual(Object.fromEntries(sentences.map((key) => [key, { label: 'fine' }])))
  expect(gold?.unmeasured).toEqual(['harm', 'harmful'])
})
