import { expect, type Page } from '@playwright/test'

/** The step of the tour has the focus, is in sight as a whole, points to something, and covers nothing of it. */
export async function expectTourStep(page: Page, step: number, title: string): Promise<void> {
  const card = page.getByRole('region', { name: `Tour, ${step} of 5 ${title}` })
  await expect(card).toBeVisible()
  const measure = () =>
    card.evaluate((element) => {
      const frame = element.previousElementSibling
      const boxes = [element, frame].map((each) => each?.getBoundingClientRect().toJSON())
      return { boxes, width: window.innerWidth, height: window.innerHeight, isFrame: frame?.ariaHidden === 'true' }
    })
  await expect
    .poll(async () => {
      const { boxes, width, height, isFrame } = await measure()
      const [own, target] = boxes
      const isInSight = own.left >= 0 && own.top >= 0 && own.right <= width && own.bottom <= height
      const isFree =
        own.right <= target.left || own.left >= target.right || own.bottom <= target.top || own.top >= target.bottom
      return { isFrame, isInSight, isFree }
    })
    .toEqual({ isFrame: true, isInSight: true, isFree: true })
}
