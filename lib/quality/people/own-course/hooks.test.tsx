import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import { useOwnCourse } from './hooks'

afterEach(() => vi.unstubAllGlobals())

it('has what waits compared as soon as the page stands, and asks for nothing where nothing does', async () => {
  const fetched = vi.fn(async () => Response.json({ awaited: 0, stages: [] }))
  vi.stubGlobal('fetch', fetched)
  const open = (awaited: number) => {
    const client = createQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const initial = { awaited, stages: [] }
    return renderHook(() => useOwnCourse('0190aaaa-0000-7000-8000-000000000000', initial), { wrapper }).result
  }
  expect(open(0).current.awaited).toBe(0)
  expect(fetched).not.toHaveBeenCalled()
  const course = open(30)
  expect(course.current.awaited).toBe(30)
  await waitFor(() => expect(course.current.awaited).toBe(0))
  expect(fetched).toHaveBeenCalledTimes(1)
})
