/** The command palette: every page two acts away, by key alone, and nothing in it that its reader may not open. */
import { prisma } from '@/lib/platform/server/db'
import { makeMember, makeProject, makeTask, makeUser } from '@/tests/factories'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { announced, listenToPage } from './read-aloud/announcements'

test('a manager goes to pages, items, people and other projects by key', async ({ as }) => {
  const [oceans, rivers] = [await makeProject({ name: 'Oceans' }), await makeProject({ name: 'Rivers' })]
  const mona = await makeMember(oceans, 'manager')
  await makeMember(rivers, 'manager', mona)
  const noor = await makeMember(oceans, 'annotator', await makeUser({ name: 'Noor al-Hassan' }))
  await makeMember(oceans, 'reviewer', await makeUser({ name: 'Rosa Delgado' }))
  await makeTask(oceans)
  const task = await makeTask(oceans)
  const { position } = await prisma().item.update({ where: { id: task.itemId }, data: { title: 'مدّ وجزر .9' } })
  const page = await as(mona)
  await listenToPage(page)
  await page.goto(`/projects/${oceans.id}`)
  await expectAwake(page)
  const field = page.getByRole('combobox', { name: 'Page, item, person or act' })
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(field).toBeFocused()
  }

  await test.step('a page of the project', async () => {
    await open()
    await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
    await expect(page.getByRole('option', { name: /^Agreement/ })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.type('agreem')
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName('Agreement Quality')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${oceans.id}/agreement`)
    await expectAwake(page)
  })

  await test.step('read aloud: a field with its list, the option that is active, and how many there are', async () => {
    await open()
    await expect(page.getByRole('dialog', { name: 'Go to' })).toMatchAriaSnapshot(`
      - dialog "Go to":
        - heading "Go to" [level=2]
        - combobox "Page, item, person or act" [expanded]
        - listbox "Found":
          - group "Oceans":
            - option "Next task" [selected]
            - option "My figures Team"
            - option "Home Overview"
          - group "Projects":
            - option /Rivers/
          - group "Assay":
            - option "Inbox"
    `)
    const active = () =>
      field.evaluate((input) => {
        const [list, option] = ['aria-controls', 'aria-activedescendant'].map((name) =>
          document.getElementById(input.getAttribute(name) ?? ''),
        )
        return [list?.getAttribute('role'), list?.contains(option ?? null), option?.getAttribute('aria-selected')]
      })
    const chosen = page.getByRole('option', { selected: true })
    await announced(page)
    await page.keyboard.type('agre')
    await expect(chosen).toHaveAccessibleName('Agreement Quality')
    expect(await active()).toEqual(['listbox', true, 'true'])
    await page.keyboard.press('Backspace')
    await page.keyboard.press('ArrowDown')
    await expect(chosen).not.toHaveAccessibleName('Agreement Quality')
    expect(await active()).toEqual(['listbox', true, 'true'])
    await page.keyboard.type('zz')
    await expect(page.getByText('Nothing is called like that.')).toBeVisible()
    const said = await announced(page)
    expect(said.filter((words) => /^\d+ found$/.test(words)).length).toBeGreaterThan(0)
    expect(said.at(-1)).toMatch(/^Nothing is called like that/)
    await page.keyboard.press('Escape')
  })

  await test.step('an item by its number, and by a word of its title', async () => {
    await open()
    await page.keyboard.type(String(position))
    await expect(page.getByRole('group', { name: 'Items' }).getByRole('option')).toHaveCount(1)
    await page.getByRole('group', { name: 'Items' }).getByRole('option').click()
    await page.waitForURL(`**/items/${task.itemId}`)
    await expectAwake(page)
    await open()
    await page.keyboard.type('وجزر')
    await expect(page.getByRole('option', { selected: true })).toHaveAccessibleName(`مدّ وجزر .9 item ${position}`)
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
  })

  await test.step('a person, and another project', async () => {
    await open()
    await page.keyboard.type('noor')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${oceans.id}/people/${noor.id}`)
    await expectAwake(page)
    await open()
    await page.keyboard.type('rosa')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${oceans.id}/members`)
    await expectAwake(page)
    await open()
    await page.keyboard.type('rivers')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/projects/${rivers.id}`)
    await expectAwake(page)
  })

  await test.step('nothing is called like that', async () => {
    await open()
    await page.keyboard.type('zzzqq')
    await expect(page.getByText('Nothing is called like that.')).toBeVisible()
    await expectAccessible(page)
  })
})

test('an annotator finds the pages that are theirs, and what is typed answers nothing', async ({ as }) => {
  const project = await makeProject({ name: 'Oceans' })
  const noor = await makeMember(project, 'annotator', await makeUser({ name: 'Noor al-Hassan' }))
  const task = await makeTask(project)
  const page = await as(noor)
  await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
  await page.goto(`/projects/${project.id}`)
  await expectAwake(page)
  await page.getByRole('button', { name: 'Next task' }).press('Enter')
  await page.waitForURL(/\/annotate$/)
  await expectAwake(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let bringCode = () => {}
  const code = new Promise<void>((resolve) => {
    bringCode = resolve
  })
  await page.route('**/_next/static/**', async (route) => {
    await code
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog', { name: 'Loading' })).toBeVisible()
  await page.keyboard.type('ttn')
  bringCode()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('zzq')
  await expect(page.getByRole('combobox')).toHaveValue('ttnzzq')
  await expect(page.getByText('Nothing is called like that.')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('agreement')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.keyboard.press('Escape')
  expect(await prisma().label.count({ where: { annotation: { taskId: task.id } } })).toBe(0)
  expect(asked.filter((path) => /\/(items|members)$/.test(path))).toEqual([])
})
