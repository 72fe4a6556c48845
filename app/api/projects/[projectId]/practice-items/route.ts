import { handle } from '@/lib/platform/server/handle'
import { addItem } from '@/lib/quality/practice/own-items/add-item'
import { addItemEndpoint, getManagedPracticeEndpoint } from '@/lib/quality/practice/own-items/contract'
import { getManagedPractice } from '@/lib/quality/practice/own-items/queries'

export const GET = handle(getManagedPracticeEndpoint, ({ actor, params }) =>
  getManagedPractice(actor, params.projectId),
)
export const POST = handle(addItemEndpoint, ({ actor, params, body }) => addItem(actor, params.projectId, body))
