import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { makeProtocolVersion } from '@/tests/support/protocol-file'
import { downloadExport } from './download-export'
import { expect, expectAccessible, expectAwake, test } from './fixtures'

/** The most that a newcomer does from a file to the first label: clicks, keys and the choice of the file. */
const MOST_ACTS = 8

/** Counts what a person does: each act is a click, a key or the choice of a file. */
function countActs() {
  const acts: string[] = []
  const act = async (what: string, work: () => Promise<unknown>) => {
    acts.push(what)
    await work()
  }
  return { acts, act }
}

test('a file becomes a project, and its first item is labelled on the workbench', async ({ as }, testInfo) => {
  const page = await as(await makeUser({ name: 'Lena', canCreateProjects: true }))
  const { acts, act } = countActs()
  const rows = Array.from(
    { length: 12 },
    (_, n) => `${n + 1},How deep is lake ${n + 1}?,It is ${n + 3} metres deep. It is cold.`,
  )
  const file = {
    name: 'lake_answers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,prompt,response\n${rows.join('\n')}\n`),
  }

  await page.goto('/projects/new')
  await expectAwake(page)
  const begun = Date.now()
  await act('choose the file', () => page.locator('input[type=file]').setInputFiles(file))
  await expect(page.getByText('12 records. Columns: id, prompt, response.')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('lake answers')
  await expect(page.getByRole('button', { name: 'Create project and check the file' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await act('create the project', () => page.getByRole('button', { name: 'Create project and check the file' }).click())
  await expect(page.getByRole('button', { name: 'Import 12 records' })).toBeInViewport({ ratio: 1 })
  await act('import', () => page.getByRole('button', { name: 'Import 12 records' }).click())
  await act('begin', () => page.getByRole('button', { name: 'Label the first item' }).click())
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
  await act('label', () => page.keyboard.press('t'))
  await expect(page.getByText('1/3', { exact: true })).toBeVisible()
  await expect(page.getByText('Saved.', { exact: true }).first()).toBeAttached()
  const seconds = (Date.now() - begun) / 1000
  testInfo.annotations.push({
    type: 'from a file to the first label',
    description: `${acts.length} acts, ${seconds.toFixed(1)} s`,
  })
  expect(acts.length).toBeLessThanOrEqual(MOST_ACTS)

  const projectId = new URL(page.url()).pathname.split('/')[2] ?? ''
  await page.goto(`/projects/${projectId}`)
  const path = page.getByRole('region', { name: 'From a file to a release' })
  await expect(path.getByRole('listitem')).toHaveCount(6)
  await expect(path.getByRole('link', { name: 'Invite people' })).toBeVisible()
  await expectAccessible(page)

  await page.goto(`/projects/${projectId}/settings`)
  await page.getByRole('link', { name: 'Copy as a new project' }).click()
  await page.waitForURL(/\/projects\/new/)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lakes again')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL((url) => /\/projects\/[0-9a-f-]{36}$/.test(url.pathname) && !url.pathname.includes(projectId))
  await expect(page.getByRole('heading', { name: 'Lakes again' })).toBeVisible()
})

test('a table with columns of its own is mapped, looked at, and imported without the row that has a problem', async ({
  as,
}) => {
  const lead = await makeUser({ name: 'Lena', canCreateProjects: true })
  const project = await makeProject()
  await makeMember(project, 'manager', lead)
  const page = await as(lead)
  const rows = ['Why?;In the east. It is so.;right;Sky', 'How far?;It is far.;wrong;Sky', 'Who?;;right;People']
  const text = `\uFEFF${['Question;Answer;Verdict 1;Topic', ...rows].join('\n')}\n`

  await page.goto(`/projects/${project.id}/import`)
  await expectAwake(page)
  const file = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('row', { name: /There is nothing in "Answer"/ })).toContainText('4')
  await expect(page.getByRole('row', { name: /Not used: Verdict 1/ }).first()).toBeVisible()
  const use = (column: string) => page.getByRole('combobox', { name: `What ${column} is read as` })
  await expect(use('Question')).toHaveText('Prompt')
  await expect(use('Answer')).toHaveText('Response')
  await use('Verdict 1').click()
  await page.getByRole('option', { name: 'Label (of a segment)' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again with these columns' }).click()
  await expect(page.getByRole('region', { name: 'As its annotator will see it' })).toContainText('Label: True')
  await page.getByRole('button', { name: 'Import the 2 good records' }).click()
  await expect(page.getByText('2 items added')).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the rejected records' }).click(),
  ])
  const rejected = await readFile(await saved.path(), 'utf8')
  expect(rejected.split('\n')[1]).toMatch(/^Who\?,,right,People,"?line 4: .*There is nothing in/)

  await page.goto(`/projects/${project.id}/import`)
  await page.getByRole('button', { name: 'Paste a table or texts instead' }).click()
  await page.getByLabel('A table with its headings').fill(rejected.replace('Who?,,', 'Who?,Ada.,'))
  await page.getByRole('button', { name: 'Check it' }).click()
  await expect(page.getByText('1 new record, no problems')).toBeVisible()
})

test('two files of labels come to alpha and a queue of disagreements in three steps', async ({ as }, testInfo) => {
  const project = await makeProject({ name: 'Two readers' })
  const page = await as(await makeMember(project, 'manager'))
  const [ada, ben] = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  const items = 12
  /** Twelve items of two sentences; the second reader finds other sentences wrong. */
  const fileOf = (name: string, isWrong: (n: number) => boolean) => {
    const rows = Array.from({ length: items }, (_, n) =>
      [
        n + 1,
        `How deep is lake ${n + 1}?`,
        `It is ${n + 3} metres deep. It is cold.`,
        isWrong(n) ? 'wrong' : 'correct',
        'correct',
      ].join(','),
    )
    const text = `id,question,answer,segment 1 label,segment 2 label\n${rows.join('\n')}\n`
    return { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  }
  const { acts, act } = countActs()
  const drop = async (file: ReturnType<typeof fileOf>) => {
    await act('import', () => page.getByRole('navigation').getByRole('link', { name: 'Import', exact: true }).click())
    await page.waitForURL(/\/import$/)
    await expectAwake(page)
    await act('choose the file', () => page.locator('input[type=file]').setInputFiles(file))
    await page.waitForURL(/\/import\/[0-9a-f-]{36}/)
  }
  const sayWhose = async ({ name }: { name: string }) => {
    await act('whose', () => page.getByRole('combobox', { name: /Whose work/ }).click())
    await act(name, () => page.getByRole('option', { name: new RegExp(`^${name} `) }).click())
    await act('independent', () => page.getByRole('checkbox', { name: /Made independently/ }).check())
  }
  await page.goto(`/projects/${project.id}`)
  await expectAwake(page)
  const begun = Date.now()

  await test.step('the first file is new items with the work of one person', async () => {
    await drop(fileOf('ada.csv', (n) => n % 3 === 0))
    await act('their work', () => page.getByRole('radio', { name: 'One member’s submitted work' }).check())
    await sayWhose(ada)
    await act('write', () => page.getByRole('button', { name: `Import ${items} records` }).click())
    await expect(page.getByText(`${items} items added`)).toBeVisible()
  })

  await test.step('the second is the second person’s work on the same items', async () => {
    await drop(fileOf('ben.csv', (n) => n % 4 === 0))
    await expect(page.getByText(/can be added as the second person’s work/)).toBeVisible()
    await sayWhose(ben)
    await expectAccessible(page)
    await act('write', () => page.getByRole('button', { name: `Add labels of ${items} items` }).click())
    await expect(page.getByText(`Labels of ${items} items added`)).toBeVisible()
  })

  await test.step('alpha and what is to be settled are there', async () => {
    await act('agreement', () => page.getByRole('link', { name: 'Show the agreement' }).click())
    await page.waitForURL(/\/agreement$/)
    const shown = await (await page.request.get(`/api/projects/${project.id}/agreement`)).json()
    const label = shown.stages[0].measures.find((measure: { key: string }) => measure.key === 'label').all
    expect(label.unitsWithTwo).toBe(2 * items)
    await expect(page.getByText(label.alpha.value.toFixed(2)).first()).toBeVisible()
    const seconds = (Date.now() - begun) / 1000
    testInfo.annotations.push({
      type: 'from two files of labels to alpha',
      description: `three steps, ${acts.length} acts, ${seconds.toFixed(1)} s`,
    })
    await page.goto(`/projects/${project.id}/review`)
    await expect(page.getByText('How deep is lake 4?')).toBeVisible()
  })
})

test('under a protocol file a table with other headings and ratings is corrected by keys, and its labels become gold', async ({
  as,
}) => {
  const source = `assay: protocol/1
id: own-columns-${randomUUID()}
version: 1
title: Rated answers
summary: Rates answers from one to five.
record: {id: /id, content: {question: /question, answer: /output/text}}
show: [{title: Question, text: question}, {title: Answer, text: answer}]
stages:
  - id: judge
    questions: [{id: usefulness, ask: How useful is it?, form: scale, min: 1, max: 5, anchors: {1: Not at all., 5: Fully.}}]
guidelines: None.
`
  const { protocolId } = await makeProtocolVersion({ source })
  const project = await makeProject({ protocolId })
  const page = await as(await makeMember(project, 'manager'))
  const text = 'Nr,Question,LLM answer,Stars,Team\n7,Why?,So.,4,A\n8,How?,Thus.,2,B\n'

  await page.goto(`/projects/${project.id}/import`)
  await expectAwake(page)
  await expect(page.getByText(/Which column is the question, the answer is guessed/)).toBeVisible()
  const file = { name: 'ratings.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('input[type=file]').setInputFiles(file)
  const use = (column: string) => page.getByRole('combobox', { name: `What ${column} is read as` })
  await expect(use('Question')).toHaveText('Question')
  await expect(use('LLM answer')).toHaveText('Answer')
  await expect(use('Nr')).toHaveText('Id')
  await expect(use('Stars')).toHaveText('Not used')
  await use('Stars').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(page.getByRole('option', { name: 'usefulness' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(use('Stars')).toHaveText('usefulness')
  await expect(page.getByRole('combobox', { name: 'What 4 means in Stars' })).toHaveText('4')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check again with these columns' }).press('Enter')
  await expect(page.getByRole('region', { name: 'As its annotator will see it' })).toContainText('usefulness: 4')
  await page.getByRole('radio', { name: 'Gold' }).press('Space')
  await page.getByRole('button', { name: 'Import 2 records' }).press('Enter')
  await expect(page.getByText('2 items added')).toBeVisible()
  const gold = await downloadExport(page, project.id, 'Gold as Record')
  expect(
    gold
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      question: 'Why?',
      output: { text: 'So.' },
      id: '7',
      usefulness: 4,
      imported: { Team: 'A' },
      imported_labels: { Stars: '4' },
    },
    {
      question: 'How?',
      output: { text: 'Thus.' },
      id: '8',
      usefulness: 2,
      imported: { Team: 'B' },
      imported_labels: { Stars: '2' },
    },
  ])
})
