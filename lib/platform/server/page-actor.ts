import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { Actor } from '@/lib/platform/policy/actor'
import { identify } from './identify'

/** Who reads this page, or null: one answer for a request, whose layouts, title and page all ask. */
export const pageActor = cache(async (): Promise<Actor | null> => identify(await headers()))

/** Who reads this page; strangers are sent to sign in and brought back to `path`, with what they `queryParams` of it. */
export async function requireActor(path: string, queryParams: Asked = {}): Promise<Actor> {
  const actor = await pageActor()
  if (!actor) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path + queryText(queryParams))}`)
  return actor
}

type Asked = Readonly<Record<string, string | readonly string[] | undefined>>

function queryText(queryParams: Asked): string {
  const pairs = Object.entries(queryParams).flatMap(([key, value = []]) => [value].flat().map((one) => [key, one]))
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
