import { handle } from '@/lib/platform/server/handle'
import { listPeopleEndpoint } from '@/lib/quality/people/contract'
import { listPeople } from '@/lib/quality/people/queries'

export const GET = handle(listPeopleEndpoint, ({ actor, params }) => listPeople(actor, params.projectId))
