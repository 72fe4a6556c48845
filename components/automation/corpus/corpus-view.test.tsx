import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CorpusDocumentView, CorpusItems, CorpusPage } from '@/lib/automation/evidence/corpus/contract'
import { CorpusView } from './corpus-view'
import { DocumentView } from './document-view'

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const DOCUMENT = '0190aaaa-0000-7000-8000-000000000001'
const ADDRESS = `/projects/${PROJECT}/prefill/corpus/${DOCUMENT}`

const entry = {
  id: DOCUMENT,
  title: 'Pacific',
  url: null,
  publishedAt: '2020-01-31',
  length: 1200,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const page = (documents: number, manage: boolean, makeItems = false): CorpusPage => ({
  documents: documents > 0 ? [{ ...entry, passages: 3, excerpt: 'The largest ocean.' }] : [],
  total: documents,
  next: null,
  abilities: { manage, makeItems },
})
const hit = {
  rank: 1,
  title: 'Pacific',
  url: ADDRESS,
  snippet: 'It is the largest.',
  documentId: DOCUMENT,
  publishedAt: null,
  start: 7,
  end: 25,
}

let requests: string[] = []
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(current: CorpusPage, uploaded: Response = Response.json({ added: 2, known: 1, passages: 9 })) {
  requests = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url}`)
    if (init.method === 'POST') return Promise.resolve(uploaded)
    return Promise.resolve(Response.json(url.includes('/corpus/search') ? { hits: [hit], undated: 2 } : current))
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  render(
    <QueryClientProvider client={client}>
      <CorpusView projectId={PROJECT} initialData={current} />
    </QueryClientProvider>,
  )
}

const drop = () => {
  const files = [new File(['{}'], 'docs.jsonl')]
  fireEvent.change(screen.getByLabelText(/Drop files here/), { target: { files } })
}

describe('the documents of a project', () => {
  it('come from files, with what became of each', async () => {
    show(page(0, true))
    expect(screen.getByText('There are no documents yet')).toBeDefined()
    drop()
    expect(await screen.findByText(/2 documents added, in 9 passages. 1 document in it already known./)).toBeDefined()
    expect(requests).toContain(`POST /api/projects/${PROJECT}/corpus?fileName=docs.jsonl`)
  })

  it('say what is wrong with a file, line by line', async () => {
    const problem = {
      type: 'about:blank',
      title: 'A rule',
      status: 422,
      code: 'rule',
      detail: 'Nothing was added: one problem.',
      issues: [{ path: 'line 3, url', message: 'A link begins with http:// or https://. Correct it.' }],
    }
    show(page(0, true), Response.json(problem, { status: 422 }))
    drop()
    expect(await screen.findByText('Nothing was added: one problem.')).toBeDefined()
    expect(screen.getByText('line 3, url:')).toBeDefined()
  })

  it('can be searched, each hit leading to its passage', async () => {
    show(page(1, false))
    expect(screen.queryByLabelText(/Drop files here/)).toBeNull()
    fireEvent.change(screen.getByLabelText('Query'), { target: { value: ' largest ' } })
    fireEvent.change(screen.getByLabelText(/Published until/), { target: { value: '2021-01-01' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    expect(await screen.findByText('It is the largest.')).toBeDefined()
    expect(requests).toContain(`GET /api/projects/${PROJECT}/corpus/search?query=largest&asOf=2021-01-01`)
    expect(screen.getByText('2 documents without a date were left out.')).toBeDefined()
    const links = screen.getAllByRole('link', { name: 'Pacific' }).map((link) => link.getAttribute('href'))
    expect(links).toContain(`${ADDRESS}?start=7&end=25`)
  })

  it('are found by a part of their title', async () => {
    show(page(1, true))
    fireEvent.change(screen.getByLabelText('Find by title or address'), { target: { value: 'pac' } })
    await waitFor(() => expect(requests).toContain(`GET /api/projects/${PROJECT}/corpus?search=pac`))
  })
})

describe('items of the documents', () => {
  const make = async (made: CorpusItems) => {
    show(page(3, true, true), Response.json(made))
    fireEvent.click(screen.getByRole('button', { name: 'Make items of these documents' }))
    expect(requests).not.toContain(`POST /api/projects/${PROJECT}/corpus/items`)
    fireEvent.click(screen.getByRole('button', { name: 'Make items' }))
    await waitFor(() => expect(requests).toContain(`POST /api/projects/${PROJECT}/corpus/items`))
  }

  it('are made on demand, with what to do next', async () => {
    await make({ added: 2, known: 1, refused: [] })
    expect(await screen.findByText('2 items made. 1 document had become an item before.')).toBeDefined()
    // One above the title, and one in the message.
    expect(screen.getAllByRole('link', { name: 'Pre-fill' })).toHaveLength(2)
    expect(screen.getByRole('link', { name: 'Items' }).getAttribute('href')).toBe(`/projects/${PROJECT}/items`)
  })

  it('are none where a document cannot become one, which is named', async () => {
    await make({ added: 0, known: 0, refused: [{ documentId: DOCUMENT, title: 'Blank', reason: 'It is empty.' }] })
    expect(await screen.findByText(/No items were made/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Blank' }).getAttribute('href')).toBe(ADDRESS)
    expect(screen.getByText(/It is empty\./)).toBeDefined()
  })

  it('are offered only where they can be made', () => {
    for (const current of [page(3, true), page(0, true, true)]) {
      show(current)
      expect(screen.queryByRole('button', { name: /Make items/ })).toBeNull()
      cleanup()
    }
  })
})

describe('a document', () => {
  const document: CorpusDocumentView = {
    ...entry,
    text: 'Deep 🌊. It is the largest. More.',
    sha256: 'a'.repeat(64),
    abilities: { manage: false },
  }
  const open = (passage: { start: number; end: number } | null) => {
    const client = new QueryClient()
    const { container } = render(
      <QueryClientProvider client={client}>
        <DocumentView projectId={PROJECT} document={document} passage={passage} canBrowse={false} />
      </QueryClientProvider>,
    )
    return container
  }

  it('shows the passage that led to it, in code points', () => {
    const container = open({ start: 8, end: 26 })
    expect(container.querySelector('mark')?.textContent).toContain('It is the largest.')
    expect(screen.queryByRole('link', { name: 'Documents' })).toBeNull()
  })

  it('shows its text where the address names no place in it', () => {
    for (const passage of [null, { start: 500, end: 600 }, { start: 5, end: 5 }]) {
      const container = open(passage)
      expect(container.querySelector('mark')).toBeNull()
      expect(container.textContent).toContain(document.text)
      cleanup()
    }
  })
})
