import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/platform/client/api-error'
import * as client from '@/lib/platform/client/fetch-json'
import { importFileEndpoint } from '@/lib/workspace/imports/contract'
import { createProjectEndpoint } from '@/lib/workspace/projects/contract'
import { publishProtocolEndpoint } from '@/lib/workspace/protocol-files/contract'
import { getExampleEndpoint } from './contract'
import { useStartWithExample } from './hooks'

afterEach(() => {
  vi.restoreAllMocks()
})

test('tried again it goes on with the project that was made, unless that is gone', async () => {
  const failures = [
    new ApiError({ code: 'network', status: 0, detail: 'No connection.' }),
    new ApiError({ code: 'not_found', status: 404, detail: 'There is no such project.' }),
  ]
  const imports: unknown[] = []
  let made = 0
  const answers = new Map<unknown, (request: { params?: { projectId?: string } }) => unknown>([
    [getExampleEndpoint, () => ({ source: 'id: own\n', files: [{ name: 'own.jsonl', text: '{}\n' }] })],
    [publishProtocolEndpoint, () => ({ protocolId: 'own@1' })],
    [createProjectEndpoint, () => ({ id: `project-${++made}` })],
    [
      importFileEndpoint,
      ({ params }) => {
        imports.push(params?.projectId)
        const failure = failures.shift()
        if (failure) throw failure
        return { id: 'import' }
      },
    ],
  ])
  vi.spyOn(client, 'call').mockImplementation((async (endpoint: unknown, request: object) =>
    answers.get(endpoint)?.(request)) as typeof client.call)
  const queries = new QueryClient()
  const { result } = renderHook(() => useStartWithExample(), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  const start = () =>
    act(() => result.current.mutateAsync({ name: 'own', title: 'Own' }).catch((error: Error) => error))
  expect(await start()).toBeInstanceOf(ApiError)
  expect(await start()).toBeInstanceOf(ApiError)
  expect(await start()).toEqual({ projectId: 'project-2', importId: 'import' })
  expect(imports).toEqual(['project-1', 'project-1', 'project-2'])
})
