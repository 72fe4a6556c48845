import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, expect, test, vi } from 'vitest'
import type { Push, PushList } from '@/lib/gold/releases/push/contract'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { PushPanel } from './push-panel'

const projectId = '0190a0a0-0000-7000-8000-000000000001'
const failed: Push = {
  id: '0190a0a0-0000-7000-8000-0000000000a1',
  state: 'failed',
  place: {
    kind: 's3',
    address: 'https://storage.example.org',
    region: 'auto',
    bucket: 'gold',
    prefix: 'ocean/v1',
  },
  page: null,
  files: 9,
  bytes: 12_345,
  sameFiles: 2,
  sentBytes: 4_000,
  error: 'storage.example.org has no room left for these files.',
  revision: null,
  digest: 'ab'.repeat(32),
  by: 'Ada',
  createdAt: '2026-11-01T10:00:00.000Z',
  endedAt: '2026-11-01T10:01:00.000Z',
}
const list = (given: Partial<PushList> = {}): PushList => ({
  pushes: [],
  folder: 'ocean/v1',
  abilities: { push: true },
  ...given,
})

const answer = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Answers what is listed with `data`, and keeps what is sent. */
function show(data: PushList) {
  const sent: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST') return answer(data)
    sent.push({ path, body: JSON.parse(String(init.body)) })
    return answer(
      path.endsWith('/preview') ? { files: [{ path: 'a.csv', bytes: 2000, state: 'new' }], bytes: 2000 } : failed,
    )
  })
  const view = render(
    <QueryClientProvider client={createQueryClient()}>
      <PushPanel projectId={projectId} number={1} initial={data} />
    </QueryClientProvider>,
  )
  return { sent, view }
}

const fill = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Opens the form for a bucket and fills in all but the session token. */
async function fillBucket() {
  fireEvent.click(screen.getByRole('button', { name: 'Send it somewhere' }))
  fireEvent.click(screen.getByRole('radio', { name: 'Bucket (S3)' }))
  fill(/^Address of the server/, 'https://storage.example.org')
  fill(/^Region/, 'eu-central-1')
  fill(/^Bucket$/, 'gold')
  fill(/^Access key/, 'AKIATEST')
  fill(/^Secret of the key/, 'secret')
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what would be sent is shown before; credentials have a session token only where one is given', async () => {
  const { sent, view } = show(list())
  expect(screen.getByText('Not sent anywhere from here yet.')).toBeTruthy()
  await fillBucket()
  fireEvent.click(screen.getByRole('button', { name: 'Show what would be sent' }))
  await screen.findByText('1 of 1 files would be sent, 2.0 kB.')
  const secret = { kind: 's3', accessKeyId: 'AKIATEST', secretAccessKey: 'secret' }
  expect(sent).toMatchObject([
    { path: expect.stringMatching(/\/releases\/1\/pushes\/preview$/), body: { place: { prefix: 'ocean/v1' }, secret } },
  ])
  expect(sent[0]?.body).not.toHaveProperty('secret.sessionToken')
  expect((await axe.run(view.container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([])

  fill(/^Session token/, 'a/token==')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({
    path: expect.stringMatching(/\/releases\/1\/pushes$/),
    body: { secret: { sessionToken: 'a/token==' } },
  })
})

test('what is wrong in the form is said at its field, and nothing is sent', async () => {
  const { sent } = show(list())
  await fillBucket()
  fill(/^Bucket$/, 'Not a bucket')
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('A bucket has 3 to 63 lower-case letters, digits, dots and hyphens.')

  fireEvent.click(screen.getByRole('radio', { name: 'Hub' }))
  fill(/^Repository/, `my-lab/${'facts'.repeat(60)}`)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('At most 200 characters; this has 307.')
  expect(sent).toEqual([])
})

test('why a push failed is shown to all; managers alone send', () => {
  show(list({ pushes: [failed], abilities: { push: false } }))
  expect(screen.getByText(/has no room left/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
