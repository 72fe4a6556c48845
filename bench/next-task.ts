/**
 * From the submit key to the next task: one person works off short assigned tasks by keyboard, half of them with the next ones
 * fetched ahead and half, in the same run and in turns, with that switched off. Measured by the page itself.
 *
 * A step has two parts: from Ctrl+Enter until “Next task” can be pressed, and from Enter there until the next task's questions
 * are drawn. What the person does in between is not counted. Requests are those that were answered within a part.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { expectAwake } from '@/e2e/fixtures'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { quantile } from './setting/times'

const STEPS = 24
const GOAL_MS = 100
const SEGMENTS = ['The Danube rises in the Black Forest.', 'It flows through ten countries.']

interface Step {
  submitted: number
  arrived: number
  requests: string[]
}

/** Notes when the page shows what a part of a step ends with. Functions in it have no names: no helper of names is there. */
const watch = () => {
  const marks = { from: 0, to: 0, until: null as ((within: Document) => boolean) | null }
  Object.assign(window, { marks })
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Enter') marks.from ||= performance.now()
    },
    true,
  )
  new MutationObserver(() => {
    if (marks.from > 0 && marks.to === 0 && marks.until?.(document)) marks.to = performance.now()
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** Presses a key and returns how long it took until an element of the kind said what the pattern looks for. */
async function time(page: Page, key: string, kind: string, pattern: RegExp): Promise<number> {
  await page.evaluate(
    ([selector, words]) => {
      const sought = new RegExp(words ?? '')
      const { marks } = window as unknown as { marks: { from: number; to: number; until(within: Document): boolean } }
      marks.until = (within) =>
        [...within.querySelectorAll(selector ?? '')].some((each) => sought.test(each.textContent ?? ''))
      Object.assign(marks, { from: 0, to: 0 })
    },
    [kind, pattern.source],
  )
  await page.keyboard.press(key)
  const taken = await page.waitForFunction(() => {
    const { marks } = window as unknown as { marks: { from: number; to: number } }
    return marks.to > 0 ? marks.to - marks.from : null
  })
  return Number(await taken.jsonValue())
}

async function step(page: Page): Promise<Step> {
  // Somebody who reads and answers takes longer than it takes to fetch two tasks ahead, a second after arriving.
  const ahead = page.waitForResponse(/\/foreseen/)
  await page.getByRole('heading', { name: 'Segment 1 of 2' }).waitFor()
  for (const key of ['t', 't', 'y']) await page.keyboard.press(key)
  await page.locator('[data-save-state=saved]').first().waitFor()
  // The stream of the inbox stays open, so the network is never idle.
  await (await ahead).finished()
  const requests: string[] = []
  const note = (response: { url(): string; request(): { method(): string } }) =>
    requests.push(`${response.request().method()} ${new URL(response.url()).pathname.replace(/[0-9a-f-]{36}/g, '*')}`)
  page.on('response', note)
  const position = Number.parseInt(await page.getByRole('heading', { level: 1 }).innerText(), 10)
  const submitted = await time(page, 'ControlOrMeta+Enter', 'button', /Next task/)
  const arrived = await time(page, 'Enter', 'h1', new RegExp(`^(?!${position}\\.)\\d+\\.\\s`))
  page.off('response', note)
  return { submitted, arrived, requests }
}

function report(name: string, steps: Step[]): number {
  const total = steps.map(({ submitted, arrived }) => submitted + arrived)
  const line = (times: number[]) =>
    `median ${quantile(times, 0.5).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`
  say(`${name}, ${steps.length} tasks: ${line(total)}`)
  say(`  submit: ${line(steps.map(({ submitted }) => submitted))}; next: ${line(steps.map(({ arrived }) => arrived))}`)
  const counts = steps.map(({ requests }) => requests.length)
  say(`  requests answered within: ${quantile(counts, 0.5)}, such as ${steps.at(-1)?.requests.join(', ')}`)
  return quantile(total, 0.5)
}

/** One's own tasks, all assigned, from the first to the last. */
async function openWork(context: BrowserContext, steps: number): Promise<Page> {
  const { makeAssignment, makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { sessionFor } = await import('@/tests/actors')
  const project = await makeProject({ stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const tasks = []
  for (let n = 0; n <= steps; n++) tasks.push(await makeTask(project, { segments: SEGMENTS, raters: 1 }))
  for (const task of tasks) await makeAssignment(task, person)
  const [name = '', value = ''] = (await sessionFor(person)).split('=')
  await context.addCookies([{ name, value, url: String(process.env.NEXTAUTH_URL) }])
  const page = await context.newPage()
  await page.goto(`/projects/${project.id}/tasks/${tasks[0]?.id}/annotate`)
  await expectAwake(page)
  return page
}

await withApp(async (app) => {
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const context = await browser.newContext({ baseURL: app.url })
  await context.addInitScript(watch)
  const page = await openWork(context, STEPS * 2)
  const [ahead, without]: [Step[], Step[]] = [[], []]
  for (let position = 1; position <= STEPS * 2; position++) {
    const isAhead = position % 2 === 0
    // What the page fetches at this task is for the next.
    await page.unroute('**/foreseen**')
    if (!isAhead) await page.route('**/foreseen**', (route) => route.fulfill({ json: { tasks: [] } }))
    ;(isAhead ? ahead : without).push(await step(page))
  }
  await browser.close()
  const median = report('fetched ahead', ahead)
  say(`(goal: under ${GOAL_MS} ms)`)
  say(`without to fetched ahead: ${(report('without', without) / median).toFixed(1)}`)
})
