/**
 * What the hand does at the desk to settle ten differences and go on to the next item, counted by the page itself: a third
 * rater settles the verification of three claims (five stances, two verdicts, a correction) and two lists of claims.
 * Passages have the mean length of the published ones, 87 words. Before each choice what it is about must be readable: the
 * passages to the end, at 1280x800; whatever is needed to bring it into view is done and counted.
 *
 * Beside it what the same work took before what is judged stood beside the question (commit 80af8c8), reckoned from the keys
 * that its docs/keys.md names and from its pages, on which a passage was cut after four lines and a verdict stood alone:
 * reading the passages took the way to the item's page and back.
 */
import { chromium, type Page } from '@playwright/test'
import type { Answers } from '@/lib/protocols/protocol'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { type Counted, countedOn, countKeys } from './setting/count-keys'
import { awake } from './setting/factcheck-expert'
import { importAsGold } from './setting/import-file'

const WORDS_OF_A_PASSAGE = 87
const CLAIMS = [
  'The lighthouse has nine floors.',
  'The lighthouse was lit in 1854.',
  'The lighthouse is of red granite.',
]
const PASSAGES = 3

/** A passage that says which it is at both ends. */
function passage(claim: number, number: number): string {
  const filling = Array.from(
    { length: WORDS_OF_A_PASSAGE - 6 },
    (_, at) => ['stone', 'lamp', 'harbour', 'keeper'][at % 4],
  )
  return `Passage ${claim}.${number} begins ${filling.join(' ')} ends here ${claim}.${number}.`
}

const verifyRecord = {
  sentence1: {
    decontext: CLAIMS.join(' '),
    factCheck: 'yes',
    Most_importance_sentence: 'yes',
    Claims: CLAIMS,
    boolClaim: CLAIMS.map(() => 'factual'),
    Most_important_claim: CLAIMS.map(() => 'yes'),
    evidence: CLAIMS.map((_, claim) => Array.from({ length: PASSAGES }, (_each, at) => passage(claim + 1, at + 1))),
    url: CLAIMS.map((_, claim) =>
      Array.from({ length: PASSAGES }, (_each, at) => `https://arden.example/${claim}/${at}`),
    ),
  },
}

const SUPPORTS = 'completely-support'
const CORRECTED = ['The lighthouse is of grey granite.', 'The lighthouse is made of grey granite.'] as const

/** What the two annotators say; they differ on five stances, two verdicts and a correction. */
function verdicts(isFirst: boolean): Answers {
  const either = (first: string, second: string) => (isFirst ? first : second)
  return {
    's1.c1': {
      enough: 'yes',
      verdict: either('true', 'not_enough_evidence'),
      ...(isFirst ? {} : { unverified: 'keep' }),
    },
    's1.c1.e1': { stance: either(SUPPORTS, 'irrelevant') },
    's1.c1.e2': { stance: either('partially-support', 'irrelevant') },
    's1.c1.e3': { stance: SUPPORTS },
    's1.c2': {
      enough: 'yes',
      verdict: either('not_enough_evidence', 'true'),
      ...(isFirst ? { unverified: 'keep' } : {}),
    },
    's1.c2.e1': { stance: either('irrelevant', SUPPORTS) },
    's1.c2.e2': { stance: SUPPORTS },
    's1.c2.e3': { stance: either('irrelevant', 'partially-support') },
    's1.c3': {
      enough: 'yes',
      verdict: 'false',
      correction: 'edit',
      revised: either(...CORRECTED),
      references: ['s1.c3.e1'],
    },
    's1.c3.e1': { stance: 'refute' },
    's1.c3.e2': { stance: either('refute', 'irrelevant') },
    's1.c3.e3': { stance: 'irrelevant' },
  }
}

const SENTENCES = [
  'The keeper lives by the sea and feeds the gulls. ',
  'Metals melt at a high heat, and gold is the softest.',
]

/** What they list: of the first sentence the second lists more, of the second they share a claim that each words otherwise. */
function lists(isFirst: boolean): Answers {
  const [sea, gulls] = ['The keeper lives by the sea.', 'The keeper feeds the gulls.']
  return isFirst
    ? {
        ...listed('s1', 'a', [sea]),
        ...listed('s2', 'b', ['Metals melt at a high heat.', 'The softest of all is gold.']),
      }
    : { ...listed('s1', 'c', [sea, gulls]), ...listed('s2', 'd', ['Metals melt at high heat.', 'Lead has no shine.']) }
}

function listed(sentence: string, letter: string, texts: readonly string[]): Answers {
  const keys = texts.map((_, index) => `${letter.repeat(10)}${index + 1}`)
  const claims = keys.map((key) => ({ key, made: 'added', from: [] }))
  const each = keys.map((key, at) => [key, { text: texts[at] ?? '', type: 'factual', importance: 'yes' }])
  return { [sentence]: { checkworthy: 'yes', importance: 'yes', claims }, ...Object.fromEntries(each) }
}

/** One of the ten, in the order of the desk. */
interface Difference {
  question: string
  /** The passages to read for it, to the end. */
  reads: readonly (readonly [claim: number, number: number])[]
  settle: (page: Page) => Promise<void>
  /** Strokes before, and the acts on the way to what is to be read and back. */
  before: { strokes: number; reading: number }
}

/** The digit of the lane that says this. */
async function laneWith(page: Page, words: string): Promise<string> {
  const texts = await page.getByRole('region', { name: /^Lane [AB]/ }).allTextContents()
  const at = texts.findIndex((text) => text.includes(words))
  if (at < 0) throw new Error(`no lane says “${words}”: ${texts.join(' | ')}`)
  return String(at + 1)
}

const take = (words: string) => async (page: Page) => page.keyboard.press(await laneWith(page, words))

const THERE_AND_BACK = 2
const stance = (claim: number, number: number, words: string): Difference => ({
  question: `Sentence, claim ${claim}, passage ${number}: Stance`,
  reads: [[claim, number]],
  settle: take(words),
  before: { strokes: 1, reading: THERE_AND_BACK },
})
const ofClaim = (claim: number, question: string, words: string): Difference => ({
  question: `Sentence, claim ${claim}: ${question}`,
  reads: [
    [claim, 1],
    [claim, 2],
    [claim, 3],
  ],
  settle: take(words),
  before: { strokes: 1, reading: THERE_AND_BACK },
})

const ITEMS: readonly (readonly Difference[])[] = [
  [
    ofClaim(1, 'Verdict', 'True'),
    stance(1, 1, 'Supports'),
    stance(1, 2, 'Partially supports'),
    ofClaim(2, 'Verdict', 'True'),
    stance(2, 1, 'Supports'),
    stance(2, 3, 'Partially supports'),
    ofClaim(3, 'Corrected claim', CORRECTED[0]),
    stance(3, 2, 'Irrelevant'),
  ],
  [
    {
      question: 'Sentence 1: Claims',
      reads: [],
      settle: async (page) => page.keyboard.press('b'),
      before: { strokes: 1, reading: 0 },
    },
    {
      // The claim that both list as the second words it, what the first alone lists left out.
      question: 'Sentence 2: Claims',
      reads: [],
      settle: async (page) => {
        // The columns of the lists: how alike, then a lane each.
        const cell = page.locator('td', { hasText: 'Lead has no shine.' }).first()
        const second = String(await cell.evaluate((each) => (each as HTMLTableCellElement).cellIndex))
        await page.keyboard.press('e')
        await page.locator('form table').waitFor()
        await page.keyboard.press(second)
        await page.keyboard.press('x')
        await page.keyboard.press('ControlOrMeta+Enter')
      },
      // Opened, a row down, left out, saved; then whose wording stands.
      before: { strokes: 5, reading: 0 },
    },
  ],
]
/** Confirming, and going on to the next item: a stroke each, then and now. */
const STROKES_AT_THE_END = 2

/** Is the last word of the passage on the screen, and not below something else? */
const isReadable = (page: Page, [claim, number]: readonly [number, number]): Promise<boolean> =>
  page.evaluate((words) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const at = node.textContent?.indexOf(words) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + words.length)
      const boxes = [...range.getClientRects()]
      const box = boxes.at(-1)
      if (!box) continue
      const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      if (seen && (seen.contains(node) || node.parentElement?.contains(seen))) return true
    }
    return false
  }, `here ${claim}.${number}.`)

/** Brings what is to be read into view, one passage after the other: by the key that unfolds, else by a turn of the wheel. */
async function read(page: Page, passages: Difference['reads']): Promise<number> {
  let turns = 0
  for (const each of passages) {
    if (await isReadable(page, each)) continue
    await page.getByText(`here ${each[0]}.${each[1]}.`).first().scrollIntoViewIfNeeded()
    turns += 1
    if (await isReadable(page, each)) continue
    await page.keyboard.press('v')
    await page.getByText(`here ${each[0]}.${each[1]}.`).first().scrollIntoViewIfNeeded()
    if (!(await isReadable(page, each))) throw new Error(`passage ${each[0]}.${each[1]} cannot be read`)
  }
  return turns
}

async function settleItem(page: Page, path: string, differences: readonly Difference[]): Promise<number> {
  await page.goto(path)
  await awake(page)
  let turns = 0
  const heading = page.locator('#question-heading')
  for (let left = differences; left.length > 0; ) {
    const open = (await heading.textContent()) ?? ''
    const difference = left.find(({ question }) => question === open)
    if (!difference) throw new Error(`“${open}” is none of the differences that are left`)
    turns += await read(page, difference.reads)
    await difference.settle(page)
    left = left.filter((each) => each !== difference)
    await heading.and(page.getByText(open, { exact: true })).waitFor({ state: 'detached' })
  }
  await page.locator('#done-heading').waitFor()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('This item is gold').waitFor()
  return turns
}

await withApp(async (app) => {
  const { makeAnnotation, makeMember, makeProject, makeTask, findTask } = await import('@/tests/factories')
  const { actorOf, sessionFor } = await import('@/tests/actors')
  const { prisma, transaction } = await import('@/lib/platform/server/db')
  const { loadTask } = await import('@/lib/workspace/tasks/load-task')
  const { revealTask } = await import('@/lib/workspace/tasks/reveal-task')
  const project = await makeProject({
    protocolId: 'factcheck-bench',
    everyStage: { raters: 2, consolidation: 'reviewer' },
  })
  const manager = actorOf(await makeMember(project, 'manager'))
  const reviewer = await makeMember(project, 'reviewer')
  const annotators = [await makeMember(project, 'annotator'), await makeMember(project, 'annotator')]
  await importAsGold(manager, project.id, [verifyRecord])
  const { itemId } = await prisma().task.findFirstOrThrow({
    where: { projectId: project.id, stage: { key: 'verify' } },
  })
  const verification = await findTask({ itemId }, 'verify')
  const decomposition = await makeTask(project, { prompt: 'Tell me of the keeper.', segments: SENTENCES })
  for (const [task, says] of [
    [verification, verdicts],
    [decomposition, lists],
  ] as const) {
    for (const [index, person] of annotators.entries()) await makeAnnotation(task, person, says(index === 0), true)
    await transaction(async (tx) => revealTask(tx, await loadTask(tx, manager, task.id, { lock: true }), null))
  }
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 800 } })
  await countKeys(context)
  const [name = '', value = ''] = (await sessionFor(reviewer)).split('=')
  await context.addCookies([{ name, value, url: app.url }])
  const page = await context.newPage()
  const now: Counted = { keys: 0, strokes: 0, pointers: 0 }
  for (const [index, task] of [verification, decomposition].entries()) {
    const path = `/projects/${project.id}/tasks/${task.id}/consolidate`
    const turns = await settleItem(page, path, ITEMS[index] ?? [])
    const counted = await countedOn(page)
    // The key that goes on to the next item leaves the page that counts.
    now.strokes += counted.strokes + 1
    now.keys += counted.keys + 1
    now.pointers += counted.pointers + turns
    say(`item ${index + 1}: ${counted.strokes + 1} strokes, ${turns} turns of the wheel`)
  }
  await browser.close()
  const all = ITEMS.flat()
  const strokes = all.reduce((sum, { before }) => sum + before.strokes, STROKES_AT_THE_END * ITEMS.length)
  const reading = all.reduce((sum, { before }) => sum + before.reading, 0)
  const acts = now.strokes + now.pointers
  say(
    `now: ${now.strokes} strokes (${now.keys} keys) and ${now.pointers} uses of the pointer for ${all.length} differences`,
  )
  say(`before: ${strokes} strokes, and ${reading} acts on the way to what is judged and back`)
  say(`ratio: ${(acts / (strokes + reading)).toFixed(2)}; of the strokes alone ${(now.strokes / strokes).toFixed(2)}`)
})
