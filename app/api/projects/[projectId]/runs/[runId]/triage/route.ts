import { applyTriage } from '@/lib/prefill/triage/apply-triage'
import { applyTriageEndpoint, getTriageEndpoint } from '@/lib/prefill/triage/contract'
import { getTriage } from '@/lib/prefill/triage/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getTriageEndpoint, ({ actor, params }) => getTriage(actor, params))

export const POST = handle(applyTriageEndpoint, ({ actor, params, body }) => applyTriage(actor, params, body))
