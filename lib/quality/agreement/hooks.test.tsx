import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { agreementKeys, useAgreementStream } from './hooks'

const ID = '0190aaaa-0000-7000-8000-000000000000'
interface Figures {
  version?: string
  intervals?: 'complete' | 'pending'
}

class Source {
  static last: Source | undefined
  onmessage: ((event: { data: string }) => void) | null = null
  constructor(readonly url: string) {
    Source.last = this
  }
  close() {}
}

let asked = 0
beforeEach(() => {
  asked = 0
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A page that the server drew with `initialData`; asked again, it answers `then`. */
function Page({ initialData, then }: { initialData: Figures; then: Figures }) {
  useAgreementStream(ID)
  const queryFn = () => {
    asked++
    return Promise.resolve(then)
  }
  const { data } = useQuery({ queryKey: agreementKeys.overview(ID), queryFn, initialData, staleTime: 60_000 })
  return <p>{`version ${data.version ?? 'unknown'}`}</p>
}

function show(initialData: Figures, then: Figures) {
  const client = new QueryClient()
  // Figures that nobody looks at may be as old as they like.
  client.setQueryData(agreementKeys.measure(ID, 'segments', 'label'), { version: '0' })
  render(
    <QueryClientProvider client={client}>
      <Page initialData={initialData} then={then} />
    </QueryClientProvider>,
  )
}
const tell = (version: string) => act(async () => Source.last?.onmessage?.({ data: JSON.stringify({ version }) }))

it('asks again where the first version it hears is not that of the page', async () => {
  show({ version: '1' }, { version: '2' })
  expect(Source.last?.url).toContain(`/projects/${ID}/agreement/stream`)
  await tell('2')
  expect(await screen.findByText('version 2')).toBeTruthy()
  await tell('2')
  expect(asked).toBe(1)
})

it('asks nothing where the page is as new, until it hears of other data', async () => {
  show({ version: '1' }, { version: '2' })
  await tell('1')
  expect(asked).toBe(0)
  await tell('2')
  expect(await screen.findByText('version 2')).toBeTruthy()
  expect(asked).toBe(1)
})

it('asks again as long as intervals are awaited, and of figures without a version when another is told', async () => {
  show({ version: '1', intervals: 'pending' }, {})
  await tell('1')
  expect(await screen.findByText('version unknown')).toBeTruthy()
  await tell('1')
  expect(asked).toBe(1)
  await tell('2')
  expect(asked).toBe(2)
})
