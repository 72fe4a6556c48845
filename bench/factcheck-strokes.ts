/**
 * Strokes on the three workbenches of Factcheck-Bench, counted by the page itself while a scripted expert does the example
 * document of the original annotation pages to the decisions that its files hold; beside them what those pages ask of the
 * hand for the same decisions.
 *
 * Each stage starts from the file that the original page for it opens: what the pages before decided is imported as gold.
 * Everything pressed counts, but for the text that is written; the query that the workbench asks for with own evidence is
 * written too, as is its reliability and stance chosen, which the original pages do not ask for. A chord (Ctrl+Enter) is
 * one stroke and two keys. The minutes are the script's, not a person's.
 */
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Json } from '@/lib/protocols/protocol'
import { findBrowser } from '@/scripts/chromium'
import { say, withApp } from './setting/app'
import { type Counted, countedOn, countKeys } from './setting/count-keys'
import { awake, decompose, merge, verify } from './setting/factcheck-expert'
import { importAsGold } from './setting/import-file'
import { clicksToChangeCopies, decisionsIn, handOnOriginalPages } from './setting/original-pages'
import {
  decomposedSentences,
  exampleRecord,
  finishedDocument,
  revisedResponse,
  revisedSentences,
  verifiedClaims,
} from './setting/tool-example'

const GOAL = 0.5

/** The stages, each with the file that it starts from and the expert's work in it. */
const STAGES = [
  { key: 'decompose', file: '0_screen1.json', work: (page: Page) => decompose(page, decomposedSentences()) },
  { key: 'verify', file: '0_screen2.json', work: (page: Page) => verify(page, verifiedClaims()) },
  { key: 'merge', file: '0_screen3.json', work: mergeAsMerged },
] as const

/** The expert sees what the merge of each sentence is; the script reads it off the field. */
async function mergeAsMerged(page: Page): Promise<void> {
  const { prisma } = await import('@/lib/platform/server/db')
  const { mergeSentence } = await import('@/lib/protocols/factcheck-bench/merge-sentences')
  const taskId = new URL(page.url()).pathname.split('/')[4]
  const units = await prisma().unit.findMany({ where: { taskId, kind: 'sentence' }, orderBy: { position: 'asc' } })
  const texts = revisedSentences()
  const sentences = units.map(({ key, kind, text, data }, index) => ({
    merged: mergeSentence({ key, kind, text, data: data as Json }),
    revised: texts[index] ?? '',
  }))
  await merge(page, sentences, revisedResponse())
}

async function signedIn(context: BrowserContext, url: string, person: { id: string }): Promise<Page> {
  const { sessionFor } = await import('@/tests/actors')
  const { prisma } = await import('@/lib/platform/server/db')
  const user = await prisma().user.findUniqueOrThrow({ where: { id: person.id } })
  const [name = '', value = ''] = (await sessionFor(user)).split('=')
  await context.addCookies([{ name, value, url }])
  return context.newPage()
}

await withApp(async (app) => {
  const { makeAssignment, makeMember, makeProject } = await import('@/tests/factories')
  const { prisma } = await import('@/lib/platform/server/db')
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const expert = await makeMember(project, 'annotator')
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const { actorOf } = await import('@/tests/actors')
  const manager = actorOf(await makeMember(project, 'manager'))
  const desk = await browser.newContext({ baseURL: app.url })
  await countKeys(desk)
  const page = await signedIn(desk, app.url, expert)
  const sum: Counted = { keys: 0, strokes: 0, pointers: 0 }
  let seconds = 0
  for (const { key, file, work } of STAGES) {
    await importAsGold(manager, project.id, [exampleRecord(file)])
    const where = { projectId: project.id, stage: { key }, state: 'open' } as const
    const task = await prisma().task.findFirstOrThrow({ where, orderBy: { position: 'desc' } })
    await makeAssignment(task, expert)
    await page.goto(`/projects/${project.id}/tasks/${task.id}/annotate`)
    await awake(page)
    const start = performance.now()
    await work(page)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Submitted', { exact: true }).waitFor()
    seconds += (performance.now() - start) / 1000
    const counted = await countedOn(page)
    say(`${key.padEnd(10)} ${counted.strokes} strokes, ${counted.keys} keys, ${counted.pointers} uses of a pointer`)
    for (const each of ['keys', 'strokes', 'pointers'] as const) sum[each] += counted[each]
  }
  await browser.close()
  report(sum, seconds)
})

function report({ strokes, keys, pointers }: Counted, seconds: number): void {
  const document = finishedDocument()
  const decisions = decisionsIn(document)
  const theirs = handOnOriginalPages(document)
  const copies = clicksToChangeCopies(document)
  const ours = strokes + pointers
  const ratio = (of: number) => (ours / of).toFixed(2)
  const each = (of: number) => (of / decisions).toFixed(2)
  const retyped = theirs.clicks + theirs.keys
  say(
    `${decisions} decisions: ${strokes} strokes (${keys} keys), ${pointers} uses of a pointer; ${each(ours)} a decision`,
  )
  say(`the original pages: ${theirs.clicks} clicks and ${theirs.keys} keys; ${each(retyped)} a decision`)
  say(
    `where changed texts are copied first, as they are here: ${copies} clicks more; ${each(retyped + copies)} a decision`,
  )
  say(
    `ratio: ${ratio(retyped + copies)}; with every changed text written from nothing there: ${ratio(retyped)} (goal: ${GOAL})`,
  )
  say(`the scripted expert took ${(seconds / 60).toFixed(2)} minutes at the three workbenches`)
}
