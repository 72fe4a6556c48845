import 'server-only'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { Actor } from '@/lib/policy/actor'
import { identify } from './identify'

/** Who reads this page, or null. */
export async function pageActor(): Promise<Actor | null> {
  return identify(await headers())
}

/** Who reads this page; strangers are sent to sign in and brought back to `path`. */
export async function requireActor(path: string): Promise<Actor> {
  const actor = await pageActor()
  if (!actor) redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
  return actor
}
