import { expect, it } from 'vitest'
import { prisma } from '@/lib/platform/server/db'
import { codePointSlice } from '@/lib/text/code-points'
import { actorOf } from '@/tests/actors'
import { makeMember, makeProject } from '@/tests/factories'
import { WAIT_LIMIT_MS } from '@/tests/support/limits'
import { addDocuments } from './add-documents'
import { MAX_FILE_BYTES } from './contract'
import { corpusPort } from './corpus-port'
import { getCorpusDocument, listCorpus, tryCorpus } from './queries'
import { clearCorpus, removeDocument } from './remove-documents'

const body = (text: string) => new Blob([text]).stream()

async function setUp(archivedAt?: Date) {
  const project = await makeProject({ archivedAt })
  const people = {
    manager: actorOf(await makeMember(project, 'manager')),
    reviewer: actorOf(await makeMember(project, 'reviewer')),
    annotator: actorOf(await makeMember(project, 'annotator')),
    stranger: actorOf(await makeMember(await makeProject(), 'manager')),
  }
  const add = (text: string, name = 'docs.jsonl', actor = people.manager) =>
    addDocuments(actor, project.id, { name, body: body(text) })
  const find = async (query: string, asOf?: string) =>
    (await tryCorpus(people.reviewer, project.id, { query, asOf })).hits.map(({ title }) => title)
  return { project, ...people, add, find }
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
const PACIFIC = {
  title: 'Pacific',
  url: 'https://example.org/pacific',
  text: 'A long beginning that says little. The Pacific Ocean is the largest and deepest of the oceans. 🌊 Its islands were settled early. It was named in 1520. Its trenches are deep.',
  publishedAt: '2020-01-31T10:00:00Z',
}
const OTHERS = [
  { title: 'Mountains', text: 'Mount Everest is the highest mountain above sea level. Climbers kept climbing it.' },
  { title: '海洋', text: '太平洋是地球上最大的海洋。它很深。', publishedAt: '2022-05-01' },
  { title: 'ไทย', text: 'ภาษาไทยเป็นภาษาราชการของประเทศไทย' },
  { title: 'محيط', text: 'المحيط الهادئ هو أكبر محيطات العالم.' },
  { title: 'ΕΛΛΑΔΑ', text: 'Η ΕΛΛΆΔΑ ΕΊΝΑΙ ΧΏΡΑ.' },
]

it('finds documents by their words in any script, by stems in English, best first', async () => {
  const { add, find } = await setUp()
  expect(await add(lines(PACIFIC, ...OTHERS))).toMatchObject({ added: 6, known: 0 })
  expect((await find('Which ocean is the largest?'))[0]).toBe('Pacific')
  expect(await find('climb')).toEqual(['Mountains'])
  expect(await find('最大的海洋')).toEqual(['海洋'])
  expect(await find('ประเทศไทย')).toEqual(['ไทย'])
  expect(await find('الهادئ')).toEqual(['محيط'])
  expect(await find('ελλάδα')).toEqual(['ΕΛΛΑΔΑ'])
  expect(await find('the')).toContain('Pacific')
  expect(await find(`!?& | ' "); drop <-> :* 😀`)).toEqual([])
  expect(await find('volcanoes')).toEqual([])
})

it('gives the passage as it stands in the document, in code points', async () => {
  const { project, add, reviewer, annotator } = await setUp()
  await add(lines(PACIFIC))
  const hit = (await tryCorpus(reviewer, project.id, { query: 'islands settled' })).hits[0]
  const document = await getCorpusDocument(annotator, project.id, hit?.documentId ?? '')
  expect(codePointSlice(document.text, hit?.start ?? 0, hit?.end)).toBe(hit?.snippet)
  expect(hit).toMatchObject({ url: PACIFIC.url, publishedAt: '2020-01-31', rank: 1 })
  expect(document.text).toBe(PACIFIC.text)
})

it('keeps to what was published until a day, and says how many have no date', async () => {
  const { project, add, find, reviewer } = await setUp()
  const undated = { title: 'Undated', text: 'The largest ocean, by nobody knows when.' }
  await add(lines(PACIFIC, { ...PACIFIC, title: 'Later', publishedAt: '2023-01-01' }, undated))
  expect(await find('largest ocean', '2021-12-31')).toEqual(['Pacific'])
  expect(await find('largest ocean', '2020-01-30')).toEqual([])
  expect((await tryCorpus(reviewer, project.id, { query: 'ocean', asOf: '2021-01-01' })).undated).toBe(1)
})

it('drops what says the same, and searches one project only', async () => {
  const { add, find } = await setUp()
  const other = await setUp()
  await other.add(lines({ title: 'Foreign', text: PACIFIC.text }))
  await add(lines(PACIFIC, { ...PACIFIC, url: 'https://mirror.example.org' }))
  expect(await find('Pacific ocean')).toEqual(['Pacific'])
})

it('answers runs through its port, with an address in Assay where the document has none', async () => {
  const { project, add } = await setUp()
  await add('# Deep sea\n\nTrenches are deep.', 'sea.md')
  const port = corpusPort(project.id)
  const query = { query: 'trenches', asOf: null, most: 5 }
  const [hit] = await port.search(query, { key: 'k', signal: new AbortController().signal, timeoutMs: WAIT_LIMIT_MS })
  expect(hit?.title).toBe('Deep sea')
  expect(hit?.url).toBe(`/projects/${project.id}/prefill/corpus/${hit?.documentId}`)
  const cancelled = port.search(query, { key: 'k', signal: AbortSignal.abort(), timeoutMs: WAIT_LIMIT_MS })
  await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
})

it('adds the same document once, from whatever kind of file', async () => {
  const { project, add, manager } = await setUp()
  await add(lines(PACIFIC))
  expect(await add(JSON.stringify([PACIFIC, PACIFIC]), 'list.json')).toEqual({ added: 0, known: 2, passages: 0 })
  const csv = 'title,url,text,publishedAt\nRivers,,"The Nile, they say, is long.",2001-02-03\n'
  expect(await add(csv, 'rivers.csv')).toMatchObject({ added: 1 })
  expect(await add('Just a text.', 'note.txt')).toMatchObject({ added: 1 })
  const list = await listCorpus(manager, project.id, {})
  expect(list.documents.map(({ title }) => title)).toEqual(['note', 'Rivers', 'Pacific'])
  expect(list).toMatchObject({ total: 3, next: null, abilities: { manage: true } })
  expect((await listCorpus(manager, project.id, { search: 'river' })).documents).toHaveLength(1)
  expect((await listCorpus(manager, project.id, { search: '%' })).documents).toHaveLength(0)
})

it('two uploads of the same file at once add it once', async () => {
  const { add } = await setUp()
  const both = await Promise.all([add(lines(PACIFIC, ...OTHERS)), add(lines(...OTHERS, PACIFIC))])
  expect(both.map(({ added }) => added).sort()).toEqual([0, 6])
})

it('refuses a file with problems as a whole, each with its line, field and what to do', async () => {
  const { project, add, manager } = await setUp()
  const file = [
    lines(PACIFIC),
    '{"title": "No text"}',
    '{"text": 5}',
    lines({ text: 'ok', url: 'javascript:alert(1)', publishedAt: '31 May' }),
    '{"text": "cut',
  ].join('\n')
  const error = await add(file).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'rule', extra: { data: { problems: 5 } } })
  expect(error).toMatchObject({
    extra: {
      issues: [
        { path: 'line 2, text' },
        { path: 'line 3, text' },
        { path: 'line 4, url' },
        { path: 'line 4, publishedAt' },
        { path: 'line 5' },
      ],
    },
  })
  expect((await listCorpus(manager, project.id, {})).total).toBe(0)
  for (const [text, name] of [
    ['', 'empty.jsonl'],
    ['  ', 'blank.txt'],
    ['\0binary', 'nul.txt'],
    ['[]', 'none.json'],
  ] as const)
    await expect(add(text, name)).rejects.toMatchObject({ code: 'rule' })
  await expect(add('x'.repeat(MAX_FILE_BYTES + 1), 'big.txt')).rejects.toMatchObject({ code: 'too_large' })
})

it('is changed by managers, read by reviewers, and its documents opened by annotators', async () => {
  const { project, add, reviewer, annotator, stranger, manager } = await setUp()
  await add(lines(PACIFIC))
  const id = (await listCorpus(reviewer, project.id, {})).documents[0]?.id ?? ''
  expect((await listCorpus(reviewer, project.id, {})).abilities.manage).toBe(false)
  for (const actor of [reviewer, annotator]) {
    await expect(add(lines(PACIFIC), 'a.jsonl', actor)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(removeDocument(actor, project.id, id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(clearCorpus(actor, project.id)).rejects.toMatchObject({ code: 'forbidden' })
  }
  await expect(listCorpus(annotator, project.id, {})).rejects.toMatchObject({ code: 'forbidden' })
  await expect(tryCorpus(annotator, project.id, { query: 'x' })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(getCorpusDocument(stranger, project.id, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(getCorpusDocument(annotator, project.id, 'nonsense')).rejects.toMatchObject({ code: 'not_found' })
  await removeDocument(manager, project.id, id)
  await expect(removeDocument(manager, project.id, id)).rejects.toMatchObject({ code: 'not_found' })
  const events = await prisma().event.findMany({ where: { projectId: project.id }, orderBy: { id: 'asc' } })
  expect(events.map(({ type }) => type)).toEqual(['corpus.added', 'corpus.removed'])
  const archived = await setUp(new Date())
  await expect(archived.add(lines(PACIFIC))).rejects.toMatchObject({ code: 'rule' })
})

it('pages through many documents', async () => {
  const { project, add, reviewer, manager } = await setUp()
  await add(lines(...Array.from({ length: 60 }, (_, n) => ({ title: `Document ${n}`, text: `Text number ${n}.` }))))
  const first = await listCorpus(reviewer, project.id, {})
  const second = await listCorpus(reviewer, project.id, { after: first.next ?? undefined })
  expect(new Set([...first.documents, ...second.documents].map(({ title }) => title)).size).toBe(60)
  expect(second.next).toBeNull()
  expect(await clearCorpus(manager, project.id)).toEqual({ removed: 60, kept: 0 })
  expect(await prisma().corpusPassage.count({ where: { projectId: project.id } })).toBe(0)
})
