import { createHash, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma, transaction } from '@/lib/platform/server/db'
import { throttleKey } from '@/lib/platform/server/throttle'
import { StepFailure } from '@/lib/protocols/prefill'
import { codePointLength } from '@/lib/text/code-points'
import { actorOf } from '@/tests/actors'
import { answersWith, makeAnnotation, makeAssignment, makeMember, makeProject, makeTask } from '@/tests/factories'
import { PAGES_A_MINUTE, SEARCHES_A_MINUTE } from './contract'
import { addDocuments } from './corpus/add-documents'
import { clearCorpus, removeDocument } from './corpus/remove-documents'
import { openResult } from './open-result'
import type { PageReader } from './page-source'
import { getOpenedPage, listSearches } from './queries'
import { quoteResult } from './quote-result'
import { RUNS, readPage } from './read-page'
import { searchNow } from './search-now'

const DOCUMENT = 'Oceans 🌊 are deep. The Pacific Ocean is the largest of them. It was named in 1520.'
const CORPUS = [
  { title: 'Pacific', text: DOCUMENT },
  { title: 'Everest', text: 'Mount Everest is high.', url: 'https://example.org/everest' },
]
const sha = (text: string) => createHash('sha256').update(text).digest('hex')

async function setUp() {
  const project = await makeProject({ stage: { raters: 2, consolidation: 'reviewer' } })
  const task = await makeTask(project)
  const members = await Promise.all((['annotator', 'annotator', 'reviewer', 'manager'] as const).map(addMember))
  function addMember(role: 'annotator' | 'reviewer' | 'manager') {
    return makeMember(project, role)
  }
  const [anna, bert, reviewer, manager] = members.map(actorOf) as [Actor, Actor, Actor, Actor]
  for (const { userId: id } of [anna, bert]) await makeAssignment(task, { id })
  const file = { name: 'c.json', body: new Blob([JSON.stringify(CORPUS)]).stream() }
  await addDocuments(manager, project.id, file)
  const search = (actor: Actor, query = 'largest ocean') => searchNow(actor, task.id, { query, unit: 's1', asOf: null })
  const submitAll = async () => {
    for (const actor of [anna, bert]) {
      await makeAnnotation(task, { id: actor.userId }, answersWith(true))
      await submitAnnotation(actor, task.id)
    }
  }
  return { project, task, anna, bert, reviewer, manager, search, submitAll }
}

it('keeps a search with its results, what was opened and what was quoted, in order', async () => {
  const { task, project, anna, search } = await setUp()
  const made = await search(anna)
  expect(made).toMatchObject({ query: 'largest ocean', unit: 's1', mine: true, lane: null, steps: [] })
  expect(made.provider).toEqual({ id: 'corpus', title: 'Local corpus' })
  const at = { taskId: task.id, searchId: made.id }
  const page = await openResult(anna, at, 1)
  const address = `/projects/${project.id}/prefill/corpus/${page.documentId}`
  expect(page).toMatchObject({ title: 'Pacific', text: DOCUMENT, sha256: sha(DOCUMENT), changed: false, url: address })
  expect(page.passage).toEqual({ start: 0, end: codePointLength(DOCUMENT) })
  const start = codePointLength('Oceans 🌊 are deep. ')
  const span = { rank: 1, sha256: page.sha256, start, end: start + 17 }
  const quote = await quoteResult(anna, at, span)
  expect(quote).toMatchObject({ quote: 'The Pacific Ocean', url: null, query: 'largest ocean' })
  const [listed] = (await listSearches(anna, task.id)).searches
  expect(listed?.steps.map(({ kind }) => kind)).toEqual(['opened', 'quoted'])
  expect(listed?.steps[1]).toMatchObject({ quote: 'The Pacific Ocean', start, end: start + 17, sha256: page.sha256 })
  expect(await getOpenedPage(anna, { ...at, sha256: page.sha256 })).toEqual(page)
  const events = await prisma().event.findMany({ where: { taskId: task.id, actorId: anna.userId } })
  expect(events.map(({ type }) => type)).toEqual(['search.made', 'search.opened', 'search.quoted'])
})

it('searches nothing where the project has no documents, and keeps nothing of it', async () => {
  const { task, project, anna, manager, search } = await setUp()
  await clearCorpus(manager, project.id)
  await expect(search(anna)).rejects.toMatchObject({ code: 'rule', message: expect.stringContaining('no documents') })
  expect((await listSearches(anna, task.id)).searches).toEqual([])
})

it('takes quotes from texts that were opened only, word by word', async () => {
  const { task, anna, bert, search } = await setUp()
  const made = await search(anna)
  const at = { taskId: task.id, searchId: made.id }
  const span = { rank: 1, sha256: sha(DOCUMENT), start: 0, end: 5 }
  await expect(quoteResult(anna, at, span)).rejects.toMatchObject({ code: 'rule' })
  await openResult(anna, at, 1)
  for (const wrong of [{ end: 100_000 }, { sha256: sha('else') }, { rank: 2 }, { start: 6, end: 7 }])
    await expect(quoteResult(anna, at, { ...span, ...wrong })).rejects.toMatchObject({ code: 'rule' })
  await expect(quoteResult(bert, at, span)).rejects.toMatchObject({ code: 'not_found' })
  await expect(openResult(bert, at, 1)).rejects.toMatchObject({ code: 'not_found' })
  await expect(openResult(anna, at, 9)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getOpenedPage(bert, { ...at, sha256: sha(DOCUMENT) })).rejects.toMatchObject({ code: 'not_found' })
})

it('shows nobody another’s searches before the reveal; afterwards all of them, by lane', async () => {
  const { task, anna, bert, reviewer, manager, search, submitAll } = await setUp()
  const made = await search(anna)
  await openResult(anna, { taskId: task.id, searchId: made.id }, 1)
  await search(bert, 'Everest')
  for (const actor of [reviewer, manager]) {
    expect(await listSearches(actor, task.id)).toMatchObject({
      searches: [],
      abilities: { search: false, readAll: false },
    })
    await expect(search(actor)).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect((await listSearches(bert, task.id)).searches.map(({ query }) => query)).toEqual(['Everest'])
  expect(await prisma().answerRead.count({ where: { taskId: task.id } })).toBe(0)

  await submitAll()
  await expect(search(anna)).rejects.toMatchObject({ code: 'forbidden' })
  const replay = await listSearches(reviewer, task.id)
  expect(replay.abilities).toEqual({ search: true, readAll: true })
  expect(replay.searches.map(({ query, mine }) => `${query} ${mine}`).sort()).toEqual([
    'Everest false',
    'largest ocean false',
  ])
  // Lane by lane, and by no hour: an item's history tells at which hours each annotator, by name, was at work.
  expect(replay.searches.map(({ lane }) => lane)).toEqual(['A', 'B'])
  const annas = replay.searches.find(({ query }) => query === 'largest ocean')
  expect(annas?.at).toBeNull()
  expect(annas?.id).not.toBe(made.id)
  expect(annas?.steps).toMatchObject([{ at: null }])
  const page = { taskId: task.id, searchId: annas?.id ?? '', sha256: sha(DOCUMENT) }
  expect(await getOpenedPage(reviewer, page)).toMatchObject({ text: DOCUMENT, fetchedAt: null })
  await expect(getOpenedPage(reviewer, { ...page, searchId: made.id })).rejects.toMatchObject({ code: 'not_found' })
  const own = (await listSearches(anna, task.id)).searches.find(({ mine }) => mine)
  expect(own).toMatchObject({ id: made.id, at: expect.any(String) })
  expect((await listSearches(bert, task.id)).searches.map(({ mine }) => mine)).toEqual([false, true])
  const reads = await prisma().answerRead.findMany({ where: { taskId: task.id } })
  expect(reads.map(({ userId }) => userId)).toEqual([reviewer.userId])
  await prisma().task.update({ where: { id: task.id }, data: { state: 'gold' } })
  const named = await listSearches(manager, task.id)
  expect(named.searches.map(({ query, at }) => [query, at !== null])).toEqual([
    ['largest ocean', true],
    ['Everest', true],
  ])
  await prisma().task.update({ where: { id: task.id }, data: { state: 'consolidating' } })
  // Whoever settles may search, but not open or quote in another's name.
  await search(reviewer, 'Pacific')
  await expect(openResult(reviewer, { taskId: task.id, searchId: made.id }, 1)).rejects.toMatchObject({
    code: 'not_found',
  })
})

async function webSearch(url: string) {
  const scene = await setUp()
  const { task, project, anna } = scene
  const results = [{ rank: 1, title: 'Found', url, snippet: 'the second version' }]
  const row = { id: randomUUID(), taskId: task.id, projectId: project.id, userId: anna.userId }
  await prisma().searchRecord.create({ data: { ...row, provider: 'serper', query: 'q', results } })
  return { ...scene, at: { taskId: task.id, searchId: row.id } }
}

const reading =
  (text: string): PageReader =>
  (url, options) => {
    const page = { url, finalUrl: `${url}?moved`, contentType: 'text/html', title: '', text, sha256: sha(text) }
    return readPage(url, { ...options, fetch: () => Promise.resolve(page) })
  }

it('keeps web pages as they were, and says when one had changed', async () => {
  const url = `https://example.org/${randomUUID()}`
  const { anna, bert, at } = await webSearch(url)
  const text = 'This is the second version of the page.'
  const first = await openResult(anna, at, 1, reading(text))
  expect(first).toMatchObject({ text, changed: false, title: 'Found', documentId: null })
  expect(first.passage).toEqual({ start: 8, end: 26 })
  const earlier = { finalUrl: url, contentType: 'text/html', title: '', text: 'x', sha256: sha('x') }
  const keep = (reader: string) =>
    prisma().pageSnapshot.create({ data: { ...earlier, reader, url, fetchedAt: new Date(0) } })
  // What a partner, a run or an earlier version found there is not told.
  for (const other of [bert.userId, RUNS, 'everybody']) await keep(other)
  expect(await openResult(anna, at, 1, reading('never fetched'))).toEqual(first)
  await keep(anna.userId)
  expect(await openResult(anna, at, 1, reading('never fetched'))).toEqual({ ...first, changed: true })
  const quote = await quoteResult(anna, at, { rank: 1, sha256: first.sha256, start: 8, end: 18 })
  expect(quote).toMatchObject({ quote: 'the second', url: `${url}?moved`, fetchedAt: first.fetchedAt })
  expect((await getOpenedPage(anna, { ...at, sha256: first.sha256 })).text).toBe(text)
})

it('answers who opens a page second as if nobody had been there', async () => {
  const url = `https://example.org/${randomUUID()}`
  const { task, anna, bert, at } = await webSearch(url)
  const results = [{ rank: 1, title: 'Found', url, snippet: 'the second version' }]
  const row = { taskId: task.id, projectId: task.projectId, provider: 'serper', query: 'q', results }
  const { id: searchId } = await prisma().searchRecord.create({ data: { ...row, userId: bert.userId } })
  const berts = { taskId: task.id, searchId }
  await openResult(anna, at, 1, reading('As it was when Anna came.'))
  await prisma().pageSnapshot.updateMany({ where: { url }, data: { fetchedAt: new Date(0) } })
  // The page is gone by now; with her copy it would be there.
  const gone: PageReader = (address, options) =>
    readPage(address, { ...options, fetch: () => Promise.reject(new StepFailure('page_failed', 'It is gone.', false)) })
  await expect(openResult(bert, berts, 1, gone)).rejects.toMatchObject({ code: 'rule' })
  const began = new Date().toISOString()
  const opened = await openResult(bert, berts, 1, reading('As it was when Anna came.'))
  const { sha256 } = opened
  const quote = await quoteResult(bert, berts, { rank: 1, sha256, start: 0, end: 5 })
  const kept = await getOpenedPage(bert, { ...berts, sha256 })
  for (const { fetchedAt } of [opened, quote, kept]) expect((fetchedAt ?? '') >= began).toBe(true)
  expect(opened.changed).toBe(false)
  // The id of a copy would tell when it was made.
  const copies = await prisma().pageSnapshot.findMany({ where: { url }, select: { id: true } })
  const told = JSON.stringify([opened, quote, kept, await listSearches(bert, task.id)])
  for (const { id } of copies) expect(told).not.toContain(id)
})

it('gives copies that earlier versions shared the hour of one’s own opening', async () => {
  const url = `https://example.org/${randomUUID()}`
  const { task, project, anna, at } = await webSearch(url)
  const text = 'Kept for everybody.'
  const copy = { reader: 'everybody', url, finalUrl: url, contentType: 'text/html', title: '', text, sha256: sha(text) }
  const { id: snapshotId } = await prisma().pageSnapshot.create({ data: { ...copy, fetchedAt: new Date(0) } })
  const facts = { searchId: at.searchId, rank: 1, sha256: sha(text), snapshotId, documentId: null, changed: false }
  const scope = { actorId: anna.userId, projectId: project.id, taskId: task.id }
  await transaction((tx) => record(tx, 'search.opened', scope, facts))
  const { at: openedAt } = await prisma().event.findFirstOrThrow({ where: { taskId: task.id } })
  const page = await getOpenedPage(anna, { ...at, sha256: sha(text) })
  expect(page).toMatchObject({ text, fetchedAt: openedAt.toISOString() })
})

it('tells clearly why a page or a search failed, and keeps nothing of it', async () => {
  const { anna, at, project, task, search } = await webSearch('https://example.org/gone')
  const failing =
    (code: 'page_failed' | 'timeout', passing: boolean): PageReader =>
    () =>
      Promise.reject(new StepFailure(code, `It failed: ${code}.`, passing))
  const refused = openResult(anna, at, 1, failing('page_failed', false))
  await expect(refused).rejects.toMatchObject({ code: 'rule', message: 'It failed: page_failed.' })
  const slow = openResult(anna, at, 1, failing('timeout', true))
  await expect(slow).rejects.toMatchObject({ code: 'unavailable', extra: { data: { failure: 'timeout' } } })
  await prisma().prefillSettings.create({ data: { projectId: project.id, search: 'serper' } })
  await expect(search(anna)).rejects.toMatchObject({ code: 'unavailable', extra: { data: { failure: 'no_key' } } })
  expect((await listSearches(anna, task.id)).provider).toMatchObject({
    id: 'serper',
    configured: false,
    documents: null,
  })
  await prisma().prefillSettings.update({ where: { projectId: project.id }, data: { search: 'altavista' } })
  await expect(search(anna)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await prisma().searchRecord.count({ where: { taskId: task.id, userId: anna.userId } })).toBe(1)
  expect(await prisma().event.count({ where: { taskId: task.id } })).toBe(0)
})

it('holds one person to so many searches and pages a minute', async () => {
  const { task, anna, bert, search } = await setUp()
  const made = await search(anna)
  const at = { taskId: task.id, searchId: made.id }
  await openResult(anna, at, 1)
  const used = (what: string, hits: number) =>
    prisma().throttle.updateMany({ where: { key: throttleKey(what, anna.userId), hits: 1 }, data: { hits } })
  await used('search:person', SEARCHES_A_MINUTE - 1)
  await used('page:person', PAGES_A_MINUTE - 1)
  await search(anna)
  await expect(search(anna)).rejects.toMatchObject({ code: 'throttled' })
  await search(bert)
  await openResult(anna, at, 1)
  await expect(openResult(anna, at, 1)).rejects.toMatchObject({ code: 'throttled' })
})

it('keeps documents that were quoted', async () => {
  const { project, task, anna, manager, search } = await setUp()
  const made = await search(anna)
  const at = { taskId: task.id, searchId: made.id }
  const { documentId, sha256 } = await openResult(anna, at, 1)
  await quoteResult(anna, at, { rank: 1, sha256, start: 0, end: 6 })
  await expect(removeDocument(manager, project.id, documentId ?? '')).rejects.toMatchObject({ code: 'rule' })
  expect(await clearCorpus(manager, project.id)).toEqual({ removed: 1, kept: 1 })
})

it('of quoting and clearing at once, either the quote is refused or the document stays', async () => {
  const { project, task, anna, manager, search } = await setUp()
  const made = await search(anna)
  const at = { taskId: task.id, searchId: made.id }
  const { sha256 } = await openResult(anna, at, 1)
  const [quoted] = await Promise.allSettled([
    quoteResult(anna, at, { rank: 1, sha256, start: 0, end: 6 }),
    clearCorpus(manager, project.id),
  ])
  const left = await prisma().corpusDocument.count({ where: { projectId: project.id } })
  expect(left).toBe(quoted.status === 'fulfilled' ? 1 : 0)
})
