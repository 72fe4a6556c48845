import { handle } from '@/lib/platform/server/handle'
import { listPracticePeopleEndpoint } from '@/lib/quality/practice/people/contract'
import { listPracticePeople } from '@/lib/quality/practice/people/queries'

export const GET = handle(listPracticePeopleEndpoint, ({ actor, params, query }) =>
  listPracticePeople(actor, params.projectId, query.page),
)
