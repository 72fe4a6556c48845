/** A protocol of one's own from the first line of its file to an export of gold under it. */
import { readFile } from 'node:fs/promises'
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

const RECORD = {
  id: 'r9',
  question: 'What is a fever?',
  response: 'A fever is heat. Ice cures it.',
  model: 'secret-model',
}

test('a file is written, published, and worked under by keys until its gold is exported', async ({ as }) => {
  const lead = await makeUser({ name: 'Lena', canCreateProjects: true })
  const page = await as(lead)

  await test.step('the list leads to the editor, which names a problem at its line', async () => {
    await page.goto('/protocols')
    await expectAwake(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Write a protocol' }).first().click()
    await page.waitForURL(/\/protocols\/new/)
    await expectAwake(page)
    const field = page.getByRole('textbox', { name: 'Protocol file' })
    const text = (await field.inputValue()).replace('id: my-labels', 'id: own-words')
    await field.fill(text.replace('raters: 2', 'rater: 2'))
    await expect(page.getByText(/Did you mean "raters"\?/)).toBeVisible()
    await expect(page.getByRole('button', { name: /^line 28, column/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
    await expectAccessible(page)
    await field.fill(text)
    await expect(page.getByText('No problems; 5 tests hold.')).toBeVisible()
  })

  await test.step('the preview is answered by keys', async () => {
    const preview = page.getByRole('region', { name: 'As annotators see it' })
    await preview.getByRole('heading', { name: 'As annotators see it' }).click()
    await page.keyboard.press('y')
    await expect(preview.getByRole('button', { name: 'It can', exact: true, pressed: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.waitForURL(/\/protocols\/own-words\/1$/)
    await expect(page.getByRole('heading', { name: 'My own labels on a response' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a project under it takes a file of records', async () => {
    await page.getByRole('link', { name: 'New project under it' }).click()
    await page.waitForURL(/\/projects\/new/)
    await expectAwake(page)
    await expect(page.getByRole('radio', { name: /My own labels on a response \(version 1\)/ })).toBeChecked()
    const buffer = Buffer.from(`${JSON.stringify(RECORD)}\n`)
    await page.locator('input[type=file]').setInputFiles({ name: 'own.jsonl', mimeType: 'application/jsonl', buffer })
    await page.getByRole('button', { name: 'Create project and check the file' }).click()
    await page.getByRole('button', { name: /^Import 1 record/ }).click()
    await expect(page.getByText('1 item added')).toBeVisible()
  })

  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const project = await prisma().project.findUniqueOrThrow({ where: { id } })
  expect(project.protocolId).toBe('own-words@1')
  const task = await prisma().task.findFirstOrThrow({ where: { projectId: project.id } })
  const place = `/projects/${project.id}/tasks/${task.id}`

  for (const [name, verdict] of [
    ['Ada', 'c'],
    ['Ben', 'w'],
  ] as const)
    await test.step(`${name} labels by keys`, async () => {
      const bench = await as(await makeMember(project, 'annotator', await makeUser({ name })))
      await bench.goto(`/projects/${project.id}`)
      await bench.getByRole('button', { name: 'Next task' }).click()
      await bench.waitForURL(/\/annotate$/)
      await expectAwake(bench)
      expect(await bench.content()).not.toContain('secret-model')
      await bench.keyboard.press('y')
      await bench.keyboard.press('c')
      await bench.keyboard.press(verdict)
      if (verdict === 'w') {
        const why = bench.getByRole('textbox', { name: /What is wrong with it/ })
        await why.fill('Ice does not cure it.')
        await bench.keyboard.press('Escape')
      } else await expectAccessible(bench)
      await bench.keyboard.press('ControlOrMeta+Enter')
      await expect(bench.getByText('Submitted', { exact: true })).toBeVisible()
    })

  await test.step('a reviewer settles the difference by a key', async () => {
    const stateOf = async () => (await prisma().task.findUniqueOrThrow({ where: { id: task.id } })).state
    await expect.poll(stateOf).toBe('consolidating')
    const desk = await as(await makeMember(project, 'reviewer', await makeUser({ name: 'Rui' })))
    await desk.goto(`${place}/consolidate`)
    await expectAwake(desk)
    await expectAccessible(desk)
    // The lanes stand in an order that is drawn.
    const isFirst = await desk.getByRole('region', { name: 'Lane A' }).getByText('wrong', { exact: true }).isVisible()
    await desk.keyboard.press(isFirst ? '1' : '2')
    await desk.keyboard.press('ControlOrMeta+Enter')
    await expect.poll(stateOf).toBe('gold')
  })

  await test.step('the gold is the record with its labels', async () => {
    await page.goto(`/projects/${project.id}/export`)
    await expectAwake(page)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download Gold as Record' }).click(),
    ])
    const [line] = (await readFile(await saved.path(), 'utf8'))
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each))
    expect(line).toMatchObject({ ...RECORD, usable: 'yes', sentences: [{ verdict: 'correct' }, { verdict: 'wrong' }] })
  })
})

test('an example is a project with its records in two clicks, and its files can be downloaded', async ({ as }) => {
  const page = await as(await makeUser({ name: 'Lin', canCreateProjects: true }))
  await page.goto('/protocols')
  await expectAwake(page)
  const records = page.getByRole('link', { name: 'Download unsupported-spans.jsonl' })
  const [saved] = await Promise.all([page.waitForEvent('download'), records.click()])
  expect(await readFile(await saved.path(), 'utf8')).toBe(
    await readFile('docs/examples/protocols/unsupported-spans.jsonl', 'utf8'),
  )

  await page.getByRole('button', { name: /^Start a project with Unsupported spans of a grounded answer/ }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start the project' }).click()
  await expect(page.getByText('10 items added')).toBeVisible()
  await page.getByRole('button', { name: 'Label the first item' }).click()
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
  await page.keyboard.press('o')
  await expect(page.getByRole('button', { name: /^Good/, pressed: true })).toBeVisible()
})
