import { redirect } from 'next/navigation'
import { isMemberAnywhere } from '@/lib/adjudication/inbox/queries'
import { requireActor } from '@/lib/platform/server/page-actor'

/** Everybody starts with what waits for them; whoever is in no project yet, with the projects. */
export default async function HomePage() {
  const actor = await requireActor('/')
  redirect((await isMemberAnywhere(actor)) ? '/inbox' : '/projects')
}
