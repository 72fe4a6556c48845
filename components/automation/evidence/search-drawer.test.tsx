import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLAIM, CONTENT, UNITS } from '@/components/protocols/factcheck-bench/verify/sample-claims'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { OpenedPage, SearchHit, SearchList, SearchView } from '@/lib/automation/evidence/contract'
import { entriesOf } from '@/lib/protocols/made-units'
import { codePointSlice, toUtf16Offset } from '@/lib/text/code-points'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'

const AT = '2030-01-01T00:00:00.000Z'
const SHA = 'ab'.repeat(32)
const TEXT = '🗼 The lighthouse of Arden has seven floors. It was built of brick.'
const SNIPPET = 'has seven floors'

const hit = (rank: number, more: Partial<SearchHit> = {}): SearchHit => ({
  rank,
  title: `Page ${rank}`,
  url: `https://www.example.org/${rank}`,
  snippet: SNIPPET,
  documentId: null,
  publishedAt: '2029-05-01',
  ...more,
})
const PROVIDER = { id: 'corpus', title: 'the project’s documents', configured: true, needs: [], documents: 3 }

let hits: SearchHit[]
let list: SearchList
let page: Partial<OpenedPage>
let failing: { path: RegExp; status: number; detail: string } | null
let account: Record<string, unknown>
let asked: { path: string; method: string; body: Record<string, unknown> }[]
let server: TestServer

/** The search at a task as the server has it: keeps what is searched, opened and quoted. */
function answer({ path, method, body }: Parameters<TestServer['other']>[0]): unknown {
  if (path === '/api/account') return account
  if (!path.includes('/searches')) return {}
  asked.push({ path, method, body })
  if (failing?.path.test(path) && method === 'POST')
    return Response.json(
      { type: 'about:blank', title: '', status: failing.status, code: 'rule', detail: failing.detail },
      { status: failing.status },
    )
  if (path.endsWith('/opened')) {
    const start = TEXT.indexOf(SNIPPET) - 1
    const passage = { start, end: start + SNIPPET.length }
    const where = { rank: body.rank, title: 'Page 1', url: 'https://www.example.org/1', documentId: null }
    return { ...where, text: TEXT, sha256: SHA, fetchedAt: AT, changed: false, passage, ...page }
  }
  if (path.endsWith('/quoted')) {
    const [start, end] = [Number(body.start), Number(body.end)]
    const found = { quote: codePointSlice(TEXT, start, end), url: 'https://www.example.org/1', title: 'Page 1' }
    const kept = { sha256: SHA, documentId: null, fetchedAt: AT }
    return { ...found, ...kept, start, end, query: list.searches.at(-1)?.query ?? '' }
  }
  if (method === 'GET') return list
  const search = made(String(body.query), typeof body.unit === 'string' ? body.unit : null)
  list = { ...list, searches: [...list.searches, search] }
  return search
}
function made(query: string, unit: string | null): SearchView {
  const provider = { id: PROVIDER.id, title: PROVIDER.title }
  return { id: newId(), unit, query, asOf: null, provider, at: AT, mine: true, lane: null, hits, steps: [] }
}

function serve(bench: Workbench, engine: string | null = null) {
  server = new TestServer(bench)
  server.other = answer
  drawBench(bench, engine)
}
const verify = (more: Partial<Workbench> = {}, engine: string | null = null) =>
  serve(newWorkbench('factcheck-bench', 'verify', CONTENT, [], { units: UNITS, ...more }), engine)

const drawer = () => within(screen.getByRole('dialog', { name: 'Search for evidence' }))
const query = () => drawer().getByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
const field = (name: string) => drawer().getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const add = () => fireEvent.click(drawer().getByRole('button', { name: 'Add to your evidence' }))
const opened = () => drawer().findByRole<HTMLTextAreaElement>('textbox', { name: /^Text of the page/ })
async function searchNow() {
  press('s')
  await waitFor(() => expect(document.activeElement).toBe(query()))
  press('Enter')
  await drawer().findByText(/results? for|No results/)
}
const read = (rank: number) => fireEvent.click(drawer().getByRole('button', { name: `Read: Page ${rank}` }))
function choose(field: HTMLTextAreaElement, words: string) {
  const start = field.value.indexOf(words)
  field.setSelectionRange(start, start + words.length)
  fireEvent.select(field)
}

afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  hits = [hit(1), hit(2)]
  list = { searches: [], provider: PROVIDER, abilities: { search: true, readAll: false } }
  page = {}
  failing = null
  asked = []
  account = {
    id: newId(),
    name: 'Ada',
    email: null,
    isAdmin: false,
    canCreateProjects: false,
    hasPassword: true,
    linked: false,
    searchEngine: null,
  }
})
describe('searching at a claim', () => {
  it('begins with the claim, and makes own evidence of chosen words in one step of undo', async () => {
    verify()
    press('s')
    await waitFor(() => expect(document.activeElement).toBe(query()))
    expect(query().value).toBe(CLAIM)
    expect(await drawer().findByText(/Searches the project’s documents, 3 documents/)).toBeDefined()
    write('arden floors')
    fireEvent.change(drawer().getByLabelText('As of'), { target: { value: '2029-12-31' } })
    press('Enter')
    await drawer().findByText(/^2 results for/)
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      query: 'arden floors',
      unit: 's1.c1',
      asOf: '2029-12-31',
    })
    read(1)
    const field = await opened()
    expect(document.activeElement).toBe(field)
    // It begins at the passage that was found.
    expect(field.selectionStart).toBe(TEXT.indexOf(SNIPPET))
    choose(field, 'seven floors')
    press('Enter')
    await drawer().findByText(/Quoted: it is among your evidence now. Answered with it: Automatic evidence: Not enough/)
    const at = asked.findLast(({ path }) => path.endsWith('/quoted'))?.body
    expect(toUtf16Offset(TEXT, Number(at?.start))).toBe(TEXT.indexOf('seven floors'))
    await allSaved()
    const [own] = entriesOf(server.answers()['s1.c1']?.ownEvidence)
    expect(server.answers()[own?.key ?? '']).toEqual({
      query: 'arden floors',
      url: 'https://www.example.org/1',
      quote: 'seven floors',
    })
    expect(document.activeElement).toBe(field)
    press('Enter')
    await drawer().findByText('This quotation is in your evidence already.')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.answers()['s1.c1']).toBeUndefined())
  })

  it('goes back to the result it came from, and gives the focus back when it is closed', async () => {
    verify()
    press('j')
    const before = document.activeElement?.id
    expect(before).toMatch(/^unit-/)
    await searchNow()
    read(2)
    await opened()
    fireEvent.click(drawer().getByRole('button', { name: 'Back to the results' }))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Read: Page 2'))
    press('Escape')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement?.id).toBe(before))
    press('s')
    expect(await drawer().findByText(/^2 results for/)).toBeDefined()
  })

  it('writes down what found nothing, one query a line', async () => {
    hits = []
    verify()
    await searchNow()
    fireEvent.click(drawer().getByRole('button', { name: 'Searched, none found' }))
    await drawer().findByText(/Written down as searched without finding anything/)
    await allSaved()
    expect(server.answers()['s1.c1']).toEqual({ enough: 'no', searched: CLAIM })
  })

  it('offers the queries made here beside the answer that asks for them', async () => {
    list.searches = [made('arden lamp', 's1.c1'), made('another claim', 's2.c1')]
    const answer = { revision: 1, savedAt: AT, origin: 'chosen' as const }
    verify({ answers: [{ unit: 's1.c1', question: 'enough', value: 'no', ...answer }] })
    fireEvent.click(await screen.findByText('Take over the query you searched for here'))
    await allSaved()
    expect(server.answers()['s1.c1']?.searched).toBe('arden lamp')
  })
})

describe('when something is not as it should be', () => {
  it('says why a search, a page or a quotation failed, and goes on', async () => {
    verify()
    failing = { path: /searches$/, status: 422, detail: 'The search service is out of reach.' }
    press('s')
    await waitFor(() => expect(document.activeElement).toBe(query()))
    press('Enter')
    expect((await drawer().findByRole('alert')).textContent).toContain('The search service is out of reach.')
    failing = { path: /opened$/, status: 422, detail: 'The page is too large.' }
    press('Enter')
    await drawer().findByText(/^2 results for/)
    read(1)
    expect((await drawer().findByRole('alert')).textContent).toContain('The page is too large.')
    failing = { path: /quoted$/, status: 422, detail: 'The page was not opened.' }
    read(1)
    choose(await opened(), 'brick')
    press('Enter')
    expect((await drawer().findByRole('alert')).textContent).toContain('The page was not opened.')
    expect(server.sent).toEqual([])
  })

  it('says that a page has changed since it was kept', async () => {
    page = { changed: true }
    verify()
    await searchNow()
    read(1)
    await opened()
    expect(drawer().getByText(/has changed since it was first kept here/)).toBeDefined()
    expect(drawer().getByText(SHA.slice(0, 12))).toBeDefined()
  })

  it('names what is missing where searching is not set up', async () => {
    list.provider = { ...PROVIDER, title: 'Serper', configured: false, needs: ['SERPER_API_KEY'], documents: null }
    verify()
    press('s')
    expect(await drawer().findByText(/Serper needs SERPER_API_KEY on the server/)).toBeDefined()
    expect(drawer().queryByRole('button', { name: 'Search' })).toBeNull()
  })

  it('searches nothing where there are no documents, and keeps the query of a search made elsewhere', async () => {
    list.provider = { ...PROVIDER, documents: 0 }
    list.searches = [{ ...made('arden lamp', 's1.c1'), hits: [] }]
    verify()
    press('s')
    expect(await drawer().findByText(/look through its own documents, and there are none yet/)).toBeDefined()
    expect(drawer().queryByRole('button', { name: 'Search' })).toBeNull()
    expect(drawer().queryByRole('button', { name: /^Searched, none found/ })).toBeNull()
    const field = drawer().getByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
    fireEvent.change(field, { target: { value: 'arden lighthouse floors' } })
    fireEvent.click(drawer().getByRole('button', { name: 'Searched elsewhere, none found' }))
    await drawer().findByText(/^Written down as searched without finding anything: “arden lighthouse floors”\./)
    fireEvent.click(drawer().getByRole('button', { name: 'Searched elsewhere, none found' }))
    await drawer().findByText('Among the queries that found nothing already: “arden lighthouse floors”.')
    await allSaved()
    expect(server.answers()['s1.c1']).toEqual({ enough: 'no', searched: 'arden lighthouse floors' })
    expect(asked.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('opens the own search engine with the claim, and takes address and quotation on return', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    verify({}, 'https://www.example.org/?q=%s')
    press('shift+w')
    const address = `https://www.example.org/?q=${encodeURIComponent(CLAIM)}`
    expect(opened.mock.calls).toEqual([[address, '_blank', 'noopener,noreferrer']])
    await waitFor(() => expect(document.activeElement).toBe(field('Address of the page')))
    expect(query().value).toBe(CLAIM)
    fireEvent.change(query(), { target: { value: 'arden & floors?' } })
    fireEvent.click(drawer().getByRole('button', { name: 'Search with example.org' }))
    expect(opened.mock.lastCall?.[0]).toBe('https://www.example.org/?q=arden%20%26%20floors%3F')
    add()
    expect(drawer().getByText('Paste the address of the page.')).toBeDefined()
    fill('Address of the page', 'javascript:alert(1)')
    fill('Quotation', '  has seven floors\n')
    add()
    expect(drawer().getByText('A link begins with http:// or https://.')).toBeDefined()
    fill('Address of the page', 'www.example.com/arden')
    add()
    await drawer().findByText(/Added: it is among your evidence now. Answered with it: Automatic evidence: Not enough/)
    expect([field('Address of the page').value, field('Quotation').value]).toEqual(['', ''])
    await allSaved()
    const [own] = entriesOf(server.answers()['s1.c1']?.ownEvidence)
    expect(server.answers()[own?.key ?? '']).toEqual({
      query: 'arden & floors?',
      url: 'https://www.example.com/arden',
      quote: 'has seven floors',
    })
    expect(asked.filter(({ method }) => method === 'POST')).toEqual([])
    // What is refused next stands alone, and what works after that as well.
    add()
    expect(drawer().getByText('Paste the address of the page.')).toBeDefined()
    expect(drawer().queryByText(/Added: it is among/)).toBeNull()
  })

  it('shows the message of the last act alone', async () => {
    verify({}, 'https://www.example.org/?q=%s')
    await searchNow()
    failing = { path: /opened$/, status: 422, detail: 'The page is too large.' }
    read(1)
    await drawer().findByText(/The page is too large/)
    fireEvent.click(drawer().getByRole('radio', { name: 'Found elsewhere' }))
    fill('Address of the page', 'www.example.com/arden')
    fill('Quotation', 'has seven floors')
    add()
    await drawer().findByText(/Added: it is among your evidence now/)
    fireEvent.click(drawer().getByRole('radio', { name: 'Search here' }))
    expect(drawer().queryByText(/The page is too large/)).toBeNull()
    read(1)
    await drawer().findByText(/The page is too large/)
    expect(drawer().queryByText(/Added: it is among/)).toBeNull()
  })

  it('asks for what own evidence was searched with', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    verify({}, 'https://www.example.org/?q=%s')
    press('c')
    await waitFor(() => expect(document.activeElement?.id).toMatch(/query$/))
    write('arden tower height')
    press('Escape', 'shift+w')
    expect(opened.mock.lastCall?.[0]).toBe('https://www.example.org/?q=arden%20tower%20height')
  })

  it('leads to the account page while no search engine is named, and knows one named meanwhile', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    verify()
    press('shift+w')
    expect(opened.mock.calls).toEqual([['/account#search-engine', '_blank', 'noopener,noreferrer']])
    expect(screen.queryByRole('dialog')).toBeNull()
    account = { ...account, searchEngine: 'https://www.example.org/?q=%s' }
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => {
      press('shift+w')
      expect(opened.mock.lastCall?.[0]).toContain('https://www.example.org/?q=')
    })
  })

  it('waits for the network, and says so', async () => {
    verify()
    press('s')
    await waitFor(() => expect(document.activeElement).toBe(query()))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(drawer().getByText('You are offline')).toBeDefined()
    expect(drawer().getByRole('button', { name: 'Search' }).hasAttribute('disabled')).toBe(true)
    vi.restoreAllMocks()
  })

  it('leaves Enter to an input method that composes, and lets every text find its direction', async () => {
    hits = [hit(1, { title: 'منارة أردن', snippet: 'للمنارة سبعة طوابق' })]
    verify()
    press('s')
    await waitFor(() => expect(document.activeElement).toBe(query()))
    fireEvent.keyDown(query(), { key: 'Enter', keyCode: 229 })
    expect(asked.some(({ method }) => method === 'POST')).toBe(false)
    press('Enter')
    expect((await drawer().findByText('منارة أردن')).getAttribute('dir')).toBe('auto')
  })
})

describe('searching where links are asked for', () => {
  const SEGMENTS = ['The Pacific is the largest ocean. ', 'It is smaller than the Atlantic.']
  const content = {
    prompt: 'Which?',
    response: SEGMENTS.join(''),
    domain: 'wk',
    source: null,
    index: null,
    refContents: [],
  }

  it('adds an address that was found elsewhere, with its quotation as the note', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    serve(newWorkbench('felm', 'segments', content, SEGMENTS), 'https://www.example.org/?q=%s')
    press('shift+w')
    await waitFor(() => expect(document.activeElement).toBe(field('Address of the page')))
    fill('Address of the page', 'https://www.example.com/pacific')
    fill('Quotation', 'the largest ocean')
    fireEvent.click(drawer().getByRole('button', { name: 'Add to the links' }))
    await drawer().findByText('Added to the links.')
    await allSaved()
    expect(server.answers().s1).toEqual({
      links: [{ url: 'https://www.example.com/pacific', note: 'the largest ocean' }],
    })
  })

  it('adds a result to the links of the segment, once', async () => {
    serve(newWorkbench('felm', 'segments', content, SEGMENTS))
    await searchNow()
    fireEvent.click(drawer().getByRole('button', { name: 'Add to links: Page 1' }))
    await drawer().findByText('Added to the links.')
    await allSaved()
    expect(server.answers().s1).toEqual({ links: [{ url: 'https://www.example.org/1' }] })
    fireEvent.click(drawer().getByRole('button', { name: 'Add to links: Page 1' }))
    await drawer().findByText('This page is linked already.')
  })
})
