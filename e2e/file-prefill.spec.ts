/** Pre-fill under a protocol file: its own steps are tried and run by its manager, and what they propose is accepted by an annotator's keys. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { prisma } from '@/lib/platform/server/db'
import { makeAssignment, makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const TEXT = 'The Danube rises in Germany and it is 2,850 kilometres long. It ends at the Black Sea.'
const sourceOf = (id: string) => `assay: protocol/1
id: ${id}
version: 1
title: Facts of a text
summary: Made for a journey.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: fact, from: annotators}
stages:
  - id: list
    raters: 1
    questions:
      - {id: facts, title: Facts, ask: Which facts does it state?, form: list, of: fact}
      - {id: wording, on: fact, title: Fact, ask: What does it say?, form: text}
      - id: numbers
        title: Numbers
        ask: Which numbers does it give?
        form: span
        in: text
        options: [{value: length, key: "1", says: How long something is.}]
guidelines: One statement each.
prefill:
  - {id: claims, title: Facts of each sentence, list: facts, rules: sentence-claims}
  - {id: numbers, list: numbers, system: "You mark numbers, as {{guidelines}} say."}
`

test('facts are proposed by the rules that a file names, and accepted by keys', async ({ as }) => {
  const { protocolId } = await makeProtocolVersion({ source: sourceOf(`prefilled-${randomUUID()}`) })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const task = await makeTask(project, { record: { text: TEXT } })
  const user = await makeUser({ name: 'Mara', canCreateProjects: true })
  await makeMember(project, 'manager', user)
  const manager = await as(user)

  await test.step('a manager reads the prompts of the file, tries its steps, and runs them', async () => {
    await manager.goto(`/projects/${project.id}/prefill/new`)
    await expectAwake(manager)
    await expect(manager.getByText('1. Facts of each sentence')).toBeVisible()
    await expect(manager.getByText('2. Spans by a model')).toBeVisible()
    await expectAccessible(manager)
    await manager.keyboard.press('ControlOrMeta+Enter')
    await manager.waitForURL(/\/prefill\/runs\/[0-9a-f-]{36}/)
    await expect(manager.getByText('1 item done')).toBeVisible()
  })

  const unitId = task.units.find(({ key }) => key === 'item')?.id ?? ''
  const start = TEXT.indexOf('2,850')
  await prisma().suggestion.create({
    data: {
      taskId: task.id,
      unitId,
      question: 'numbers',
      value: { spans: [{ start, end: start + 5, label: 'length' }] },
      source: 'Spans by a model',
      model: 'a-model',
    },
  })
  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const page = await as(annotator)
  await test.step('an annotator takes the span and the facts over, and submits', async () => {
    await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
    await expectAwake(page)
    await expect(page.getByText(/suggestions are open/)).toBeVisible()
    await expectAccessible(page)
    const span = page.getByRole('list', { name: 'Suggested: Numbers' })
    await span.getByRole('button', { name: 'Accept' }).press('Enter')
    await expect(page.getByText('Accepted from a-model')).toBeVisible()
    await page.keyboard.press('a')
    await expect(page.getByText(/suggestions are open/)).toBeHidden()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByText('Submitted', { exact: true })).toBeVisible()
  })
  const labels = await prisma().label.findMany({
    where: { annotation: { taskId: task.id } },
    select: { question: true, value: true, origin: true },
  })
  const wordings = labels.filter(({ question }) => question === 'wording')
  expect(wordings.map(({ origin }) => origin)).toEqual(wordings.map(() => 'suggestion'))
  expect(wordings.map(({ value }) => value)).toContain('It ends at the Black Sea.')
  expect(labels.find(({ question }) => question === 'numbers')).toMatchObject({
    value: { spans: [{ start, end: start + 5, label: 'length' }] },
    origin: 'suggestion',
  })
})

test('entries come with the lists that they hold, and are accepted in one step', async ({ as }) => {
  const source = readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8')
    .replace('id: claim-questions', `id: asked-${randomUUID()}`)
    .replace(/\ntests:[\s\S]*/, '\n')
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId, stage: { raters: 1 } })
  const task = await makeTask(project, { record: { claim: 'The bridge is the oldest of the county.' } })
  const answers = [
    { values: { answered: 'In 1410.', kind: 'Extractive', medium: 'Web text' } },
    { values: { answered: 'Nobody knows.', kind: 'Unanswerable' } },
  ]
  await prisma().suggestion.create({
    data: {
      taskId: task.id,
      unitId: task.units.find(({ key }) => key === 'item')?.id ?? '',
      question: 'questions',
      value: [{ values: { asked: 'When was it built?', answers } }, { values: { asked: 'Which are older?' } }],
      source: 'Entries by a model',
      model: 'a-model',
    },
  })
  const annotator = await makeMember(project, 'annotator')
  await makeAssignment(task, annotator)
  const page = await as(annotator)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await expectAwake(page)
  const offered = page.locator('aside li').filter({ has: page.getByRole('button', { name: 'Pass over' }) })
  await expect(offered).toContainText([
    /When was it built\?.*In 1410\..*Kind of answer: Extractive.*Nobody knows\./,
    /Which are older\?/,
  ])
  await expectAccessible(page)
  const entries = page.locator('aside li[data-entry]')
  await page.keyboard.press('Shift+A')
  await expect(entries).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(entries).toHaveCount(0)
  await expect(offered).toHaveCount(2)
  await page.keyboard.press('Shift+A')
  await expect(entries).toHaveCount(3)
  const labels = () =>
    prisma().label.findMany({
      where: { annotation: { taskId: task.id }, question: { in: ['asked', 'answered', 'kind'] } },
      select: { value: true, origin: true },
    })
  const said = ['When was it built?', 'In 1410.', 'Extractive', 'Nobody knows.', 'Unanswerable']
  await expect.poll(labels).toEqual(expect.arrayContaining(said.map((value) => ({ value, origin: 'suggestion' }))))
})
