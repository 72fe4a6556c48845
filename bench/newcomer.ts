/**
 * A newcomer's way to a protocol of their own, by the keyboard alone: the page that says how is read, `assay protocols new` writes a file, twenty lines of it
 * are changed (with a slip, which the check names), it is tried on the page and published, records of their own are imported, and the first is labelled. Keys, pages and words are
 * counted and turned into time at a pace that is given, and not slept; what the machine takes is added. Ends with an error where a result is not there or it takes over
 * ten minutes. The server is started once.
 * Run: npm run bench -- newcomer [--key 200] [--page 10] [--words 240] [--line 5]
 * (milliseconds a key, seconds to look at a page that has opened, words read a minute, seconds to read a line that is changed and to think of what it shall say)
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { EXIT } from '@/cli/exit-codes'
import { expectAwake } from '@/e2e/fixtures'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { countKeys } from './setting/count-keys'
import { type LineChange, NewcomerHand, nothingSpent, type Pace, type Spent, secondsOf } from './setting/newcomer-hand'

const GOAL_MINUTES = 10
const LINES = 20
const NAME = 'support-replies'
const YAML = `${NAME}.yaml`
const BESIDE = `${NAME}.jsonl`
const PASSWORD = 'seven quiet reading lamps'
const EMAIL = 'nora@example.org'

const { values } = parseArgs({
  options: {
    key: { type: 'string', default: '200' },
    page: { type: 'string', default: '10' },
    words: { type: 'string', default: '240' },
    line: { type: 'string', default: '5' },
  },
})
const pace: Pace = {
  key: Number(values.key),
  page: Number(values.page),
  words: Number(values.words),
  line: Number(values.line),
}

/** What they have: replies of a support, as a program wrote them. */
const OWN = Array.from({ length: 12 }, (_, at) => ({
  id: `t${at + 1}`,
  topic: at % 2 === 0 ? 'billing' : 'delivery',
  question: `Can order ${1001 + at} still be changed?`,
  response: 'Orders can be changed until they are packed. The fee for it is two euros.',
}))

/** Labels of their own. The slip: `s` is a key of the workbench. */
const OPTION = {
  before: '          - {value: correct, tone: positive, key: c, says: Everything it says holds.}',
  slip: '          - {value: stated, tone: positive, key: s, says: The handbook says it.}',
  after: '          - {value: stated, tone: positive, key: t, says: The handbook says it.}',
}
const ASKED = '        when: sentence.verdict in ["misleading", "wrong"]'
const CHANGES: readonly LineChange[] = [
  ['title: My own labels on a response', 'title: Replies of our support'],
  [
    'summary: Say of every response whether it is right, and of every sentence what is wrong with it.',
    'summary: Say of every sentence of a reply whether the handbook says so.',
  ],
  ['        ask: Is this sentence true?', '        ask: Does the handbook say so?'],
  [OPTION.before, OPTION.slip],
  [
    '          - {value: misleading, tone: partial, key: i, says: "Its words hold, yet a reader would take something false from it."}',
    '          - {value: outdated, tone: partial, key: o, says: The handbook said it once.}',
  ],
  [
    '          - {value: wrong, tone: negative, key: w, says: At least one thing it says is false.}',
    '          - {value: invented, tone: negative, key: i, says: The handbook does not say it.}',
  ],
  [ASKED, '        when: sentence.verdict in ["outdated", "invented"]'],
  [ASKED, '        when: sentence.verdict in ["outdated", "invented"]'],
  [
    '      allCorrect: sentences.all(s, s.verdict == "correct")',
    '      allCorrect: sentences.all(s, s.verdict == "stated")',
  ],
  [
    '      wrong: size(sentences.filter(s, s.verdict == "wrong"))',
    '      wrong: size(sentences.filter(s, s.verdict == "invented"))',
  ],
  [
    '  - *Correct*: everything in it holds. One wrong word in ten right ones makes it *wrong*.',
    '  - *Stated*: the handbook says all of it.',
  ],
  [
    '  - *Misleading*: each word holds, and a reader would still go away with something false, because a half is left out.',
    '  - *Outdated*: an older handbook says it.',
  ],
  ['    *"Cured patients had taken the drug"* is misleading if all patients had.', null],
  [
    '        - {text: A spider has eight legs., verdict: correct}',
    '        - {text: A spider has eight legs., verdict: stated}',
  ],
  [
    '        - {text: It is an insect., verdict: wrong, why: Spiders are arachnids.}',
    '        - {text: It is an insect., verdict: invented, why: Spiders are arachnids.}',
  ],
  ['    expect: {allCorrect: false, wrong: 1, harm: true}', null],
  ['    answers: {item.usable: "yes", sentence-2.verdict: wrong}', null],
  [`  - {record: "${BESIDE}#5", roundtrip: true, expect: {allCorrect: false, wrong: 0, harm: false}}`, null],
  [`  - {record: "${BESIDE}#6", roundtrip: true, answers: {item.usable: "no"}}`, null],
  ['  - An opinion, or an empty sentence, is *correct* unless it rests on something false.', null],
]

const REASON = 'The handbook names no fee.'
/** What their keys answer about the first item. */
const LABELLED = [
  'item.usable: yes',
  'sentence-1.verdict: stated',
  'sentence-2.verdict: invented',
  `sentence-2.why: ${REASON}`,
]

/** Those that are left in the file. */
const TESTS = 3

/** The part of the documentation that says how, and no more of it. */
async function beginning(): Promise<string> {
  const [, section] = (await readFile('docs/protocol-files.md', 'utf8')).split(/^## /m)
  if (!section?.startsWith('In ten minutes')) throw new Error('docs/protocol-files.md does not begin with the way')
  return section
}

/** What was spent since it was asked for the last time, as a line of the table. */
class Steps {
  readonly all: Spent[] = []

  constructor(private readonly hand: NewcomerHand) {}

  done(step: string): void {
    const { spent } = this.hand
    this.all.push(spent)
    this.hand.spent = nothingSpent()
    this.row(step, spent)
  }

  row(step: string, spent: Spent): void {
    const { keys, pages, words, waitedMs } = spent
    say(
      `| ${step} | ${keys} | ${pages} | ${words} | ${(waitedMs / 1000).toFixed(1)} | ${secondsOf(spent, pace).toFixed(0)} |`,
    )
  }

  /** All steps from this one on. */
  sumFrom(step: number): Spent {
    const total = nothingSpent()
    for (const spent of this.all.slice(step))
      for (const key of Object.keys(total) as (keyof Spent)[]) total[key] += spent[key]
    return total
  }
}

function expectSame(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${what}: ${JSON.stringify(found)}, and not ${JSON.stringify(expected)}`)
}

/** The file that `new` writes, changed and checked. */
async function writeFileOfOne(hand: NewcomerHand, steps: Steps, folder: string): Promise<void> {
  const file = path.join(folder, YAML)
  hand.read(await beginning())
  steps.done('the way is read')
  expectSame('assay protocols new', (await hand.command(['protocols', 'new', NAME], folder)).code, EXIT.done)
  const written = await readFile(file, 'utf8')
  // The rest of it is read where it is changed.
  hand.read(written.split('\nguidelines:')[0] ?? '')
  steps.done('a file is written, and read')
  // Their records take the place of the example's.
  hand.spent.keys += `cp replies.jsonl ${BESIDE}`.length + 1
  await writeFile(path.join(folder, BESIDE), await readFile(path.join(folder, 'replies.jsonl')))
  const slipped = hand.edit(written, CHANGES)
  const left = new Set(slipped.split('\n'))
  const changed = written.split('\n').filter((line) => !left.has(line)).length
  expectSame('lines changed', changed, LINES)
  await writeFile(file, slipped)
  steps.done(`${LINES} lines are changed`)
  const refused = await hand.command(['protocols', 'check', YAML], folder)
  const line = slipped.split('\n').indexOf(OPTION.slip) + 1
  expectSame('the check of a slip', refused.code, EXIT.refused)
  if (!refused.said.includes(`${YAML}:${line}:`)) throw new Error(`the slip is not named: ${refused.said}`)
  await writeFile(file, hand.edit(slipped, [[OPTION.slip, OPTION.after]]))
  const { code, said } = await hand.command(['protocols', 'check', YAML], folder)
  if (code !== EXIT.done) throw new Error(said)
  steps.done('it is checked, and a slip mended')
}

/** Signed in, to the page where a protocol is written, with the files; the preview is answered, and the protocol published. */
async function publish(hand: NewcomerHand, steps: Steps, page: Page, folder: string): Promise<void> {
  await hand.opened(() => page.goto('/').then(() => expectAwake(page)))
  await hand.tabTo(page.getByLabel('E-mail'))
  await hand.type(EMAIL)
  await hand.tabTo(page.getByLabel('Password'))
  await hand.type(PASSWORD)
  await hand.press('Enter')
  await hand.opened(() => page.waitForURL('**/projects').then(() => expectAwake(page)))
  steps.done('signed in')
  await hand.press('ControlOrMeta+k')
  await hand.waitFor(() => page.getByRole('combobox', { name: 'Page, item, person or act' }).waitFor())
  await hand.type('write')
  await hand.waitFor(() => page.getByRole('option', { name: 'Write a protocol', selected: true }).waitFor())
  await hand.press('Enter')
  await hand.opened(() => page.waitForURL('**/protocols/new').then(() => expectAwake(page)))
  await hand.chooseFiles(page.locator('input[type=file]'), [path.join(folder, YAML), path.join(folder, BESIDE)])
  await hand.waitFor(() => page.getByText(`No problems; ${TESTS} tests hold.`).waitFor())
  steps.done('the files are on the page')
  const preview = page.getByRole('region', { name: 'As annotators see it' })
  const pressed = (name: RegExp) => preview.getByRole('button', { name, pressed: true }).first()
  await hand.waitFor(() => preview.getByText(OWN[0]?.question ?? '').waitFor())
  hand.read(await preview.innerText())
  await hand.tabTo(preview.getByRole('button', { name: 'Definitions' }))
  await hand.press('y')
  await hand.waitFor(() => preview.getByText('Does the handbook say so?').waitFor())
  await hand.press('t')
  await hand.press('i')
  await hand.waitFor(() => pressed(/^invented/i).waitFor())
  steps.done('the preview is answered by keys')
  await hand.press('Escape')
  await hand.use(page.getByRole('button', { name: 'Publish' }), { back: true })
  await hand.opened(() => page.waitForURL(`**/protocols/${NAME}/1`).then(() => expectAwake(page)))
  steps.done('published')
}

/** A project under it with their file; returns its id. */
async function importOwn(hand: NewcomerHand, steps: Steps, page: Page, folder: string): Promise<string> {
  await hand.use(page.getByRole('link', { name: 'New project under it' }))
  await hand.opened(() => page.waitForURL(/\/projects\/new/).then(() => expectAwake(page)))
  await hand.chooseFiles(page.locator('input[type=file]'), [path.join(folder, 'replies.jsonl')])
  await hand.waitFor(() => page.getByText(/12 records\. Columns/).waitFor())
  await hand.use(page.getByRole('button', { name: 'Create project and check the file' }))
  await hand.opened(() => page.waitForURL(/\/import\//).then(() => expectAwake(page)))
  const act = page.getByRole('button', { name: /^Import 12 records/ })
  await hand.waitFor(() => act.waitFor())
  await hand.use(act)
  await hand.waitFor(() => page.getByText('12 items added').waitFor())
  steps.done('a project with their records')
  return new URL(page.url()).pathname.split('/')[2] ?? ''
}

/** The first item, read and labelled. */
async function labelFirst(hand: NewcomerHand, steps: Steps, page: Page): Promise<void> {
  await hand.use(page.getByRole('button', { name: 'Label the first item' }))
  await hand.opened(() => page.waitForURL(/\/annotate$/).then(() => expectAwake(page)))
  hand.read(await page.getByRole('main').innerText())
  steps.done('the first item is there')
  await hand.press('y')
  await hand.press('t')
  await hand.press('i')
  await hand.waitFor(() => page.getByRole('textbox').and(page.locator(':focus')).waitFor())
  await hand.type(REASON)
  await hand.press('Escape')
  await hand.press('ControlOrMeta+Enter')
  await hand.waitFor(() => page.getByText('Submitted', { exact: true }).waitFor())
  steps.done('labelled and submitted')
}

await withApp(async (app) => {
  const { makeUser } = await import('@/tests/factories')
  const { storedPassword } = await import('@/tests/support/stored-password')
  const { prisma } = await import('@/lib/platform/server/db')
  const passwordHash = storedPassword(PASSWORD)
  const about = { name: 'Nora', email: EMAIL, passwordHash, canCreateProjects: true, tourEndedAt: null }
  const nora = await makeUser(about)
  const folder = await mkdtemp(path.join(tmpdir(), `newcomer-${randomUUID().slice(0, 8)}-`))
  await writeFile(path.join(folder, 'replies.jsonl'), OWN.map((record) => `${JSON.stringify(record)}\n`).join(''))
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const context = await browser.newContext({ baseURL: app.url })
  await countKeys(context)
  const page = await context.newPage()
  const hand = new NewcomerHand(page)
  const steps = new Steps(hand)
  try {
    say('| step | keys | pages | words read | machine, s | in all, s |')
    say('|---|--:|--:|--:|--:|--:|')
    await writeFileOfOne(hand, steps, folder)
    await publish(hand, steps, page, folder)
    const projectId = await importOwn(hand, steps, page, folder)
    await labelFirst(hand, steps, page)
    const project = await prisma().project.findUniqueOrThrow({ where: { id: projectId } })
    expectSame('the protocol', project.protocolId, `${NAME}@1`)
    const labels = await prisma().label.findMany({
      where: { annotation: { state: 'submitted', userId: nora.id, task: { projectId } } },
      select: { unit: { select: { key: true } }, question: true, value: true },
    })
    const found = labels.map(({ unit, question, value }) => `${unit.key}.${question}: ${value}`)
    expectSame('the labels', found.toSorted(), LABELLED)
    steps.row('from `assay protocols new` on', steps.sumFrom(1))
    steps.row('with the reading before', steps.sumFrom(0))
    const minutes = secondsOf(steps.sumFrom(1), pace) / 60
    say(`${minutes.toFixed(1)} minutes from \`assay protocols new\` on (goal: at most ${GOAL_MINUTES})`)
    if (minutes > GOAL_MINUTES) throw new Error('it takes longer than the goal')
  } finally {
    await browser.close()
    await rm(folder, { recursive: true, force: true })
  }
})
