import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import type { User, UserPage } from '@/lib/workspace/users/contract'
import { UserTable } from './user-table'

const user = (name: string, at: number, more: Partial<User> = {}): User => ({
  id: `0192d1c0-0000-7000-8000-00000000000${at}`,
  name,
  email: null,
  isAdmin: false,
  canCreateProjects: false,
  state: 'active',
  demo: false,
  projects: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
})
const MARA = user('Mara', 1, { isAdmin: true })
const ANA = user('Ana', 2)
const BEN = user('Ben', 3, { canCreateProjects: true })

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (users: User[], alike: UserPage['alike'] = []) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <UserTable userId={MARA.id} users={users} alike={alike} />
    </QueryClientProvider>,
  )
const rightOf = (name: string) => screen.getByRole('switch', { name: `${name} may create projects` })

test.each([
  [ANA, true],
  [BEN, false],
])('one switch gives or takes the right to create projects: $name', async (person, to) => {
  answer.mockImplementation(async () => Response.json({ ...person, canCreateProjects: to }))
  show([MARA, ANA, BEN])
  expect(rightOf(person.name).getAttribute('aria-checked')).toBe(String(!to))
  fireEvent.click(rightOf(person.name))
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(1))
  const [address, request] = answer.mock.calls[0] ?? []
  expect([request?.method, address, request?.body]).toEqual([
    'PATCH',
    `/api/users/${person.id}`,
    JSON.stringify({ canCreateProjects: to }),
  ])
})

test('administrators have it as such, who was removed has none, and who is deactivated gets none', () => {
  show([MARA, user('Gone', 4, { state: 'removed' }), user('Vic', 5, { state: 'deactivated' })])
  expect(screen.getAllByRole('switch')).toHaveLength(1)
  expect(rightOf('Vic').hasAttribute('disabled')).toBe(true)
  expect(within(screen.getByRole('row', { name: /Mara/ })).getByText('As administrator')).toBeDefined()
})

test('a name that looks like another person’s is marked, with that name', () => {
  show([MARA, ANA], [{ userId: ANA.id, name: 'Аna' }])
  expect(screen.getAllByText(/Looks like another person’s name/)).toHaveLength(1)
  const row = within(screen.getByRole('row', { name: /^Ana/ }))
  expect(row.getByText('Аna')).toBeDefined()
})
