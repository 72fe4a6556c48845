import { onlineManager } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { createQueryClient, shouldRetry } from './query-client'

afterEach(() => onlineManager.setOnline(true))

describe('shouldRetry', () => {
  it.each([
    [{ status: 403 }, 0, false],
    [{ status: 404 }, 0, false],
    [{ status: 409 }, 0, false],
    [{ status: 429 }, 0, true],
    [{ status: 503 }, 1, true],
    [{ status: 503 }, 2, false],
    [new TypeError('Failed to fetch'), 0, true],
    [null, 0, true],
  ])('%o after %i failures: %s', (error, failures, expected) => {
    expect(shouldRetry(failures, error)).toBe(expected)
  })
})

describe('createQueryClient', () => {
  it('never repeats a write by itself', () => {
    expect(createQueryClient().getDefaultOptions().mutations?.retry).toBe(false)
  })

  it('tries and fails where the browser calls itself offline, rather than waiting without a word', async () => {
    onlineManager.setOnline(false)
    const client = createQueryClient()
    const gone = () => Promise.reject(new Error('gone'))
    await expect(client.fetchQuery({ queryKey: ['x'], queryFn: gone, retry: false })).rejects.toThrow('gone')
    const command = client.getMutationCache().build(client, { mutationFn: gone })
    await expect(command.execute(undefined)).rejects.toThrow('gone')
  })
})
