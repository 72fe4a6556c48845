import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getOwnHours } from '@/lib/quality/hours/queries'
import { getOwnCourse } from '@/lib/quality/people/own-course/queries'
import { getOwnFigures } from '@/lib/quality/people/queries'

/** What the page of one's own figures shows. */
export async function loadOwn(actor: Actor, projectId: string) {
  const [initialData, course, hours] = await Promise.all([
    pageData(getOwnFigures(actor, projectId)),
    pageData(getOwnCourse(actor, projectId, { compares: false })),
    getOwnHours(actor),
  ])
  return { initialData, own: { course, hours } }
}
