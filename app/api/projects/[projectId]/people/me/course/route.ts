import { handle } from '@/lib/platform/server/handle'
import { getOwnCourseEndpoint } from '@/lib/quality/people/own-course/contract'
import { getOwnCourse } from '@/lib/quality/people/own-course/queries'

export const GET = handle(getOwnCourseEndpoint, ({ actor, params }) =>
  getOwnCourse(actor, params.projectId, { compares: true }),
)
