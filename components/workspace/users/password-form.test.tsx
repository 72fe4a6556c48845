import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '@/lib/platform/client/query-client'
import * as signIn from '@/lib/platform/client/sign-in'
import type { Token } from '@/lib/workspace/users/tokens/contract'
import { PasswordForm } from './password-form'

vi.spyOn(signIn, 'signInWithPassword').mockResolvedValue(null)
afterAll(() => vi.restoreAllMocks())

const token = (name: string, at: number): Token => ({
  id: `0192d1c0-0000-7000-8000-00000000000${at}`,
  name,
  prefix: `assay_abc${at}`,
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
})

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  answer.mockReset()
  answer.mockImplementation(async () => Response.json({ tokensEnded: 0 }))
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function show(tokens: Token[]) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <PasswordForm email="ada@example.org" tokens={tokens} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText(/Current password/), { target: { value: 'amber lantern river' } })
  fireEvent.change(screen.getByLabelText(/New password/), { target: { value: 'quiet copper morning' } })
}
async function sent(): Promise<unknown> {
  fireEvent.click(screen.getByRole('button', { name: 'Change the password' }))
  await waitFor(() => expect(answer).toHaveBeenCalled())
  return JSON.parse(String(answer.mock.calls[0]?.[1]?.body))
}

test('the tokens end with the password unless the box is unticked, and are listed', async () => {
  show([token('laptop', 1), token('script', 2)])
  const box = screen.getByRole('checkbox', { name: 'Also end my 2 API tokens' })
  expect(box.getAttribute('aria-checked')).toBe('true')
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /laptop \(assay_abc1…\), script \(assay_abc2…\)/,
  )
  expect(await sent()).toEqual({
    currentPassword: 'amber lantern river',
    newPassword: 'quiet copper morning',
    endTokens: true,
  })
})

test('they stay where somebody says so', async () => {
  show([token('laptop', 1)])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Also end my 1 API token' }))
  expect(await sent()).toMatchObject({ endTokens: false })
})

test('who has none is not asked, and none that was made meanwhile is left', async () => {
  show([])
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(await sent()).toMatchObject({ endTokens: true })
})
