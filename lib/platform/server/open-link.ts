import 'server-only'
import { headers } from 'next/headers'
import { AppError } from './errors'
import { loadStoredProtocols } from './stored-protocols'
import { clientAddress } from './throttle'

type Opened<T> = { value: T; problem: null } | { value: null; problem: 'gone' | 'throttled' }

/** What a secret link leads to, for its page; a query that finds nothing, or refuses to look, becomes a problem. */
export async function openLink<T extends object>(find: (address: string) => Promise<T | null>): Promise<Opened<T>> {
  const address = clientAddress((await headers()).get('x-forwarded-for'))
  try {
    await loadStoredProtocols()
    const value = await find(address)
    return value ? { value, problem: null } : { value: null, problem: 'gone' }
  } catch (error) {
    if (error instanceof AppError && error.code === 'throttled') return { value: null, problem: 'throttled' }
    throw error
  }
}
