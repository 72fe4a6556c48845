import { listPeopleEndpoint } from '@/lib/people/contract'
import { listPeople } from '@/lib/people/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(listPeopleEndpoint, ({ actor, params }) => listPeople(actor, params.projectId))
