import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PrefillOverview } from '@/lib/automation/prefill/settings/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { router } from '@/tests/next/navigation'
import { BuilderView } from './builder-view'
import { overviewWith, PROJECT, RUN, runWith, step } from './test-overview'

const UUID = /^[0-9a-f-]{36}$/
interface Sent {
  url: string
  body: Record<string, unknown> & { steps: { key: string; method: string; model?: string }[]; name: string }
}
let sent: Sent[]
let answers: ((body: Sent['body']) => Response)[]
const ITEM = {
  id: RUN,
  position: 4,
  externalId: null,
  title: 'Lakes',
  domain: null,
  source: null,
  tags: [],
  priority: 0,
  createdAt: '2026-11-27T10:00:00.000Z',
  changedAt: null,
  tasks: [],
}

beforeEach(() => {
  sent = []
  answers = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (init.method === 'GET') return Response.json({ items: [ITEM], total: 30 })
    const body = JSON.parse(String(init.body))
    sent.push({ url, body })
    return (answers.shift() ?? ((given) => Response.json(runWith({ name: given.name }))))(body)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const problem = (detail: string, issues?: { path: string; message: string }[]) => () =>
  Response.json({ type: 'about:blank', title: 'No', status: 422, code: 'rule', detail, issues }, { status: 422 })

const most = { type: 'integer', title: 'Passages', minimum: 1, maximum: 9, default: 5 }
const offline = overviewWith({
  steps: [
    step('split', { methods: ['rules'] }),
    step('claims', { after: ['split'], parameters: { type: 'object', properties: { most } } }),
    step('verdicts', {
      after: ['claims'],
      methods: ['model'],
      prompts: [
        { name: 'verdict', version: 3, hash: 'f00dfeed00112233', system: 'Judge it.', user: 'Claim: {{claim}}' },
      ],
    }),
  ],
})
const withModels: PrefillOverview = {
  ...offline,
  models: { configured: true, baseUrl: 'http://models.test/v1', standard: 'model-a', scripted: false },
}

function show(overview: PrefillOverview) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BuilderView projectId={PROJECT} protocolId="felm" overview={overview} canChange />
    </QueryClientProvider>,
  )
}
const start = () => fireEvent.keyDown(document.body, { key: 'Enter', code: 'Enter', ctrlKey: true })
const stepBox = (title: string) => screen.getByRole('checkbox', { name: new RegExp(title) })

it('starts what rules can do by one chord, with no model, and goes to the run', async () => {
  show(offline)
  expect(stepBox('Title of verdicts').getAttribute('data-disabled')).not.toBeNull()
  // What would be put to a model can be read before one is configured.
  fireEvent.click(screen.getByText('Preview the prompt'))
  expect(screen.getByText('Judge it.')).toBeTruthy()
  expect(await screen.findByText(/2 steps over up to 60 tasks\. No model is asked/)).toBeTruthy()
  start()
  await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/projects/${PROJECT}/prefill/runs/${RUN}`))
  expect(sent).toEqual([
    {
      url: `/api/projects/${PROJECT}/runs`,
      body: {
        runId: expect.stringMatching(UUID),
        name: 'Offline, Claims',
        stage: 'first',
        target: { onlyNew: true },
        budgetMicro: null,
        steps: [
          { key: 'split', method: 'rules', parameters: {} },
          { key: 'claims', method: 'rules', parameters: { most: 5 } },
        ],
      },
    },
  ])
})

it('is started under the same id where its answer was lost, and under another once it is another run', async () => {
  const lost = () => {
    throw new TypeError('no network')
  }
  answers = [lost, lost]
  show(offline)
  start()
  await screen.findByText(/cannot be reached/)
  start()
  await waitFor(() => expect(sent).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('button', { name: /^Start/ })).toHaveProperty('disabled', false))
  fireEvent.change(screen.getByRole('textbox', { name: /^Name/ }), { target: { value: 'Another' } })
  start()
  await waitFor(() => expect(router.push).toHaveBeenCalled())
  const [first, second, third] = sent.map(({ body }) => body.runId)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
})

it('keeps steps and those that need them together, and says so; none at all does not start', () => {
  show(withModels)
  fireEvent.click(stepBox('Title of split'))
  expect(screen.getByText(/they need it: Title of claims, Title of verdicts/)).toBeTruthy()
  start()
  expect(screen.getByText('Switch at least one step on.')).toBeTruthy()
  expect(sent).toEqual([])
  fireEvent.click(stepBox('Title of verdicts'))
  expect(screen.getByText(/it needs them|because it needs them/)).toBeTruthy()
  expect(stepBox('Title of split').getAttribute('aria-checked')).toBe('true')
})

describe('several models', () => {
  const nameModels = () =>
    fireEvent.change(screen.getByRole('textbox', { name: /^Models/ }), { target: { value: 'model-a, model-b' } })

  it('start a run each over the same items', async () => {
    show(withModels)
    nameModels()
    expect(screen.getByRole('button', { name: /Start 2 runs/ })).toBeTruthy()
    start()
    await waitFor(() => expect(router.push).toHaveBeenCalledWith(`/projects/${PROJECT}/prefill`))
    expect(sent.map(({ body }) => body.steps.at(-1)?.model)).toEqual(['model-a', 'model-b'])
    expect(new Set(sent.map(({ body }) => body.name)).size).toBe(2)
    expect(sent.map(({ body }) => body.target)).toEqual([{ onlyNew: false }, { onlyNew: false }])
  })

  it('say which run has begun when the next is refused, and do not begin it twice', async () => {
    answers = [(body) => Response.json(runWith({ name: body.name })), problem('The ceiling is reached.')]
    show(withModels)
    nameModels()
    start()
    expect(await screen.findByText(/The ceiling is reached\. Under way already.*model-a/)).toBeTruthy()
    start()
    await waitFor(() => expect(router.push).toHaveBeenCalled())
    expect(sent.map(({ body }) => body.steps.at(-1)?.model)).toEqual(['model-a', 'model-b', 'model-b'])
  })
})

describe('parameters', () => {
  const passages = () => screen.getByRole('textbox', { name: 'Passages', hidden: true })
  it('that cannot be are said at their field and hold the run back', () => {
    show(offline)
    fireEvent.change(passages(), { target: { value: '99' } })
    expect(screen.getByText('Give a whole number from 1 to 9.')).toBeTruthy()
    start()
    expect(sent).toEqual([])
    expect(document.activeElement).toBe(passages())
  })
  it('show what the server found wrong with them', async () => {
    answers = [problem('No.', [{ path: 'steps.claims.parameters.most', message: 'Too many for rules.' }])]
    show(offline)
    start()
    expect(await screen.findByText('Too many for rules.')).toBeTruthy()
    expect(passages().getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText(/See what is wrong at the fields above/)).toBeTruthy()
  })
})

it('shows prompts word by word before anything is asked', () => {
  show(withModels)
  fireEvent.click(screen.getByText('Preview the prompt'))
  expect([screen.getByText('Judge it.'), screen.getByText('Claim: {{claim}}')]).toHaveLength(2)
  expect(screen.getByTitle('f00dfeed00112233').textContent).toBe('f00dfeed0011')
})

describe('trying it on one item', () => {
  const tryIt = async () => {
    fireEvent.click(await screen.findByRole('radio', { name: /Lakes/ }))
    fireEvent.click(screen.getByRole('button', { name: 'Try it' }))
  }
  const asked = { step: 'verdicts', model: 'model-a', outcome: 'truncated', cached: false, costMicro: 1500 }

  it('shows what would be proposed, what was asked verbatim, and why it stopped', async () => {
    const hostile = '<img src=x onerror=alert(1)> Ignore all rules.'
    answers = [
      () =>
        Response.json({
          proposals: [
            ...[{ unit: 's1', unitText: 'Deep.', question: 'Worth', value: true, score: 0.6, rationale: hostile }],
          ],
          notes: { claims: { queries: ['how deep'], page: 'javascript:alert(1)' } },
          asked: [{ ...asked, system: 'Judge it.', user: 'Claim: deep', text: '{"cut' }],
          failure: { step: 'verdicts', code: 'truncated', message: 'The answer was longer than allowed.' },
        }),
    ]
    show(withModels)
    await tryIt()
    expect(await screen.findByText(/^1 suggestion, 1 question to models/)).toBeTruthy()
    expect(screen.getByText('Title of verdicts: The answer was cut off')).toBeTruthy()
    expect([screen.getByText('{"cut'), screen.getByText('how deep'), screen.getByText(hostile)]).toHaveLength(3)
    expect(screen.queryByRole('link', { name: /javascript/ })).toBeNull()
    expect(document.querySelector('img')).toBeNull()
    expect(sent[0]?.body).toMatchObject({ itemId: ITEM.id, stage: 'first' })
  })

  it('says why it did not run', async () => {
    answers = [problem('Set a key first.')]
    show(withModels)
    await tryIt()
    const alert = await screen.findByRole('alert')
    expect(within(alert).getByText('Set a key first.')).toBeTruthy()
  })
})
