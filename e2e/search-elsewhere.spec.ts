/** Evidence that is found elsewhere: with one's own search engine, by one key, and back again. */
import { makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { press } from './factcheck/keyboard'
import { expect, expectAccessible, expectAwake, test } from './fixtures'
import { expectState, heldByServer, openBench } from './own-app/bench'
import { serveElsewhere } from './security/elsewhere'

const ENGINE = 'https://www.example.org/search?q=%s'

test('a search engine that the project proposes is taken on, opened by one key, and what it found added', async ({
  as,
}) => {
  const project = await makeProject({ name: 'Ice', searchEngine: ENGINE })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, { prompt: 'Tell me about ice.', segments: ['Ice floats.', 'It is a metal.'] })
  await makeAssignment(task, person)
  const page = await as(person)
  const context = page.context()
  await context.route('https://www.example.org/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Results</title><p>Ice is a mineral.' }),
  )
  await openBench(page, task)

  const account = await test.step('while none is named, the key leads to the account page', async () => {
    const opened = context.waitForEvent('page')
    await press(page, 'Shift+W')
    const tab = await opened
    await expect(tab).toHaveURL(/\/account#search-engine$/)
    await expectAwake(tab)
    return tab
  })
  await test.step('a wrong address is refused, the proposal is taken on', async () => {
    const panel = account.getByRole('region', { name: 'Search engine' })
    const address = panel.getByRole('textbox', { name: 'Address' })
    await address.fill('http://www.example.org/')
    await panel.getByRole('button', { name: 'Save the search engine' }).click()
    await expect(panel.getByText('The address begins with https://.')).toBeVisible()
    await expect(address).toBeFocused()
    await panel.getByRole('combobox').press('Enter')
    await account.getByRole('option', { name: 'example.org, proposed by Ice' }).click()
    await expect(address).toHaveValue(ENGINE)
    await expectAccessible(account)
    await panel.getByRole('button', { name: 'Save the search engine' }).click()
    await expect(account.getByText('Search engine saved')).toBeVisible()
    await account.close()
  })
  await test.step('the key opens it with the words of the segment', async () => {
    await page.bringToFront()
    await page.reload()
    await expectAwake(page)
    const opened = context.waitForEvent('page')
    await press(page, 'Shift+W')
    const tab = await opened
    await expect(tab).toHaveURL('https://www.example.org/search?q=Ice%20floats.')
    expect(await tab.evaluate(() => [document.referrer, window.opener])).toEqual(['', null])
    await tab.close()
  })
  await test.step('coming back, what was found is pasted', async () => {
    const drawer = page.getByRole('dialog', { name: 'Search for evidence' })
    await expect(drawer.getByRole('textbox', { name: 'Query' })).toHaveValue('Ice floats.')
    await expect(drawer.getByRole('textbox', { name: /^Address of the page/ })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type('www.example.org/ice')
    await press(page, 'Tab')
    await page.keyboard.type('Ice is a mineral.')
    await drawer.getByRole('button', { name: 'Add to the links' }).press('Enter')
    await expect(drawer.getByText('Added to the links.')).toBeVisible()
    await expectState(page, 'saved')
    const links = [{ url: 'https://www.example.org/ice', note: 'Ice is a mineral.' }]
    expect(await heldByServer(page, task.id)).toEqual({ s1: { links } })
  })
})

test('a bookmark brings address, title and marked words of a page to the open segment, once they are confirmed', async ({
  as,
}) => {
  const project = await makeProject({ name: 'Ice' })
  const person = await makeMember(project, 'annotator')
  const task = await makeTask(project, { prompt: 'Tell me about ice.', segments: ['Ice floats.', 'It is a metal.'] })
  await makeAssignment(task, person)
  const site = await serveElsewhere('<title>Minerals &amp; ice</title><p id="words">Ice is a mineral.</p>')
  const page = await as(person)
  const context = page.context()
  try {
    const bookmark = await test.step('the account page has it, to be dragged', async () => {
      await page.goto('/account')
      const link = page.getByRole('link', { name: 'Add to Assay' })
      await expect(link).toHaveAttribute('href', /^javascript:/)
      await link.click()
      await expect(page.getByText(/^It does nothing on this page. Drag it/)).toBeVisible()
      return (await link.getAttribute('href')) ?? ''
    })
    await openBench(page, task)
    await press(page, 'j')
    const elsewhere = await context.newPage()
    await elsewhere.goto(site.url)
    const tab = await test.step('chosen on a page, it opens a tab of its own', async () => {
      await elsewhere.locator('#words').selectText()
      const opened = context.waitForEvent('page')
      // What the browser does with a bookmark: its script runs in the page.
      await elsewhere.evaluate(decodeURIComponent(bookmark.replace('javascript:', '')))
      const arrived = await opened
      await expect(arrived.getByRole('heading', { level: 1, name: 'Add evidence' })).toBeVisible()
      expect(await arrived.evaluate(() => window.opener)).toBeNull()
      return arrived
    })
    await test.step('what came along is shown, and added where it is confirmed', async () => {
      await expect(tab.getByText('Minerals & ice')).toBeVisible()
      await expect(tab.getByRole('textbox', { name: /^Address/ })).toHaveValue(site.url)
      await expect(tab.getByRole('textbox', { name: /^Quotation/ })).toHaveValue('Ice is a mineral.')
      await expect(tab.getByRole('radio', { name: /^Segment 2.*It is a metal\.$/ })).toBeChecked()
      await expectAccessible(tab)
      expect(await heldByServer(page, task.id)).toEqual({})
      await tab.getByRole('button', { name: 'Add to the links' }).click()
      await expect(tab.getByText('Added to segment 2.')).toBeVisible()
      await expectState(page, 'saved')
      const links = [{ url: site.url, note: 'Ice is a mineral.' }]
      expect(await heldByServer(page, task.id)).toEqual({ s2: { links } })
      await expect(page.getByText(/^Evidence from localhost added to segment 2/)).toBeVisible()
    })
  } finally {
    await site.close()
  }
})
