/**
 * Key presses for each decision on the workbench, counted by the page itself while one published FELM record of each
 * domain is labelled as it was published. Needs ASSAY_DATA_DIR.
 *
 * The record of a domain is the middle one, by number of segments, of those with a false and a true segment. A decision is a
 * segment's label, an error type, or keep. Everything pressed from the first label to “Submitted” counts, so the Enter
 * after a reason and the submission too; the reasons' text does not. A chord (Ctrl+Enter) is one stroke and two keys. A
 * pointer is not used.
 */
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '@/scripts/chromium'
import { wholeFiles } from '@/tests/data-folders'
import { type FelmRecord, felmRecords } from '@/tests/felm-records'
import { say, withApp } from './setting/app'
import { countedOn, countKeys } from './setting/count-keys'

const GOAL = 1.2
const WITHOUT_TYPE = ['math', 'reasoning']
const TYPE_KEYS = new Map([
  ['knowledge_error', '1'],
  ['reasoning_error', '2'],
  ['irrelevant_with_qst', '3'],
  ['fooled', '4'],
])

function middleRecords(): FelmRecord[] {
  const usable = felmRecords(wholeFiles).filter(
    ({ labels, segmented_response: segments }) =>
      labels.includes(false) && labels.includes(true) && segments.every((text) => text.trim()),
  )
  return [...new Set(usable.map((record) => record.domain))].map((domain) => {
    const own = usable.filter((record) => record.domain === domain)
    const sorted = own.sort((a, b) => a.labels.length - b.labels.length)
    return sorted[Math.floor(sorted.length / 2)] as FelmRecord
  })
}

/** The published type, where there is one; it is a list, or one for all segments. */
function typeKey(record: FelmRecord, index: number): string {
  const { type } = record
  const found = Array.isArray(type) ? type[index] : type
  return TYPE_KEYS.get(String(found)) ?? '1'
}

/** Labels the open task; returns how many decisions that were. */
async function label(page: Page, record: FelmRecord): Promise<number> {
  let decisions = 0
  for (const [index, isTrue] of record.labels.entries()) {
    await page.getByRole('heading', { name: `Segment ${index + 1} of ${record.labels.length}` }).waitFor()
    const typed = !isTrue && !WITHOUT_TYPE.includes(record.domain)
    // The digit of an error type says false and the type at once.
    await page.keyboard.press(isTrue ? 't' : typed ? typeKey(record, index) : 'f')
    decisions += typed ? 2 : 1
    if (isTrue) continue
    await page.getByRole('textbox').and(page.locator(':focus')).waitFor()
    await page.keyboard.insertText('This is wrong, for a reason that is not counted.')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('y')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Submitted', { exact: true }).waitFor()
  return decisions + 1
}

const records = middleRecords()
if (records.length === 0) throw new Error('ASSAY_DATA_DIR names no folder with FELM records')

await withApp(async (app) => {
  const { makeAssignment, makeMember, makeProject, makeTask } = await import('@/tests/factories')
  const { sessionFor } = await import('@/tests/actors')
  const project = await makeProject({ stage: { raters: 1 } })
  const person = await makeMember(project, 'annotator')
  const [name = '', value = ''] = (await sessionFor(person)).split('=')
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const context = await browser.newContext({ baseURL: app.url })
  await context.addCookies([{ name, value, url: app.url }])
  await countKeys(context)
  const sum = { keys: 0, strokes: 0, decisions: 0 }
  for (const record of records) {
    const { domain, segmented_response: segments } = record
    const task = await makeTask(project, { domain, prompt: String(record.prompt), segments, raters: 1 })
    await makeAssignment(task, person)
    const page = await context.newPage()
    await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
    const decisions = await label(page, record)
    const { keys, strokes, pointers } = await countedOn(page)
    if (pointers !== 0) throw new Error(`${pointers} uses of a pointer`)
    await page.close()
    const falses = record.labels.filter((isTrue) => !isTrue).length
    say(
      `${domain.padEnd(12)} ${segments.length} segments, ${falses} false, ${decisions} decisions: ${strokes} strokes, ${keys} keys`,
    )
    sum.keys += keys
    sum.strokes += strokes
    sum.decisions += decisions
  }
  await browser.close()
  const each = (count: number) => (count / sum.decisions).toFixed(2)
  say(`all: ${each(sum.strokes)} strokes a decision (goal: at most ${GOAL}), ${each(sum.keys)} keys`)
})
