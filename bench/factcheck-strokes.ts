/**
 * Strokes on the three workbenches of Factcheck-Bench, counted by the page itself while a scripted expert does two documents
 * to the decisions that their files hold: the example document of the original annotation pages, and the first published
 * documents joined to one of 60 claims or more (needs ASSAY_DATA_DIR). Beside them what those pages ask of the hand for the
 * same decisions.
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
import { answersToOwnEvidence, clicksToChangeCopies, decisionsIn, handOnOriginalPages } from './setting/original-pages'
import {
  decomposedSentences,
  exampleDocument,
  finishedDocument,
  longDocument,
  verifiedClaims,
  type WorkedDocument,
} from './setting/worked-document'

const GOAL = 0.5
const LONG = { claims: 60, goal: 0.45 }

/** The stages in order, each with the expert's work in it. */
const STAGES = {
  decompose: (page: Page, document: WorkedDocument) => decompose(page, decomposedSentences(document)),
  verify: (page: Page, document: WorkedDocument) => verify(page, verifiedClaims(document)),
  merge: mergeAsMerged,
}

/** The expert sees what the merge of each sentence is; the script reads it off the field. */
async function mergeAsMerged(page: Page, document: WorkedDocument): Promise<void> {
  const { prisma } = await import('@/lib/platform/server/db')
  const { claimsAsSentences, mergeSentence } = await import('@/lib/protocols/factcheck-bench/merge-sentences')
  const { mergeDataOf } = await import('@/lib/protocols/factcheck-bench/unit-data')
  const taskId = new URL(page.url()).pathname.split('/')[4]
  const units = await prisma().unit.findMany({ where: { taskId, kind: 'sentence' }, orderBy: { position: 'asc' } })
  const sentences = units.map(({ key, kind, text, data }, index) => {
    const unit = { key, kind, text, data: data as Json }
    return {
      merged: mergeSentence(unit),
      claims: claimsAsSentences(unit),
      standalone: mergeDataOf(unit).decontext,
      revised: document.sentences[index]?.revised ?? '',
    }
  })
  await merge(page, sentences, document.revised)
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
  const { makeMember, makeProject } = await import('@/tests/factories')
  const project = await makeProject({ protocolId: 'factcheck-bench', everyStage: { raters: 1 } })
  const expert = await makeMember(project, 'annotator')
  const browser = await chromium.launch((await findBrowser())?.launchOptions)
  const { actorOf } = await import('@/tests/actors')
  const manager = actorOf(await makeMember(project, 'manager'))
  const desk = await browser.newContext({ baseURL: app.url })
  await countKeys(desk)
  const page = await signedIn(desk, app.url, expert)

  const done = (document: WorkedDocument) => workThrough(document, { page, manager, expert, project: project.id })
  const example = exampleDocument()
  report(example, await done(example), GOAL)
  const long = longDocument(LONG.claims)
  if (long) reportLong(long, await done(long))
  else say('ASSAY_DATA_DIR names no folder with published documents, so none was joined')
  await browser.close()
})

interface Setting {
  page: Page
  manager: Parameters<typeof importAsGold>[0]
  expert: { id: string }
  project: string
}

/** The three stages of a document, submitted; what was pressed, and how long the script took. */
async function workThrough(document: WorkedDocument, { page, manager, expert, project }: Setting) {
  const { makeAssignment } = await import('@/tests/factories')
  const { prisma } = await import('@/lib/platform/server/db')
  const sum: Counted = { keys: 0, strokes: 0, pointers: 0 }
  let seconds = 0
  let answers = 0
  for (const key of ['decompose', 'verify', 'merge'] as const) {
    await importAsGold(manager, project, [document.records[key]])
    const where = { projectId: project, stage: { key }, state: 'open' } as const
    const task = await prisma().task.findFirstOrThrow({ where, orderBy: { position: 'desc' } })
    await makeAssignment(task, await prisma().user.findUniqueOrThrow({ where: { id: expert.id } }))
    await page.goto(`/projects/${project}/tasks/${task.id}/annotate`)
    await awake(page)
    const start = performance.now()
    await STAGES[key](page, document)
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByText('Submitted', { exact: true }).waitFor()
    seconds += (performance.now() - start) / 1000
    const counted = await countedOn(page)
    say(`${key.padEnd(10)} ${counted.strokes} strokes, ${counted.keys} keys, ${counted.pointers} uses of a pointer`)
    for (const each of ['keys', 'strokes', 'pointers'] as const) sum[each] += counted[each]
    const labels = await prisma().label.findMany({ where: { taskId: task.id }, select: { value: true } })
    answers += labels.filter(({ value }) => value !== null).length
  }
  return { ...sum, seconds, answers }
}

function report(
  worked: WorkedDocument,
  { strokes, keys, pointers, seconds }: Counted & { seconds: number },
  goal: number,
) {
  const document = finishedDocument(worked)
  const decisions = decisionsIn(document)
  const theirs = handOnOriginalPages(document)
  const copies = clicksToChangeCopies(document)
  const ours = strokes + pointers
  const ratio = (of: number) => (ours / of).toFixed(3)
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
    `ratio: ${ratio(retyped + copies)}; with every changed text written from nothing there: ${ratio(retyped)} (goal: ${goal})`,
  )
  say(`the scripted expert took ${(seconds / 60).toFixed(2)} minutes at the three workbenches`)
}

/**
 * Own evidence asks for answers here that the original pages do not know, and a sentence that is written anew is an answer
 * as well: so the answers that were submitted are counted too.
 */
function reportLong(worked: WorkedDocument, counted: Counted & { seconds: number; answers: number }): void {
  report(worked, counted, GOAL)
  const rows = verifiedClaims(worked).reduce((sum, { own }) => sum + own.length, 0)
  const decisions = decisionsIn(finishedDocument(worked)) + answersToOwnEvidence(rows)
  const acts = counted.strokes + counted.pointers
  for (const [what, count] of [
    [`decisions with the answers to ${rows} pieces of own evidence`, decisions],
    ['answers that were submitted', counted.answers],
  ] as const)
    say(
      `${count} ${what}: ${(acts / count).toFixed(3)} strokes and clicks, ${((counted.keys + counted.pointers) / count).toFixed(3)} keys and clicks each (goal: ${LONG.goal})`,
    )
}
