import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Policies, QuestionPolicy } from '@/lib/annotation/suggestions/contract'
import { PoliciesView } from './policies-view'

afterEach(() => {
  vi.unstubAllGlobals()
})

const PROJECT = '0190aaaa-0000-7000-8000-000000000000'
const question = (given: Partial<QuestionPolicy> = {}): QuestionPolicy => ({
  unitKind: 'segment',
  unitText: 'Segment',
  question: 'label',
  title: 'Label',
  covers: [],
  policy: 'shown',
  shares: null,
  suggestions: 3,
  ...given,
})
const policies = (first: QuestionPolicy, change = true): Policies => ({
  stages: [
    {
      key: 'annotate',
      title: 'Annotate',
      questions: [first, question({ question: 'claims', title: 'Claims', covers: ['Wording', 'Kind'] })],
    },
  ],
  abilities: { change },
})

function show(data: Policies, answer: Policies = data) {
  const fetched = vi.fn(async (_: string, __: RequestInit) => Response.json(answer))
  vi.stubGlobal('fetch', fetched)
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PoliciesView projectId={PROJECT} initialData={data} />
    </QueryClientProvider>,
  )
  return fetched
}
const group = () => within(screen.getByRole('radiogroup', { name: 'Suggestions for Label of each segment' }))
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('PoliciesView', () => {
  it('sends only what was changed, and says from when it holds', async () => {
    const after = question({ policy: 'randomised', shares: { shown: 70, hidden: 0, none: 30 } })
    const fetched = show(policies(question()), policies(after))
    expect(screen.getByText(/holds for annotations begun from now on/)).toBeTruthy()
    expect(saveButton().disabled).toBe(true)
    fireEvent.click(group().getByRole('radio', { name: 'Randomised' }))
    fireEvent.change(screen.getByLabelText('Shown, percent'), { target: { value: '70' } })
    expect(screen.getByRole('alert').textContent).toMatch(/sum to 100/)
    expect(saveButton().disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('None, percent'), { target: { value: '30' } })
    fireEvent.click(saveButton())
    await waitFor(() => expect(screen.getByText('Nothing is changed.')).toBeTruthy())
    const [path, init] = fetched.mock.calls[0] ?? []
    expect(path).toBe(`/api/projects/${PROJECT}/suggestion-policies`)
    expect(init?.method).toBe('PUT')
    expect(JSON.parse(String(init?.body))).toEqual({
      policies: [
        {
          stage: 'annotate',
          unitKind: 'segment',
          question: 'label',
          policy: 'randomised',
          shares: { shown: 70, hidden: 0, none: 30 },
          seen: { policy: 'shown', shares: null },
        },
      ],
    })
  })

  it('overwrites nobody silently: says so, and shows what is set now', async () => {
    const now = policies(question({ policy: 'none' }))
    show(policies(question()))
    const problem = {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'revision_conflict',
      detail: 'Changed.',
    }
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) =>
      init.method === 'PUT' ? Response.json(problem, { status: 409 }) : Response.json(now),
    )
    fireEvent.click(group().getByRole('radio', { name: 'Hidden until answered' }))
    fireEvent.click(saveButton())
    fireEvent.click(await screen.findByRole('button', { name: 'Show their version' }))
    await waitFor(() => expect(group().getByRole('radio', { name: 'None' }).getAttribute('aria-checked')).toBe('true'))
  })

  it('says which questions a list’s policy covers', () => {
    show(policies(question()))
    expect(screen.getByText(/Holds for its entries too: Wording, Kind\./)).toBeTruthy()
  })

  it('shows policies in words to those who may not change them', () => {
    show(policies(question({ policy: 'randomised', shares: { shown: 50, hidden: 20, none: 30 } }), false))
    expect(screen.getByText('Randomised: 50% shown, 20% hidden until answered, 30% none')).toBeTruthy()
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  })
})
