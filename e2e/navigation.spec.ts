/** The navigation is seen whole: in its column, and in the dialog that takes its place on narrow screens. */
import { makeMember, makeProject } from '@/tests/factories'
import { expect, expectAwake, test } from './fixtures'

/** Pixels that cannot be seen without scrolling, in the element and everything within it. */
const hidden = (all: (HTMLElement | SVGElement)[]) =>
  all
    .flatMap((each) => [each, ...each.querySelectorAll('*')])
    .flatMap(({ scrollHeight, clientHeight, tagName }) => {
      const over = scrollHeight - clientHeight
      return over > 1 && clientHeight > 40 ? [`${tagName}: ${over}`] : []
    })

test('the navigation is seen whole at 1280x800, 800x1024 and 390x844, for every role', async ({ as }) => {
  const project = await makeProject({ name: 'Rivers' })
  for (const role of ['manager', 'reviewer', 'annotator', 'viewer'] as const) {
    const page = await as(await makeMember(project, role))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/projects/${project.id}`)
    await expectAwake(page)
    const navigation = page.getByRole('navigation', { name: 'Project Rivers' })
    await expect(navigation.getByRole('link', { name: 'Guidelines' })).toBeInViewport()
    expect(await navigation.evaluateAll(hidden), `${role}, a column`).toEqual([])
    const links = await navigation.getByRole('link').count()
    for (const [width, height] of [
      [800, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await navigation.getByRole('button', { name: /pages of the project$/ }).press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('link', { name: 'Guidelines' })).toBeInViewport({ ratio: 1 })
      // The project's own name leads home too.
      await expect(dialog.getByRole('link')).toHaveCount(links - 1)
      expect(await dialog.evaluateAll(hidden), `${role}, ${width} px`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
  }
})
