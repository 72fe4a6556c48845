import { handle } from '@/lib/platform/server/handle'
import { endTourEndpoint } from '@/lib/workspace/users/first-tasks/contract'
import { endTour } from '@/lib/workspace/users/first-tasks/end-tour'

export const POST = handle(endTourEndpoint, ({ actor }) => endTour(actor))
