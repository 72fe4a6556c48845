import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { Json } from '@/lib/protocols/protocol'
import { allSaved, drawBench, newWorkbench, press, TestServer, write } from '@/tests/support/test-bench'
import { newId } from '@/tests/support/test-id'

const SEGMENTS = ['The Pacific is the largest ocean. ', 'It is smaller than the Atlantic.']
const CONTENT = {
  prompt: 'Which ocean?',
  response: SEGMENTS.join(''),
  domain: 'wk',
  source: null,
  index: null,
  refContents: [],
}

type Given = Workbench['suggestions'][number]
const suggest = (question: string, value: Json, more: Partial<Given> = {}): Given => {
  return { id: newId(), unit: 's1', question, value, source: 'run 1', model: 'large', score: 0.75, ...more }
}

let server: TestServer
function show(suggestions: Given[], more: Partial<Workbench> = {}) {
  const bench = newWorkbench('felm', 'segments', CONTENT, SEGMENTS, { suggestions, ...more })
  server = new TestServer(bench)
  drawBench(bench)
  return bench
}
const questions = () => within(screen.getByRole('complementary', { name: 'Questions' }))
const option = (name: string | RegExp) => questions().getByRole('button', { name })
const back = () => press('k')
const fate = () => document.querySelector('[data-fate]')

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
describe('a suggested choice', () => {
  it('is marked on its option, named for those who do not see it, and accepted with one key', async () => {
    const label = suggest('label', true)
    show([label, suggest('label', true, { model: 'small', score: null })])
    expect(option(/^True\s?, suggested by large 0\.75, small/).className).toContain('border-dashed')
    expect(option(/^False/).textContent).not.toContain('suggested')
    expect(questions().getAllByRole('button', { name: 'Accept' })).toHaveLength(1)
    press('a')
    await allSaved()
    expect(server.sent.at(-1)).toMatchObject({ value: true, origin: 'suggestion', suggestionId: label.id })
    back()
    expect(fate()?.textContent).toContain('Accepted from large 0.75, small')
  })

  it('counts as chosen when its own key chooses it', async () => {
    show([suggest('label', true)])
    press('t')
    await allSaved()
    expect(server.sent.at(-1)).toMatchObject({ value: true, origin: 'chosen', suggestionId: null })
    back()
    expect(fate()?.getAttribute('data-fate')).toBe('same')
    press('f')
    expect(fate()?.textContent).toContain('Other than suggested (large 0.75)')
  })

  it('stands beside what other models say, each to be accepted', async () => {
    const other = suggest('label', false, { model: 'small', rationale: 'The Atlantic is larger.' })
    show([suggest('label', true), other])
    const buttons = questions().getAllByRole('button', { name: 'Accept' })
    expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(['A', null])
    const why = screen.getByText('Why').closest('details')
    expect(why?.open).toBe(false)
    expect(why?.textContent).toContain('The Atlantic is larger.')
    fireEvent.click(buttons[1] ?? document.body)
    await allSaved()
    expect(server.sent).toMatchObject([{ value: false, suggestionId: other.id }])
  })

  it('says in reading what became of it, and offers nothing', () => {
    const answer = { unit: 's1', question: 'label', value: false, revision: 1, savedAt: '2030-01-01T00:00:00.000Z' }
    show([suggest('label', true)], { mode: 'reading', answers: [{ ...answer, origin: 'chosen' }] })
    fireEvent.click(document.getElementById('unit-s1') ?? document.body)
    expect(fate()?.textContent).toContain('Other than suggested')
    expect(questions().queryByRole('button', { name: /Accept|Use this/ })).toBeNull()
  })
})

describe('a suggested text', () => {
  const REASON = 'The Pacific is larger.'
  const open = async (more: Partial<Given> = {}) => {
    const reason = suggest('reason', REASON, more)
    show([reason])
    press('f')
    return reason
  }

  it('is taken over to be edited; from the first letter on it is typed, and says how much was changed', async () => {
    const reason = await open()
    fireEvent.click(questions().getByRole('button', { name: 'Edit' }))
    await waitFor(() => expect(document.activeElement?.id).toBe('field-s1-reason'))
    await waitFor(() => expect(server.answers().s1?.reason).toBe(REASON))
    expect(server.sent.at(-1)).toMatchObject({ origin: 'suggestion', suggestionId: reason.id })
    write('The Pacific is far larger.')
    await allSaved()
    expect(server.sent.at(-1)).toMatchObject({ origin: 'typed', suggestionId: null })
    expect(fate()?.textContent).toMatch(/Edited, \d+ % changed/)
  })

  it('stays where it is while somebody writes, and gives way when the field is left', async () => {
    await open()
    press('r')
    expect(document.activeElement?.id).toBe('field-s1-reason')
    write('Nobody has measured that yet.')
    expect(questions().getByRole('button', { name: 'Accept' })).toBeDefined()
    expect(fate()).toBeNull()
    act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
    await waitFor(() => expect(fate()?.getAttribute('data-fate')).toBe('replaced'))
    const folded = fate()?.querySelector('details')
    expect(folded?.open).toBe(false)
    fireEvent.click(within(folded as HTMLElement).getByText('Use this instead'))
    await waitFor(() => expect(server.answers().s1?.reason).toBe(REASON))
  })
})

describe('suggested links', () => {
  const links = (...urls: string[]) => urls.map((url) => ({ url }))

  it('join those that are there; only as they were proposed they count as accepted', async () => {
    const two = suggest('links', links('https://example.org/a', 'https://example.org/b'))
    show([two], {
      answers: [
        {
          unit: 's1',
          question: 'label',
          value: false,
          revision: 1,
          savedAt: '2030-01-01T00:00:00.000Z',
          origin: 'chosen',
        },
      ],
    })
    fireEvent.click(document.getElementById('unit-s1') ?? document.body)
    expect(
      questions().getByRole('link', { name: 'https://example.org/b (opens in a new tab)' }).getAttribute('rel'),
    ).toContain('noopener')
    fireEvent.click(questions().getByRole('button', { name: 'Accept' }))
    await allSaved()
    expect(server.sent.at(-1)).toMatchObject({ suggestionId: two.id, value: two.value })
  })
})

describe('a suggestion that is hidden until one has answered', () => {
  const arms: Workbench['arms'] = [{ unitKind: 'segment', question: 'label', arm: 'hidden' }]

  it('comes when the answer is saved, moves no focus, and is called what it is', async () => {
    const late = suggest('label', true)
    show([], { arms })
    const asked: unknown[] = []
    server.other = ({ path, body }) => {
      if (!path.endsWith('/suggestions')) return {}
      asked.push(body.places)
      return { suggestions: [late] }
    }
    expect(questions().getByText(/^A suggestion appears when you have answered/)).toBeDefined()
    press('a')
    expect(server.sent).toEqual([])
    press('t')
    await allSaved()
    await waitFor(() => expect(asked).toEqual([[{ unit: 's1', question: 'label' }]]))
    expect(document.activeElement?.id).toBe('unit-s2')
    back()
    await waitFor(() => expect(fate()?.textContent).toContain('Same as suggested'))
  })

  it('is asked for in portions where very many answers stand already', async () => {
    const many = Array.from({ length: 201 }, (_, index) => `Statement ${index}. `)
    const answers = many.map((_, index) => ({
      unit: `s${index + 1}`,
      question: 'label',
      value: true,
      revision: 1,
      savedAt: '2030-01-01T00:00:00.000Z',
      origin: 'chosen' as const,
    }))
    const bench = newWorkbench('felm', 'segments', { ...CONTENT, response: many.join('') }, many, { arms, answers })
    server = new TestServer(bench)
    const asked: number[] = []
    server.other = ({ path, body }) => {
      if (path.endsWith('/suggestions')) asked.push(Array.isArray(body.places) ? body.places.length : 0)
      return { suggestions: [] }
    }
    drawBench(bench)
    await waitFor(() => expect(asked).toEqual([200, 1]))
  })

  it('asks again with the next answer when the server was out of reach', async () => {
    show([], { arms })
    const asked: unknown[] = []
    server.other = ({ path, body }) => {
      if (!path.endsWith('/suggestions')) return {}
      asked.push(body.places)
      return Response.json(
        { type: 'about:blank', title: '', status: 503, code: 'internal', detail: '' },
        { status: 503 },
      )
    }
    press('t')
    await waitFor(() => expect(asked).toHaveLength(1))
    press('t')
    await waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toEqual(['s1', 's2'].map((unit) => ({ unit, question: 'label' })))
  })
})
