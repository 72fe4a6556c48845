import { handle } from '@/lib/platform/server/handle'
import { getPracticeResultEndpoint } from '@/lib/quality/practice/contract'
import { getPracticeResult } from '@/lib/quality/practice/queries'

export const GET = handle(getPracticeResultEndpoint, ({ actor, params }) => getPracticeResult(actor, params))
