/**
 * A long document (400 words, 60 claims, 300 pieces of evidence) beside a short one (2 claims, 10 pieces) in the production
 * build: how long its workbench takes to open, and how long a key takes until the page has been drawn again. They take
 * turns in one run; the page measures its own keys.
 */
import { chromium, type Page } from '@playwright/test'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { timeKeys, watchKeys } from './setting/drawn-keys'
import { importAsGold } from './setting/import-file'

const SENTENCES = 20
const CLAIMS_EACH = 3
const PASSAGES = 5
const OPENINGS = 7
/** Judges passage after passage, by key. */
const JUDGEMENTS = Array.from({ length: 60 }, (_, key) => ['1', '4', 'j'][key % 3] ?? 'j')

const WORDS = 'the river of that valley carried more water in the spring of the year before than ever since'

/** What the original second page opens: decomposed sentences, each claim with its passages. */
function record(sentences: number, claimsEach: number) {
  const sentence = (s: number) => {
    const claims = Array.from({ length: claimsEach }, (_, c) => `Claim ${s}.${c} says that ${WORDS}.`)
    const passages = (c: number) =>
      Array.from({ length: PASSAGES }, (_, p) => `Passage ${p} on claim ${s}.${c}: ${`${WORDS}, `.repeat(4)}and so on.`)
    return {
      decontext: `Sentence ${s} says that ${WORDS}.`,
      factCheck: 'yes',
      Most_importance_sentence: 'yes',
      Claims: claims,
      boolClaim: claims.map(() => 'factual'),
      Most_important_claim: claims.map(() => 'yes'),
      evidence: claims.map((_, c) => passages(c)),
      url: claims.map((_, c) => passages(c).map((_text, p) => `https://library.example/${s}/${c}/${p}`)),
    }
  }
  return Object.fromEntries(Array.from({ length: sentences }, (_, s) => [`sentence${s + 1}`, sentence(s + 1)]))
}

async function importRecord(sentences: number, claimsEach: number) {
  const { makeAssignment, makeMember, makeProject } = await import('@/tests/factories')
  const { actorOf, sessionFor } = await import('@/tests/actors')
  const { prisma } = await import('@/lib/platform/server/db')
  const project = await makeProject({ protocolId: 'factcheck-bench' })
  const manager = actorOf(await makeMember(project, 'manager'))
  await importAsGold(manager, project.id, [record(sentences, claimsEach)])
  const where = { projectId: project.id, stage: { key: 'verify' } }
  const task = await prisma().task.findFirstOrThrow({ where, include: { units: true } })
  const person = await makeMember(project, 'annotator')
  await makeAssignment(task, person)
  const count = (kind: string) => task.units.filter((unit) => unit.kind === kind).length
  return {
    title: `${count('claim')} claims, ${count('evidence')} pieces of evidence`,
    path: `/projects/${project.id}/tasks/${task.id}/annotate`,
    cookie: await sessionFor(person),
    openings: [] as number[],
    keys: [] as number[],
  }
}
type Side = Awaited<ReturnType<typeof importRecord>>

/** From the request until the open claim's first passage can be judged. */
async function open(page: Page, side: Side): Promise<number> {
  const start = performance.now()
  await page.goto(side.path, { waitUntil: 'commit' })
  await page
    .getByRole('button', { name: /^Supports/ })
    .first()
    .waitFor()
  // Drawn is not enough: the keys have to be listened to.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  return performance.now() - start
}

const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
const slowest = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

await withApp(async (app) => {
  const sides = [await importRecord(1, 2), await importRecord(SENTENCES, CLAIMS_EACH)]
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  for (let round = 0; round < OPENINGS; round++)
    for (const side of sides) {
      const [name = '', value = ''] = side.cookie.split('=')
      const context = await browser.newContext({ baseURL: app.url })
      await context.addCookies([{ name, value, url: app.url }])
      const page = await context.newPage()
      await page.addInitScript(watchKeys)
      const taken = await open(page, side)
      // The first visit of each warms the server up.
      if (round > 0) side.openings.push(taken)
      if (round === OPENINGS - 1) side.keys = await timeKeys(page, JUDGEMENTS)
      await context.close()
    }
  await browser.close()
  const [short, long] = sides
  for (const side of sides)
    say(
      `${side.title}: open ${median(side.openings).toFixed(0)} ms (median of ${side.openings.length}), ` +
        `key to drawn page ${median(side.keys).toFixed(0)} ms, 95% under ${slowest(side.keys).toFixed(0)} ms`,
    )
  const ratio = (of: (side: Side) => number) => (of(long as Side) / of(short as Side)).toFixed(2)
  say(`long to short: open ${ratio((side) => median(side.openings))}, key ${ratio((side) => median(side.keys))}`)
})
